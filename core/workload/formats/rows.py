"""What readers of traces share: a row, a format, and lines read one by one, each bounded."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple, TypeAlias

LONGEST_LINE = 2**20
"""Bytes of the longest line that is read; a longer one is passed over."""
LINE_TOO_LONG = "the line is too long"


STEP_NS = 10**9
"""A step on the scale of times, where arrivals are steps: as in a window, a second."""


class Told(NamedTuple):
    """Whose request a row is, and what it shares: as in a request, nothing said by "" and None."""

    rid: str = ""
    priority: int = 0
    tenant: str = ""
    prefix: str | None = None
    prefix_len: int = 0


UNTOLD = Told()


class Row(NamedTuple):
    """One request: its arrival in ns from any fixed point, its lengths in tokens (>= 1).

    `at_ns` is None in a trace that has no times. What stands there as ids of the prompt's tokens or
    of its blocks is kept as it was found; None if nothing. `hash_block_size` are the tokens of such
    a block where the row says it, and not its format.
    """

    at_ns: int | None
    prompt_len: int
    output_len: int
    prompt_ids: object = None
    hash_ids: object = None
    hash_block_size: int | None = None
    told: Told = UNTOLD


ReadRow: TypeAlias = Callable[[str], Row | str]
"""Reads one line: its row, or why there is none, in the same words for all rows with that fault."""


class Found(NamedTuple):
    """A row, or why there is none, at `mark`: its line, or its place where lines say nothing.

    `text` is what stands there, and `line` its line, 0 where that says nothing.
    """

    mark: int
    row: Row | str
    text: str
    line: int = 0


ReadFile: TypeAlias = Callable[[BinaryIO, str, int], Iterator[Found] | None]
"""Reads a file whose first line is given ("" if too long); None if it is of another kind.

The number says which file of its folder it is, from 0.
"""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of trace. `shape` is its header, `unit` says what its times are.

    `rows` reads a file. Where marks are not lines, `named` says one as a place. A hash id, where
    rows have any, stands for `hash_block_size` tokens. `refusal` says all that is wrong with a file
    that begins with a line, where more can be said than its shape. `in_steps`: arrivals are.
    """

    name: str
    shape: str
    unit: str
    rows: ReadFile
    named: Callable[[int], str] | None = None
    hash_block_size: int = 512
    refusal: Callable[[BinaryIO, str], Sequence[str]] | None = None
    in_steps: bool = False


def by_lines(reader: Callable[[str], ReadRow | None], *, has_header: bool = True) -> ReadFile:
    """Reads a file with a row on each line.

    `reader` takes the first line of a file and returns what reads the lines after it, or None if
    the file is of another kind. Without a header the first line is a row as well.
    """

    def rows(file: BinaryIO, first: str, _: int) -> Iterator[Found] | None:
        read_row = reader(first) if first else None
        if read_row is None:
            return None
        file.seek(0)
        every = (Found(at, *_read(line, read_row), at) for at, line in filled_lines(file))
        if has_header:
            next(every)
        return every

    return rows


def _read(line: str | None, read_row: ReadRow) -> tuple[Row | str, str]:
    return (LINE_TOO_LONG, "") if line is None else (read_row(line), line)


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


def filled_lines(file: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """The lines of `numbered_lines` that are not empty."""
    return (line for line in numbered_lines(file) if line[1] != "")


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
