"""Tables of text as spreadsheets write them: quotes, and rows that go over several lines."""

import csv
from collections.abc import Iterator
from typing import BinaryIO

from core.workload.formats.rows import LINE_TOO_LONG, LONGEST_LINE, filled_lines

DELIMITERS = ",\t;|"
NO_ROW = "its quotes do not match, or a field is too long"


class _TooLongError(Exception):
    """A row is too long."""


class _Lines:
    """The lines of a file for a reader that takes as many as a row has; a row starts at `line`."""

    def __init__(self, file: BinaryIO) -> None:
        self._lines = filled_lines(file)
        self._length = 0
        self.line = 0

    def begin(self) -> None:
        """A row begins with the next line."""
        self._length = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        number, text = next(self._lines)
        self.line = number if self._length == 0 else self.line
        self._length += LONGEST_LINE if text is None else len(text)
        if text is None or self._length > LONGEST_LINE:
            raise _TooLongError
        return text


def delimiter_of(header: str) -> str:
    """What parts the columns of `header`: what stands there most, a comma if nothing does."""
    return max(DELIMITERS, key=header.count)


def table_rows(file: BinaryIO, delimiter: str) -> Iterator[tuple[int, list[str] | str]]:
    """The rows of the table that `file` is, from where it is read on.

    Each has the line it starts at, and its fields, or why it has none.
    """
    lines = _Lines(file)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        lines.begin()
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield lines.line, NO_ROW
        except _TooLongError:
            yield lines.line, LINE_TOO_LONG
        else:
            yield lines.line, [field.strip() for field in fields]
