"""The built-in scenarios, by names such as `brief/2-preemption`.

They lie in `fixtures`, beside this package, in a clone as in an installation. They are found from
here rather than as the package `fixtures`: a project that uses ours may well have one of its own.
"""

from difflib import get_close_matches
from pathlib import Path

import tui

FOLDER = Path(tui.__file__).parent.parent / "fixtures"


def builtin_scenarios() -> dict[str, Path]:
    """The file of every built-in scenario by its name, in order."""
    files = sorted(FOLDER.rglob("*.toml"))
    return {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in files}


def nearest(name: str) -> list[str]:
    """The built-in names written like `name`, whole or without the folder."""
    names = list(builtin_scenarios())
    whole = get_close_matches(name, names, 3)
    last = {known.rpartition("/")[2]: known for known in names}
    return whole or [last[near] for near in get_close_matches(name, last, 3)]
