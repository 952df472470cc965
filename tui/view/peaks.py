"""The highest values of a growing series, column by column, without reading all of it each time."""

from collections.abc import Sequence
from typing import NamedTuple

CHUNK = 64


class Spread(NamedTuple):
    """How `steps` executed steps, from index `start` on, spread over `used` columns."""

    steps: int
    used: int
    start: int = 0

    def first_of(self, column: int) -> int:
        """The index of the first step shown in `column`."""
        return self.start + column * self.steps // self.used

    def end_of(self, column: int) -> int:
        """The index behind the last step shown in `column`."""
        end = self.start + (column + 1) * self.steps // self.used
        return max(self.first_of(column) + 1, end)

    def column_of(self, index: int) -> int:
        """The first column that shows step `index`."""
        at = index - self.start
        return -(-at * self.used // self.steps) if self.steps < self.used else self._many(index)

    def _many(self, index: int) -> int:
        column = (index - self.start) * self.used // self.steps
        return column + 1 if self.end_of(column) <= index else column

    def shows(self, index: int) -> bool:
        """Whether step `index` is one of them."""
        return self.start <= index < self.start + self.steps


def spread(steps: int, width: int, start: int = 0) -> Spread:
    """`steps` over `width` columns; while there are few, each has several, all the same."""
    if 0 < steps <= width:
        return Spread(steps, steps * (width // steps), start)
    return Spread(steps, width if steps else 0, start)


FEWEST = 16
"""Steps that are shown at least, however near one looks, if there are so many."""


def near(total: int, index: int, level: int) -> tuple[int, int]:
    """Of `total` executed steps the first that is shown, and how many are.

    All at level 0; at each further one half as many, in pages that change when `index` comes within
    a quarter of an end: so they stand still while one steps.
    """
    if level <= 0 or total <= FEWEST:
        return 0, total
    size = max(FEWEST, 1 << max(0, (total - 1).bit_length() - level))
    if size >= total:
        return 0, total
    start = index // (size // 2) * (size // 2) - size // 4
    return max(0, min(total - size, start)), size


class Peaks:
    """Maxima of a series that only grows, kept for every 64 of its values."""

    def __init__(self, values: Sequence[int]) -> None:
        """Watch `values`."""
        self._values = values
        self._maxima: list[int] = []
        self._drawn: tuple[Spread, list[int]] | None = None

    def _catch_up(self) -> None:
        for start in range(len(self._maxima) * CHUNK, len(self._values) - CHUNK + 1, CHUNK):
            self._maxima.append(max(self._values[start : start + CHUNK]))

    def between(self, first: int, end: int) -> int:
        """The highest of the values `first` up to `end`, not included; there must be one."""
        inner, outer = -(-first // CHUNK), end // CHUNK
        if outer - inner < 1 or outer > len(self._maxima):
            return max(self._values[first:end])
        edges = (self._values[first : inner * CHUNK], self._values[outer * CHUNK : end])
        ends = [max(edge, default=0) for edge in edges]
        return max(*self._maxima[inner:outer], *ends)

    def highest(self) -> int:
        """The highest value of all; 0 where there is none."""
        self._catch_up()
        done = len(self._maxima) * CHUNK
        return max(max(self._maxima, default=0), max(self._values[done:], default=0))

    def columns(self, over: Spread) -> list[int]:
        """The highest value of each column; worked out once for as long as nothing grows."""
        if self._drawn is None or self._drawn[0] != over:
            self._catch_up()
            peaks = [self.between(over.first_of(c), over.end_of(c)) for c in range(over.used)]
            self._drawn = (over, peaks)
        return self._drawn[1]
