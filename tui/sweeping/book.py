"""The results file of a sweep: a line that says which sweep it is, then one for each point run.

Lines are JSON, appended whole as the points come, in any order, and on the disk before the next
are waited for. So whatever ends the sweep leaves whole lines, and at most the last one torn: that
is cut off, and its point run again. Only one process writes at a time.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from core.study.grid import Grid
from tui.commands.log_file import unwritten
from tui.commands.stopped import Refused
from tui.sweeping.rows import Found, Header, Row, found_in, header_line
from tui.view.clean import clean

if sys.platform != "win32":
    import fcntl

ANEW = "-o names another file, --force writes over this one"


class Book:
    """The file at `path`, open for more rows; `rows` are those that stood there."""

    def __init__(self, path: Path, file: int, rows: Iterable[Row]) -> None:
        """Take what was opened."""
        self.path = path
        self.rows = tuple(rows)
        self._file = file

    def add(self, rows: Iterable[Row]) -> None:
        """Append `rows`, and wait until they are on the disk. Raises `Refused`."""
        try:
            _write(self._file, b"".join(row.line() for row in rows))
        except OSError as error:
            raise unwritten(self.path, error) from None

    def close(self) -> None:
        """Let others write."""
        os.close(self._file)


def opened(path: Path, header: Header, grid: Grid, *, resume: bool, force: bool) -> Book:
    """The file at `path` for the sweep of `grid` that `header` tells.

    A new one; with `resume` one that is there, cut behind its last whole line; with `force` a new
    one in the place of another sweep's. Raises `Refused` for whatever else is there.
    """
    try:
        if not path.exists():
            return _begun(path, header)
        if not path.is_file():
            raise Refused(f"{clean(str(path))} is no file that rows can be appended to")
        return _taken(path, header, grid, resume=resume, force=force)
    except OSError as error:
        raise unwritten(path, error) from None


def _taken(path: Path, header: Header, grid: Grid, *, resume: bool, force: bool) -> Book:
    """The file that is there, for more rows or in the place of what is in it."""
    file = _locked(path)
    try:
        found = found_in(path, header, grid)
        if found.is_torn or (force and found.is_sweep):
            return _begun(path, header, file)
        _refuse(path, found, grid, resume=resume)
        os.ftruncate(file, found.end)
    except BaseException:
        os.close(file)
        raise
    return Book(path, file, found.rows)


def _refuse(path: Path, found: Found, grid: Grid, *, resume: bool) -> None:
    name = clean(str(path))
    if not found.is_sweep:
        raise Refused(f"{name} is there, and no results file of a sweep: -o names another file")
    if found.differences:
        lines = (f"  {clean(line)}" for line in found.differences)
        raise Refused("\n".join([f"{name} is of another sweep; {ANEW}:", *lines]))
    if found.damaged:
        raise Refused(f"{name}:{found.damaged}: this line is damaged; {ANEW}")
    if not resume:
        done = f"{len(found.rows):,} of {grid.size:,} points of this sweep"
        raise Refused(f"{name} has {done}: --resume goes on with it, --force begins anew")


def _begun(path: Path, header: Header, file: int | None = None) -> Book:
    """A new file, or an open one made new."""
    new = _locked(path, os.O_CREAT) if file is None else file
    os.ftruncate(new, 0)
    _write(new, header_line(header))
    _keep_name(path)
    return Book(path, new, ())


def _locked(path: Path, flags: int = 0) -> int:
    """The file at `path`, open for appending, and nobody else's meanwhile."""
    file = os.open(path, os.O_RDWR | os.O_APPEND | flags, 0o644)
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise Refused(f"{clean(str(path))}: another sweep writes to it just now") from None
    return file


def _write(file: int, whole: bytes) -> None:
    rest = memoryview(whole)
    while rest:
        rest = rest[os.write(file, rest) :]
    os.fsync(file)


def _keep_name(path: Path) -> None:
    """Have the disk know of the file itself, not only of what is in it."""
    if sys.platform != "win32":
        folder = os.open(path.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
