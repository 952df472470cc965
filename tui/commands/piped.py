"""What comes through a pipe: read once, and kept as a file as long as the command runs.

`-` is stdin, `/dev/fd/63` what a shell makes of `<(…)`. A trace is read more than once (its first
line, its rows, a large one with its size), which a pipe cannot be. A named pipe elsewhere is none
of this: nobody may ever write into it.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import BinaryIO

from tui.commands.output import is_terminal, progress
from tui.commands.stopped import Refused

STDIN = "-"
DESCRIPTOR = re.compile(r"/dev/stdin|/dev/fd/[0-9]{1,9}|/proc/self/fd/[0-9]{1,9}")
SCENARIO = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:#|\[\[?[a-z]|[a-z_]+\s*=)")
"""How a scenario begins, and no trace."""
EXAMPLE = "gunzip -c trace.csv.gz | driftwood run -"
MOST_BYTES = 2**30
PIECE = 2**20
TELL_SECONDS = 1.0


class _Kept:
    """The files of what was read, in a folder of their own, by what was typed."""

    def __init__(self, until: ExitStack) -> None:
        self._until = until
        self.files: dict[str, Path] = {}

    @cached_property
    def folder(self) -> Path:
        """Made for the first of them, and gone with the last."""
        return Path(self._until.enter_context(TemporaryDirectory(prefix="driftwood-")))


_KEPT: ContextVar[_Kept | None] = ContextVar("kept", default=None)


@contextmanager
def pipes() -> Iterator[None]:
    """Keep what comes through pipes in here, and no longer."""
    with ExitStack() as until:
        before = _KEPT.set(_Kept(until))
        try:
            yield
        finally:
            _KEPT.reset(before)


def is_pipe(file: str) -> bool:
    """Whether `file` stands for a pipe that somebody writes into."""
    return file == STDIN or (DESCRIPTOR.fullmatch(file) is not None and Path(file).is_fifo())


def piped(file: str) -> Path:
    """The file that has what comes through the pipe `file`. Raises `Refused`."""
    kept = _KEPT.get()
    if kept is None:
        raise Refused(f"{file}: what comes from a pipe has to be a file first")
    if file not in kept.files:
        try:
            kept.files[file] = _read(file, kept.folder / f"{len(kept.files)}")
        except OSError as error:
            raise Refused(f"{file} cannot be read: {error.strerror}") from None
    return kept.files[file]


def as_typed(line: str) -> str:
    """`line` with such a file called by its name alone: where it lies it is gone in a moment."""
    kept = _KEPT.get()
    for file in kept.files.values() if kept is not None else ():
        line = line.replace(str(file), file.name)
    return line


def take_terminal() -> None:
    """Let stdin be the terminal again, where a pipe was in its place and is read to its end."""
    kept = _KEPT.get()
    if kept is not None and STDIN in kept.files and is_terminal(sys.stdout):
        with suppress(OSError):
            os.dup2(sys.stdout.fileno(), sys.stdin.fileno())


def _read(file: str, folder: Path) -> Path:
    """What comes through, to its end. Raises `OSError`."""
    folder.mkdir()
    name = "stdin" if file in {STDIN, "/dev/stdin"} else f"pipe-{Path(file).name}"
    with _opened(file) as pipe:
        first = pipe.read(PIECE)
        path = folder / (f"{name}.toml" if SCENARIO.match(first) else name)
        with path.open("wb") as kept:
            for piece in _told(file, first, pipe):
                kept.write(piece)
    return path


def _opened(file: str) -> BinaryIO:
    if file != STDIN:
        return Path(file).open("rb")
    if sys.stdin is None or is_terminal(sys.stdin):
        raise Refused(f"nothing is piped into it: {EXAMPLE}")
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb")


def _told(file: str, first: bytes, pipe: BinaryIO) -> Iterator[bytes]:
    """`first` and the rest of it in pieces, with a line of progress."""
    piece, size, told_at = first, 0, perf_counter()
    while piece:
        yield piece
        size += len(piece)
        if size > MOST_BYTES:
            raise Refused(f"{file}: more than {MOST_BYTES // 2**20:,} MiB: make it a file first")
        if perf_counter() - told_at > TELL_SECONDS:
            told_at = perf_counter()
            progress(f"{file}: {size / 10**6:,.0f} MB read")
        piece = pipe.read(PIECE)
    progress("")
