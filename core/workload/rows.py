"""What readers of traces share: a row, a format, and lines read one by one, each bounded."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple, TypeAlias

LONGEST_LINE = 2**16
"""Bytes of the longest line that is read; a longer one is passed over."""


class Row(NamedTuple):
    """One request: its arrival in ns from any fixed point, its lengths in tokens (>= 1)."""

    at_ns: int
    prompt_len: int
    output_len: int


ReadRow: TypeAlias = Callable[[str], Row | str]
"""Reads one line: its row, or why there is none, in the same words for all rows with that fault."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of trace. `shape` is its header, `unit` says what its times are.

    `reader` takes the first line of a file and returns what reads the lines after it, or None if
    the file is of another kind.
    """

    name: str
    shape: str
    unit: str
    reader: Callable[[str], ReadRow | None]


def numbered_lines(file: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """Each line and its number (from 1), no line end; None if too long. Bad UTF-8 is replaced."""
    number = 0
    while raw := file.readline(LONGEST_LINE):
        number += 1
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            _skip_line(file)
            yield number, None
        else:
            yield number, raw.decode(errors="replace").strip("\r\n\ufeff")


def _skip_line(file: BinaryIO) -> None:
    while (rest := file.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass
