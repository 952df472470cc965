"""A user's own policy or scheduler, `my.py:name`: only here is code from outside loaded and run.

Only what was typed on the command line gets here; a file that names code is refused.
"""

import sys
from dataclasses import fields, is_dataclass, replace
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

from core.failure import blame
from core.policies.own import OwnPolicy
from core.schedulers.own import OwnScheduler, missing_of
from core.workload import Scenario
from tui.commands.stopped import Refused
from tui.view.clean import clean

CODE = ".py:"
MODULE = "driftwood_own_"
"""Before the name of a file, so that it takes the place of no other module."""


def own_policy(
    text: str, option: str
) -> str | OwnPolicy[Any]:  # what a policy sees, the option says
    """The policy that `option` names: the name itself, or the code that it leads to.

    A class is made by calling it without arguments. Raises `Refused` with the file and line where
    the code cannot be used.
    """
    if CODE not in text:
        return text
    file, _, name = text.rpartition(":")
    typed = f"{option} {clean(text)}"
    found: object = getattr(_loaded(Path(file), typed), name, None)
    if found is None:
        raise Refused(f"{typed}: there is no {clean(name)} in {clean(file)}")
    if isinstance(found, type):
        found = _made(found, typed)
    if not callable(found):
        raise Refused(f"{typed}: it is no function or object that can be called")
    return OwnPolicy(text, found)


def own_scheduler(text: str, scenario: Scenario) -> Scenario:
    """`scenario` under the scheduler that `--scheduler FILE.py:NAME` names.

    A class is made with those knobs of the scenario that its own arguments name. Raises `Refused`.
    """
    file, _, name = text.rpartition(":")
    typed = f"--scheduler {clean(text)}"
    found: object = getattr(_loaded(Path(file), typed), name, None)
    if found is None:
        raise Refused(f"{typed}: there is no {clean(name)} in {clean(file)}")
    if missing := missing_of(found):
        needs = "a scheduler has memory(), never_fits(request) and step(replica)"
        raise Refused(f"{typed}: {needs}; here is no {', no '.join(missing)}")
    try:
        engine = found(**_taken(found, scenario)) if isinstance(found, type) else found
        own = OwnScheduler(text, engine, len(scenario.requests))
        own.new_memory()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
        raise _refused(typed, error) from None
    return replace(scenario, scheduler=own, scheduler_name=text)


def _taken(kind: type, scenario: Scenario) -> dict[str, object]:
    """The knobs of `scenario` that `kind` has as well."""
    page: object = scenario.scheduler
    knobs = fields(page) if is_dataclass(page) else ()
    given = {each.name: getattr(page, each.name) for each in knobs}
    names = signature(kind).parameters
    return {key: knob for key, knob in given.items() if key in names and knob is not None}


def _loaded(file: Path, typed: str) -> ModuleType:
    """The module in `file`, which is executed."""
    module = ModuleType(f"{MODULE}{file.stem}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # dataclasses look their module up there
    try:
        source = file.read_bytes()
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise Refused(f"{typed}: {clean(str(file))}: {clean(said)}") from None
    try:
        exec(compile(source, str(file), "exec"), module.__dict__)  # noqa: S102 - what was asked for
    except SyntaxError as error:
        where = f"{file}:{error.lineno or 1}"
        raise Refused(f"{typed}: {clean(f'{where}: {error.msg}')}") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code raises anything
        raise _refused(typed, error) from None
    return module


def _made(kind: type, typed: str) -> object:
    try:
        return kind()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
        raise _refused(typed, error) from None


def _refused(typed: str, error: BaseException) -> Refused:
    return Refused(f"{typed}: {clean(blame(error, (Path(__file__),)))}")
