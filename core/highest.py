"""The highest value of any stretch of a series, without reading the whole stretch.

Maxima of pairs, of pairs of pairs and so on: made once at the cost of reading the series, then a
question costs the logarithm of its stretch.
"""

from array import array
from collections.abc import Sequence


class Highest:
    """The maxima of `values`, none of which is negative."""

    __slots__ = ("_levels",)

    def __init__(self, values: Sequence[float]) -> None:
        """Read them all."""
        level = array("d", values)
        self._levels = [level]
        while len(level) > 1:
            level = array("d", map(max, level[::2], level[1::2]))
            self._levels.append(level)

    def between(self, first: int, end: int) -> float:
        """The highest of the values `first` up to `end`, not included; 0 if there is none."""
        highest = 0.0
        for level in self._levels:
            if first >= end:
                break
            if first % 2:
                highest = max(highest, level[first])
            if end % 2:
                highest = max(highest, level[end - 1])
            first, end = -(-first // 2), end // 2
        return highest
