"""A file that is either written whole or not at all."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import TextIO

from core.workload import Scenario
from tui.commands.stopped import Refused
from tui.view.clean import clean


def is_stdout(path: Path) -> bool:
    """Whether `path` is `-`, or another name of what stdout is: /dev/stdout, the file behind >."""
    if str(path) == "-":
        return True
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):  # no such file, or nothing is behind stdout
        return False


def refuse_input(output: Path | None, scenario: Scenario) -> None:
    """Raise `Refused` if `output` is a file that `scenario` is read from, or lies among these."""
    if output is None:
        return
    inputs = [scenario.path]
    trace = scenario.trace_path
    for given in inputs if trace is None else [*inputs, trace]:
        if _is_same(output, given) or _lies_in(output, given):
            raise Refused(f"{clean(str(output))} is what is read: write to another file")


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _lies_in(file: Path, folder: Path) -> bool:
    try:
        return file.is_file() and file.parent.samefile(folder)
    except (OSError, ValueError):  # a name that is too long is that of no file
        return False


@contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """A text file that becomes `path` when the block ends well, and disappears when it does not.

    It is written beside `path` and renamed. What is no regular file (a pipe, a device) is written
    to as it is. Raises `Refused` in one sentence where that cannot be done, if possible at once.
    """
    target = Path(os.path.realpath(path))
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8") as file:
                yield file
            return
        with _part(target) as (part, file):
            yield file
            file.close()
            part.replace(target)
    except OSError as error:
        raise unwritten(path, error) from None


def unwritten(path: Path, error: OSError) -> Refused:
    """That `path` cannot be written, why, and what makes a folder that is missing for it.

    None is made unasked: a name that is typed wrong would become one.
    """
    folder, why = path.parent, error.strerror
    if isinstance(error, FileNotFoundError) and not folder.exists():
        name = clean(str(folder))
        why = f"there is no folder {name}; mkdir -p {quote(name)} makes it"
    return Refused(f"{clean(str(path))} cannot be written: {why}")


@contextmanager
def _part(target: Path) -> Iterator[tuple[Path, TextIO]]:
    part = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            yield part, file
    finally:
        with suppress(OSError):
            part.unlink()
