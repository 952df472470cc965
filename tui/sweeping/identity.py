"""Which sweep it is: everything that its results depend on."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from tui.commands.stopped import Refused
from tui.commands.version import engine_digest, installed_version
from tui.sweeping.rows import Header
from tui.sweeping.wanted import Wanted
from tui.view.clean import clean

FORMAT = 1
SHOWN = 16
"""Digits of a digest that are kept."""


def header_of(wanted: Wanted, inputs: Iterable[Path]) -> Header:
    """The header of the results file: the engine, the content of what is read, what is asked."""
    code = map(Path, wanted.code_files())
    asked = wanted.asked
    options = {
        "format": asked.format,
        "columns": asked.columns,
        "limit": asked.limit,
        "window": asked.window,
        "max_steps": asked.max_steps,
    }
    return {
        "format": FORMAT,
        "version": installed_version(),
        "engine": engine_digest(),
        "files": {path.name: digest_of(path) for path in (*inputs, *code)},
        "options": {name: given for name, given in options.items() if given is not None},
        "grid": [[axis.name, list(axis.values)] for axis in wanted.grid.axes],
    }


def digest_of(path: Path) -> str:
    """A digest of the file at `path`, or of all in a folder. Raises `Refused` if unreadable."""
    whole = hashlib.sha256()
    try:
        for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
            whole.update(each.relative_to(path).as_posix().encode())
            if not each.is_dir():
                with each.open("rb") as file:
                    whole.update(hashlib.file_digest(file, "sha256").digest())
    except OSError as error:
        raise Refused(f"{clean(str(path))} cannot be read: {error.strerror}") from None
    return whole.hexdigest()[:SHOWN]
