"""What each executed step came to, in compact arrays: for timelines, charts and totals."""

from array import array
from bisect import bisect_right

from core.replica import Replica


class Series:
    """One entry per executed step; a jumped step has none.

    `step` is its number; `running`, `waiting`, `blocks` (owned), `tokens` (processed) and
    `emitted` are counts when its work was done, before anything finished; `preemptions` and
    `rejections` count from the start of the run; `now_ms` is when it started, empty without a
    clock.
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

    def append(self, replica: Replica) -> None:
        """Note the step that `replica` has just executed."""
        ran = replica.ran
        self.step.append(replica.clock.step)
        self.running.append(ran.requests)
        self.waiting.append(len(replica.queue))
        self.blocks.append(replica.used_at_run)
        self.tokens.append(ran.tokens)
        self.emitted.append(ran.emitted)
        self.preemptions.append(replica.preemptions)
        self.rejections.append(replica.rejections)
        if replica.clock.now_ms is not None:
            self.now_ms.append(replica.clock.now_ms)

    def index_at(self, step: int) -> int:
        """The index of the last executed step not after `step`; -1 if there is none."""
        return bisect_right(self.step, step) - 1
