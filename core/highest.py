"""The highest value of any stretch of a series, without reading the whole stretch.

Maxima of pairs, of pairs of pairs and so on: made once at the cost of reading the series, then a
question costs the logarithm of its stretch. Where all values are the same it costs nothing.
"""

from array import array
from collections.abc import Sequence


class Highest:
    """The maxima of `values`, none of which is negative."""

    __slots__ = ("_levels", "_same")

    def __init__(self, values: Sequence[float]) -> None:
        """Read them all."""
        level = array("d", values)
        same = len(level) > 0 and level == level[:1] * len(level)
        self._same = level[0] if same else None
        self._levels = [level]
        if same:  # the length of a step, more often than not
            return
        while len(level) > 1:
            level = array("d", map(max, level[::2], level[1::2]))
            self._levels.append(level)

    def between(self, first: int, end: int) -> float:
        """The highest of the values `first` up to `end`, not included; 0 if there is none."""
        if self._same is not None:
            return self._same if first < end else 0.0
        highest = 0.0
        for level in self._levels:
            if first >= end:
                break
            if first & 1 and level[first] > highest:
                highest = level[first]
            if end & 1 and level[end - 1] > highest:
                highest = level[end - 1]
            first, end = (first + 1) >> 1, end >> 1
        return highest
