"""How far the clock of the time series is ahead of that of the requests.

The series counts seconds from some moment of its own. What both clocks tell of is how many requests
are there: those that ran or waited in a sample, and those that were queued and had not got their
last token. The clocks are laid over each other where these counts agree best.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from statistics import median

from core.workload.measured import Measured, Sample, Served

COARSE_MS, FINE_MS = 1000, 10


def ahead_ms(measured: Measured) -> float:
    """What to take from the times of the samples to have those of the requests."""
    there = There(measured.served)
    first = round(measured.samples[0].at_s * 1000 - measured.span_ms)
    last = round(measured.samples[-1].at_s * 1000)
    coarse = there.best(range(first, last + COARSE_MS, COARSE_MS), measured.samples)
    around = range(coarse - COARSE_MS, coarse + COARSE_MS + 1, FINE_MS)
    return there.best(around, measured.samples)


class There:
    """How many of the `served` requests are there, at any time."""

    def __init__(self, served: Sequence[Served]) -> None:
        """Put arrivals and ends in order."""
        self._came = sorted(one.queued_ms for one in served)
        self._went = sorted(one.last_token_ms for one in served)

    def at(self, at_ms: float) -> int:
        """Those that have been queued and have not got their last token."""
        return bisect_right(self._came, at_ms) - bisect_right(self._went, at_ms)

    def best(self, shifts: Iterable[int], samples: Sequence[Sample]) -> int:
        """Of `shifts`, in ascending order, the one that agrees best with `samples`.

        Of several the middle one.
        """
        off = {shift: self._off(shift, samples) for shift in shifts}
        least = min(off.values())
        return round(median(shift for shift, one in off.items() if one == least))

    def _off(self, shift: int, samples: Sequence[Sample]) -> int:
        return sum(abs(self.at(s.at_s * 1000 - shift) - s.running - s.waiting) for s in samples)
