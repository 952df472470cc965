"""How far the clock of the time series is ahead of that of the requests.

The series counts seconds from some moment of its own. What both clocks tell of is how many requests
are there: those that ran or waited in a sample, and those that were queued and had not got their
last token. The clocks are laid over each other where these counts agree best.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from statistics import median

from core.workload.measured import Measured, Sample, Served

FINE_MS = 10
FINER = 10
"""Times that shifts are nearer to each other in each look than in the one before."""
MOST_SHIFTS = 500
MOST_SAMPLES = 500
"""What a look is made with at most, however long the run was."""


def ahead_ms(measured: Measured) -> float:
    """What to take from the times of the samples to have those of the requests."""
    there, samples = There(measured.served), measured.samples
    some = samples[:: 1 + len(samples) // MOST_SAMPLES]
    first = round(samples[0].at_s * 1000 - measured.span_ms)
    last = round(samples[-1].at_s * 1000)
    apart = max(FINE_MS, (last - first) // MOST_SHIFTS)
    found = there.best(range(first, last + apart, apart), some)
    while apart > FINE_MS:
        around, apart = apart, max(FINE_MS, apart // FINER)
        found = there.best(range(found - around, found + around + 1, apart), some)
    return found


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
