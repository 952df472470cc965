"""What each executed step came to, in compact arrays: for timelines, charts and totals."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from struct import Struct
from typing import TypeAlias

from core.replica import Replica
from core.replica.state import NO_WORK
from core.request import Request

Summary: TypeAlias = bytes
"""What a step came to: a number for each array of `Series`, in their order, packed as they lie in
it; without a clock only the first nine.
"""
AT_ONCE = 65_536
"""Steps laid out together at most: seldom is best, as an array that grows is copied now and then;
but until then they are there three times, in 6 MB each.
"""
COUNTS, TIMES = Struct("9q"), Struct("d2q")
_counts, _times = COUNTS.pack, TIMES.pack


def summary(replica: Replica) -> Summary:
    """What the step came to that `replica` has just executed.

    Who has arrived runs, has ended, or waits.
    """
    clock = replica.clock
    requests, tokens, emitted, _ = replica.work
    counts = _counts(
        clock.step,
        requests,
        replica.arrived - len(replica.running) - replica.ended.length,
        replica.used_at_run,
        tokens,
        emitted,
        replica.preemptions,
        replica.rejections,
        len(replica.held_slots),
    )
    return counts if clock.now_ms is None else counts + _times(clock.now_ms, *clock.worked)


def stopped(replica: Replica) -> Summary:
    """What the step came to in which the run of `replica` failed, as far as that got.

    Before its work was done nothing was processed; who runs and what is owned is as it stands.
    """
    done = summary(replica)
    if replica.work is not NO_WORK:
        return done
    memory, now_ms = replica.memory, replica.clock.now_ms
    step, _, waiting, _, _, _, *totals = COUNTS.unpack_from(done)
    owned = memory.total_blocks - memory.free_blocks
    counts = COUNTS.pack(step, len(replica.running), waiting, owned, 0, 0, *totals)
    return counts if now_ms is None else counts + TIMES.pack(now_ms, 0, replica.kv_tokens)


class Series:
    """One entry per executed step; a jumped step has none.

    `step` is its number; `running`, `waiting`, `blocks` (owned), `tokens` (processed) and `emitted`
    are counts when its work was done, before anything finished, or where it failed before that;
    `preemptions` and `rejections` count from the start of the run. `kept` are the slots that
    finished members of a static batch keep after the step. With a clock, else empty: `now_ms` is
    when it started; `prefill_tokens` (processed) and `kv_tokens` (resident), with `tokens`, are
    what its length comes from. Of the `noted` steps the last ones may not be laid out yet.
    """

    __slots__ = (
        "_notes",
        "blocks",
        "emitted",
        "kept",
        "kv_tokens",
        "noted",
        "now_ms",
        "preemptions",
        "prefill_tokens",
        "rejections",
        "running",
        "step",
        "tokens",
        "waiting",
    )

    def __init__(self) -> None:
        """Start empty."""
        self.noted = 0
        self._notes: list[Summary] = []
        self.step = array("q")
        self.running = array("q")
        self.waiting = array("q")
        self.blocks = array("q")
        self.tokens = array("q")
        self.emitted = array("q")
        self.preemptions = array("q")
        self.rejections = array("q")
        self.kept = array("q")
        self.now_ms = array("d")
        self.prefill_tokens = array("q")
        self.kv_tokens = array("q")

    def __len__(self) -> int:
        """How many executed steps are laid out."""
        return len(self.step)

    def note(self, summaries: Sequence[Summary]) -> None:
        """Note some steps, in order."""
        self.noted += len(summaries)
        self._notes.append(b"".join(summaries))
        if self.noted - len(self) >= AT_ONCE:
            self.lay_out()

    def lay_out(self) -> None:
        """Lay out what was noted."""
        steps, packed = self.noted - len(self), b"".join(self._notes)
        self._notes.clear()
        if not steps:
            return
        numbers, times = array("q", packed), array("d", packed)
        width = len(numbers) // steps
        counts = (self.step, self.running, self.waiting, self.blocks, self.tokens, self.emitted)
        totals = (self.preemptions, self.rejections, self.kept)
        for at, mine in enumerate((*counts, *totals)):
            mine.extend(numbers[at::width])
        if width > len(counts + totals):
            self.now_ms += times[9::width]
            self.prefill_tokens += numbers[10::width]
            self.kv_tokens += numbers[11::width]

    def held_slots(self, index: int) -> int:
        """Slots held when the work of executed step number `index` was done, kept ones included."""
        return self.running[index] + (self.kept[index - 1] if index else 0)

    def joined(self, request: Request) -> int:
        """The step in which `request`, which has arrived, joined the queue."""
        if request.arrival_ms is None:
            return request.arrival
        return self.step[bisect_left(self.now_ms, request.arrival_ms)]

    def index_at(self, step: int) -> int:
        """The index of the last executed step not after `step`; -1 if there is none."""
        steps = self.step
        if 0 <= step < len(steps) and steps[step] == step:  # none before it was jumped
            return step
        return bisect_right(steps, step) - 1
