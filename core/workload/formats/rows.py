"""What readers of traces share: a row, a format, and lines read one by one, each bounded."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple, TypeAlias

LONGEST_LINE = 2**20
"""Bytes of the longest line that is read; a longer one is passed over."""


class Row(NamedTuple):
    """One request: its arrival in ns from any fixed point, its lengths in tokens (>= 1).

    `at_ns` is None in a trace that has no times. What stands there as ids of the prompt's tokens or
    of its blocks is kept as it was found; None if nothing.
    """

    at_ns: int | None
    prompt_len: int
    output_len: int
    prompt_ids: object = None
    hash_ids: object = None


ReadRow: TypeAlias = Callable[[str], Row | str]
"""Reads one line: its row, or why there is none, in the same words for all rows with that fault."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of trace. `shape` is its header, `unit` says what its times are.

    `reader` takes the first line of a file and returns what reads the lines after it, or None if
    the file is of another kind. Without a header the first line is a row as well. A hash id, where
    rows have any, stands for `hash_block_size` tokens.
    """

    name: str
    shape: str
    unit: str
    reader: Callable[[str], ReadRow | None]
    has_header: bool = True
    hash_block_size: int = 512


def row_of(
    at_ns: int | None,
    prompt: int | str,
    output: int | str,
    *,
    prompt_ids: object = None,
    hash_ids: object = None,
) -> Row | str:
    """The row with these lengths, or why there is none: also what is wrong with a length."""
    if isinstance(prompt, str) or isinstance(output, str):
        return prompt if isinstance(prompt, str) else str(output)
    if prompt == 0 or output == 0:
        return "no prompt tokens" if prompt == 0 else "no output tokens"
    return Row(at_ns, prompt, output, prompt_ids, hash_ids)


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
