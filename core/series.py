"""What each executed step came to, in compact arrays: for timelines, charts and totals."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from struct import pack
from typing import TypeAlias

from core.replica import Replica
from core.replica.state import NO_WORK
from core.request import Request

Timing: TypeAlias = tuple[float, int, int]
Summary: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, Timing | None]
"""A step in the order of `Series`'s arrays, with a clock the last three of them together."""


def summary(replica: Replica) -> Summary:
    """What the step came to that `replica` has just executed.

    Who has arrived runs, has ended, or waits.
    """
    clock = replica.clock
    requests, tokens, emitted, _ = replica.work
    prefilled, kept = clock.worked
    return (
        clock.step,
        requests,
        replica.arrived - len(replica.running) - replica.ended.length,
        replica.used_at_run,
        tokens,
        emitted,
        replica.preemptions,
        replica.rejections,
        len(replica.held_slots),
        None if clock.now_ms is None else (clock.now_ms, prefilled, kept),
    )


def stopped(replica: Replica) -> Summary:
    """What the step came to in which the run of `replica` failed, as far as that got.

    Before its work was done nothing was processed; who runs and what is owned is as it stands.
    """
    if replica.work is not NO_WORK:
        return summary(replica)
    step, _, waiting, _, *_ = summary(replica)
    clock, memory = replica.clock, replica.memory
    return (
        step,
        len(replica.running),
        waiting,
        memory.total_blocks - memory.free_blocks,
        *(0, 0),
        replica.preemptions,
        replica.rejections,
        len(replica.held_slots),
        None if clock.now_ms is None else (clock.now_ms, 0, replica.kv_tokens),
    )


class Series:
    """One entry per executed step; a jumped step has none.

    `step` is its number; `running`, `waiting`, `blocks` (owned), `tokens` (processed) and `emitted`
    are counts when its work was done, before anything finished, or where it failed before that;
    `preemptions` and `rejections` count from the start of the run. `kept` are the slots that
    finished members of a static batch keep after the step. With a clock, else empty: `now_ms` is
    when it started; `prefill_tokens` (processed) and `kv_tokens` (resident), with `tokens`, are
    what its length comes from.
    """

    __slots__ = (
        "blocks",
        "emitted",
        "kept",
        "kv_tokens",
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
        """How many steps were executed."""
        return len(self.step)

    def extend(self, summaries: Sequence[Summary]) -> None:
        """Note some steps, in order. Many at once are cheaper than one by one.

        And packed first: an array takes numbers from a sequence at a quarter of the speed.
        """
        if not summaries:
            return
        counts = (self.step, self.running, self.waiting, self.blocks, self.tokens, self.emitted)
        totals = (self.preemptions, self.rejections, self.kept)
        *columns, timings = zip(*summaries, strict=True)
        for mine, column in zip((*counts, *totals), columns, strict=True):
            mine.frombytes(pack(f"{len(column)}q", *column))
        if timings[0] is not None:
            now_ms, prefill_tokens, kv_tokens = zip(*timings, strict=True)
            self.now_ms.frombytes(pack(f"{len(now_ms)}d", *now_ms))
            self.prefill_tokens.frombytes(pack(f"{len(now_ms)}q", *prefill_tokens))
            self.kv_tokens.frombytes(pack(f"{len(now_ms)}q", *kv_tokens))

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
