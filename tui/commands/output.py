"""The one place that prints: results on stdout, progress and what is wrong on stderr.

What is printed is plain text, so a pipe, NO_COLOR and a terminal get the same; charts alone have
colours on a terminal, which only repeat what their marks say.
A character that the stream cannot hold is replaced. A reader that has left (`| head`) changes
nothing: the command goes on to its end and keeps its exit code.
"""

import os
import sys
from collections.abc import Iterable
from typing import TextIO

from tui.commands.stopped import Refused
from tui.view.plain import ascii_text

MOST_KEPT = 1000
"""Lines that wait to be printed together."""


class Alphabet:
    """What may be printed: everything that a stream holds, or `only_ascii` of it."""

    only_ascii = False


def show(lines: Iterable[str]) -> None:
    """Print `lines` on stdout. Raises `Refused` where that cannot be written (a full disk)."""
    try:
        _put(sys.stdout, "".join(f"{line}\n" for line in lines))
    except OSError as error:
        raise Refused(*given_up(error)) from None


def given_up(error: OSError) -> list[str]:
    """What to tell of stdout, which could not be written; nothing of a reader that has left."""
    _silence(sys.stdout)
    left = isinstance(error, BrokenPipeError)
    return [] if left else [f"the output cannot be written: {error.strerror}"]


class Printed:
    """Stdout as something to write to: in larger pieces, with what `show` does about readers."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self._lines: list[str] = []

    def write(self, text: str) -> object:
        """Print `text`, whole lines of it, by and by."""
        self._lines += text.splitlines()
        if len(self._lines) >= MOST_KEPT:
            self.flush()
        return None

    def flush(self) -> None:
        """Print what is left."""
        lines, self._lines = self._lines, []
        show(lines)


def tell(*lines: str) -> None:
    """Print `lines` on stderr, after whatever progress stands there."""
    progress("")
    _mention("".join(f"{line}\n" for line in lines))


def progress(words: str) -> None:
    """Let `words` be the line of progress, in the place of the one before; only on a terminal."""
    if is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb":
        _mention(f"\r\x1b[K{words}")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at `stream`; a closed one is None."""
    return stream is not None and stream.isatty()


def has_only_ascii() -> bool:
    """Whether stdout cannot hold what the screen is drawn with."""
    stream: TextIO | None = sys.stdout
    return stream is not None and not _holds("╭─╮", stream.encoding or "utf-8")


def _mention(text: str) -> None:
    try:
        _put(sys.stderr, text)
    except OSError:
        _silence(sys.stderr)


def _put(stream: TextIO | None, text: str) -> None:
    if stream is None:
        return
    try:
        stream.write(_fitting(text, stream.encoding or "utf-8"))
        stream.flush()
    except BrokenPipeError:
        _silence(stream)


def _fitting(text: str, encoding: str) -> str:
    """`text` with nothing that `encoding` does not have."""
    held = _holds(text, "ascii" if Alphabet.only_ascii else encoding)
    return text if held else ascii_text(text)


def _holds(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _silence(stream: TextIO) -> None:
    """Send what is still to come to nowhere, also what Python flushes when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
