"""A user's own policy or scheduler, `my.py:name`: only here is code from outside loaded and run.

Only what was typed on the command line gets here; a file that names code is refused.
"""

import sys
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from inspect import Parameter, signature
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from core.failure import blame
from core.policies.own import OwnPolicy
from core.schedulers.own import NEEDS, OwnScheduler, missing_of
from core.workload import Scenario
from tui.commands.stopped import Refused
from tui.view.clean import clean

CODE = ".py:"
MODULE = "driftwood_own_"
"""Before the name of a file, so that it takes the place of no other module."""


def is_code(text: str) -> bool:
    """Whether `text` leads to code, though it may not say to which name in it."""
    return CODE in text or text.endswith(CODE.removesuffix(":"))


def _parted(text: str, typed: str) -> tuple[str, str]:
    """The file and the name that `text` consists of. Raises `Refused` without a name."""
    file, colon, name = text.rpartition(":")
    if colon and name:
        return file, name
    raise Refused(f"{typed}: say what in the file, as my.py:name")


def own_policy(
    text: str, option: str
) -> str | OwnPolicy[Any]:  # what a policy sees, the option says
    """The policy that `option` names: the name itself, or the code that it leads to.

    A class is made by calling it without arguments. Raises `Refused` with the file and line where
    the code cannot be used.
    """
    if not is_code(text):
        return text
    typed = f"{option} {clean(text)}"
    file, name = _parted(text, typed)
    found: object = getattr(_loaded(Path(file), typed), name, None)
    if found is None:
        raise Refused(f"{typed}: there is no {clean(name)} in {clean(file)}")
    if isinstance(found, type):
        found = _made(found, typed)
    if not callable(found):
        raise Refused(f"{typed}: it is no function or object that can be called")
    return OwnPolicy(text, found)


def own_scheduler(text: str, scenario: Scenario, asked: Iterable[str] = ()) -> Scenario:
    """`scenario` under the scheduler that `--scheduler FILE.py:NAME` names.

    A class is made with those knobs of the scenario that its own arguments name. Raises `Refused`,
    also for a knob that was `asked` for and is none of these: it would change nothing.
    """
    typed = f"--scheduler {clean(text)}"
    file, name = _parted(text, typed)
    found: object = getattr(_loaded(Path(file), typed), name, None)
    if found is None:
        raise Refused(f"{typed}: there is no {clean(name)} in {clean(file)}")
    if missing := missing_of(found):
        raise Refused(f"{typed}: {NEEDS}; here is no {', no '.join(missing)}")
    knobs = _taken(found, scenario, typed) if isinstance(found, type) else {}
    if unused := [key for key in asked if "." not in key and key not in knobs]:
        raise Refused(f"{typed}: it takes no {clean(unused[0])}, so that would change nothing")
    try:
        engine = found(**knobs) if isinstance(found, type) else found
        own = OwnScheduler(text, engine, len(scenario.requests))
        own.new_memory()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
        raise _refused(typed, error) from None
    return replace(scenario, scheduler=own, scheduler_name=text)


def _taken(kind: type, scenario: Scenario, typed: str) -> dict[str, object]:
    """The knobs of `scenario` that `kind` has as well. Raises `Refused` if it needs others."""
    page: object = scenario.scheduler
    every = fields(page) if is_dataclass(page) else ()
    knobs = {each.name: getattr(page, each.name) for each in every}
    given = {key: knob for key, knob in knobs.items() if knob is not None}
    try:
        arguments = signature(kind).parameters
    except (TypeError, ValueError):  # a class made in C tells none
        return {}
    missing = [one.name for one in arguments.values() if _is_needed(one) and one.name not in given]
    if missing:
        needs = f"it needs {', '.join(missing)}, which this scenario does not give"
        raise Refused(f"{typed}: {needs}: set it, or let it have a default")
    return {key: knob for key, knob in given.items() if key in arguments}


def _is_needed(argument: Parameter) -> bool:
    many = argument.kind in {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}
    return argument.default is Parameter.empty and not many


def _loaded(file: Path, typed: str) -> ModuleType:
    """The module in `file`, which is executed."""
    module = ModuleType(f"{MODULE}{file.stem}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # dataclasses look their module up there
    module.__dict__["print"] = _print
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


def _print(*words: object, sep: str = " ", end: str = "\n", file: TextIO | None = None) -> None:
    """The `print` of that code: on stderr, so that it gets into no results."""
    print(*words, sep=sep, end=end, file=file or sys.stderr)


def _made(kind: type, typed: str) -> object:
    try:
        return kind()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
        raise _refused(typed, error) from None


def _refused(typed: str, error: BaseException) -> Refused:
    return Refused(f"{typed}: {clean(blame(error, (Path(__file__),)))}")
