"""What each executed step came to, in compact arrays: for timelines, charts and totals."""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeAlias

from core.replica import Replica

Summary: TypeAlias = tuple[int, int, int, int, int, int, int, int, float | None]
"""A step in the order of `Series`'s arrays."""


def summary(replica: Replica) -> Summary:
    """What the step came to that `replica` has just executed."""
    ran, clock = replica.ran, replica.clock
    return (
        clock.step,
        ran.requests,
        len(replica.queue),
        replica.used_at_run,
        ran.tokens,
        ran.emitted,
        replica.preemptions,
        replica.rejections,
        clock.now_ms,
    )


class Series:
    """One entry per executed step; a jumped step has none.

    `step` is its number; `running`, `waiting`, `blocks` (owned), `tokens` (processed) and `emitted`
    are counts when its work was done, before anything finished; `preemptions` and `rejections`
    count from the start of the run; `now_ms` is when it started, empty without a clock.
    """

    __slots__ = (
        "blocks",
        "emitted",
        "now_ms",
        "preemptions",
        "rejections",
        "running",
        "step",
        "tokens",
        "waiting",
    )

    def __init__(self) -> None:
        """Start empty."""
        self.step = array("q")
        self.running = array("q")
        self.waiting = array("q")
        self.blocks = array("q")
        self.tokens = array("q")
        self.emitted = array("q")
        self.preemptions = array("q")
        self.rejections = array("q")
        self.now_ms = array("d")

    def __len__(self) -> int:
        """How many steps were executed."""
        return len(self.step)

    def extend(self, summaries: Sequence[Summary]) -> None:
        """Note some steps, in order. Many at once are cheaper than one by one."""
        if not summaries:
            return
        counts = (self.step, self.running, self.waiting, self.blocks, self.tokens, self.emitted)
        totals = (self.preemptions, self.rejections)
        *columns, times = zip(*summaries, strict=True)
        for mine, column in zip((*counts, *totals), columns, strict=True):
            mine.extend(column)
        if times[0] is not None:
            self.now_ms.extend(times)

    def index_at(self, step: int) -> int:
        """The index of the last executed step not after `step`; -1 if there is none."""
        return bisect_right(self.step, step) - 1
