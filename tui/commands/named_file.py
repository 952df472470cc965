"""The file that is meant: by its path, or by the name of a built-in scenario."""

from pathlib import Path

from core.workload.recorded import recorded_place
from tui.commands.builtin import builtin_scenarios, nearest
from tui.commands.piped import is_pipe, piped
from tui.commands.stopped import Refused
from tui.view.clean import clean

LONGEST = 100
"""Letters of a name that are compared."""


def found(file: str) -> Path:
    """The path of `file`, itself a path, a pipe or a built-in scenario's name. Raises `Refused`."""
    if not file.strip():
        raise Refused("the name of the file is empty")
    if is_pipe(file):
        return piped(file)
    path = Path(file)
    known = builtin_scenarios().get(file.removesuffix(".toml"))
    if exists(path) or recorded_place(path) is not None:
        return path
    if known is not None:
        return known
    names = nearest(file[:LONGEST])
    hint = f"did you mean {' or '.join(names)}?" if names else "all: driftwood help scenarios"
    raise Refused(f"{clean(file)}: there is no such file or built-in scenario; {hint}")


def exists(path: Path) -> bool:
    """Whether something is at `path`, whatever it is; a path that cannot be one is nothing."""
    try:
        return path.exists()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
