"""A user's own policy, `my.py:name`: the only place where code from outside is loaded and run.

Only what was typed on the command line gets here; a file that names code is refused.
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from core.failure import blame
from core.policies.own import OwnPolicy
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
