"""Inter-token latencies of a whole run: all gaps between two tokens of one request, counted.

They are counted by length, never listed. Each request that decodes in a step sent a token in the
step before it, or in the last one in which decodes did not stand still, so a step with `n` decodes
is `n` gaps of its own length and theirs; the others (`core.pauses`) are added one by one. Together
they are all gaps of the run: a request's tokens less one, added over those that have sent one
(`core.stopwatch` defines gap and stall).
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import compress
from math import ceil, fsum
from typing import NamedTuple

from core.past import Resumed
from core.stopwatch import Stopwatch, rounded


class Decodes(NamedTuple):
    """Some steps, how many ordinary decodes each had, and the other gaps, one by one.

    `lengths` and `stalls` are those of the gaps that ended in these steps; 0 where none can have.
    """

    lengths: "array[float]"
    stalls: "array[float]"
    decodes: "array[int]"
    apart: Sequence[Resumed]


class Gaps:
    """The gaps of a run by length in milliseconds, and the worst stall among them."""

    def __init__(self, watch: Stopwatch, some: Decodes | None = None) -> None:
        """Count those of the run that `watch` times: all of them, or those that `some` make."""
        all_ = Decodes(watch.gap_lengths, watch.gap_stalls, watch.gap_counts, watch.apart)
        lengths, stalls, decodes, apart = some or all_
        by_length = _by_length(lengths, decodes)
        by_length.pop(0.0, None)  # decodes stood still in these steps
        counts: Counter[float] = Counter(map(watch.gap_of, apart))
        for length, count in by_length.items():
            counts[rounded(length)] += count
        self._counts = sorted(each for each in counts.items() if each[1])
        self.count = sum(counts.values())
        of_steps = max(compress(stalls, decodes), default=0.0)
        self.worst_stall = rounded(max(of_steps, *map(watch.stall_of, apart), 0.0))

    @property
    def longest(self) -> float:
        """The longest; there must be one."""
        return self._counts[-1][0]

    @property
    def mean(self) -> float:
        """Their sum over their number; there must be one."""
        return rounded(fsum(length * count for length, count in self._counts) / self.count)

    def percentile(self, percent: int) -> float:
        """The `percent`-th (1..100) by nearest rank; there must be a gap."""
        left = ceil(percent * self.count / 100)
        for length, count in self._counts:
            left -= count
            if left <= 0:
                return length
        return self.longest


def _by_length(lengths: "array[float]", decodes: "array[int]") -> Counter[float]:
    """How many decodes ended a gap of each length."""
    if lengths == lengths[:1] * len(lengths):  # mostly all are equal
        return Counter(dict.fromkeys(lengths[:1], sum(decodes)))
    by_length: Counter[float] = Counter()
    for (length, decoded), steps in Counter(zip(lengths, decodes, strict=True)).items():
        by_length[length] += decoded * steps
    return by_length
