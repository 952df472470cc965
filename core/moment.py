"""One moment of a run: exactly the first `event` changes of step `step`, to look at.

Nothing here changes anything.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple, assert_never

from core import events
from core.holdings import Holdings
from core.lifecycle import (
    Cancelled,
    Decoding,
    Finished,
    Preempted,
    Prefilling,
    Rejected,
    State,
    Waiting,
)
from core.memory import Contiguous
from core.override import override
from core.past import NO_PAST, Past, Waited
from core.pauses import Pauses
from core.policies import Candidate, candidates
from core.replica import Replica
from core.replica.queues import SkippingQueue
from core.rows import Row, Rows, Waits, row
from core.schedulers import hidden_state_of


class Overtaken(NamedTuple):
    """So many `times`, of at most so many."""

    times: int
    most: int


class Moment(Holdings):
    """What the replica looked like after the first `event` changes of `step`, which are `events`.

    `waiting` and `running` are in order: queue order, order of admission. Rows are made when they
    are looked at.
    """

    def __init__(self, replica: Replica, step: int, happened: Sequence[events.Event]) -> None:
        """Look at `replica`, which must not change any more."""
        super().__init__(replica)
        self.step = step
        self.event = len(happened)
        self.events = tuple(happened)

    @override
    def __repr__(self) -> str:
        """What a failed test or a prompt of Python says of it."""
        counts = f"{len(self.running)} running, {len(self.waiting)} waiting"
        used = f", {self.used_blocks} of {self.total_blocks} blocks used" * (self.total_blocks > 0)
        return f"<Moment of step {self.step}, event {self.event}: {counts}{used}>"

    @property
    def now_ms(self) -> float | None:
        """When the step starts, in milliseconds; None without a clock."""
        return self._replica.clock.now_ms

    @property
    def kv_tokens(self) -> int:
        """KV entries resident: the computed tokens of all that run."""
        return sum(row.computed_tokens for row in self.running)

    @cached_property
    def waiting(self) -> Rows:
        """Who waits, the head first."""
        return Rows(tuple(self._replica.queue), self._replica)

    @cached_property
    def running(self) -> Rows:
        """Who runs, in order of admission."""
        return Rows(tuple(self._replica.running.values()), self._replica)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Who could be preempted now, the one admitted last first, as a victim policy sees it."""
        return tuple(candidates(self._replica))

    @cached_property
    def waited(self) -> Sequence[Waited]:
        """For each of `waiting`: the steps before this one it has waited, by cause."""
        queue = self._replica.queue
        return Waits((waited for _, waited in queue.waited(self.step)), len(queue))

    @cached_property
    def held(self) -> events.Held | None:
        """The last decision about the head of the queue, with its numbers at that time.

        None if nobody is held.
        """
        held, queue = self._replica.held, self._replica.queue
        if held is None or queue.head is not held[0]:
            return None
        left = [e for e in self.events if isinstance(e, events.Finished)]
        blocks, replica, memory = [e.blocks for e in left], self._replica, self._replica.memory
        taken = self.held_slots + sum(e.slots for e in left)
        free = self.available_blocks - sum(map(len, blocks))
        piece = memory.largest_before(blocks) if isinstance(memory, Contiguous) else None
        rid, needed, why = held[0].request.rid, replica.held_blocks, replica.held_why
        return events.Held(rid, held[1], taken, needed, free, piece, why, *replica.held_parts)

    def hidden_state(self, scheduler: object) -> Mapping[str, float]:
        """What the engine `scheduler` keeps to itself at this moment, by its names for it."""
        return hidden_state_of(scheduler, self._replica)

    @cached_property
    def paused(self) -> frozenset[str]:
        """Those that decode and get no token as the step has decided: budget or batch have none."""
        running = self._replica.running
        return frozenset(running[each].request.rid for each in self._replica.unscheduled)

    def overtaken(self, rid: str) -> Overtaken | None:
        """How often `rid` was passed since it began to wait; None where nobody is ever passed."""
        queue = self._replica.queue
        if not isinstance(queue, SkippingQueue):
            return None
        return Overtaken(queue.overtaken(rid), queue.most)

    @property
    def preemptions(self) -> int:
        """Preemptions so far."""
        return self._replica.preemptions

    @property
    def turns(self) -> Counter[str]:
        """Admissions so far, by tenant."""
        return Counter(request.tenant for request in self._replica.admitted)

    @property
    def finished(self) -> int:
        """Requests finished so far."""
        return self._replica.ended.finished

    @property
    def rejected(self) -> int:
        """Requests rejected so far."""
        return self._replica.rejections

    @property
    def cancelled(self) -> int:
        """Requests whose clients have left so far, before the end."""
        return self._replica.cancellations

    def needed_blocks(self, position: int) -> int:
        """Blocks that number `position` (from 0) of `waiting` would take if it were admitted now.

        In contiguous memory they must be in one piece. Raises `IndexError` where nobody waits.
        """
        replica = self._replica
        queued = next(islice(replica.queue, range(len(replica.queue))[position], None))
        return replica.memory.needed_by(queued, replica.running)

    @property
    def held_slots(self) -> int:
        """Slots taken: of those that run, and of `holding`."""
        return self._replica.slots_taken

    @property
    def holding(self) -> tuple[str, ...]:
        """Finished members of a static batch that keep their slots, in the order they finished."""
        return tuple(state.request.rid for state in self._replica.held_slots)

    @property
    def tokens(self) -> int:
        """Tokens processed so far in this step, decodes included once they ran."""
        ran = [e.tokens for e in self.events if isinstance(e, events.Ran)]
        chunks = (e.tokens for e in self.events if isinstance(e, events.Chunk | events.FirstToken))
        return ran[0] if ran else sum(chunks)

    def find(self, rid: str) -> Row | None:
        """The row of `rid`, in whatever state it is; None if it has not arrived."""
        state = self._state(rid)
        return None if state is None else row(state, self._replica)

    def past(self, rid: str) -> Past:
        """What `rid` has behind it, this step's wait left out; nothing if it has not arrived."""
        past = self._past(rid)
        if not self._replica.stalls:
            return past
        return replace(past, longest_gap=Pauses(self._replica).longest_gap(rid, past))

    def _past(self, rid: str) -> Past:
        state, clock = self._state(rid), self._replica.clock
        match state:
            case None:
                return NO_PAST
            case Waiting():
                return NO_PAST.after_stay(self._stay(rid), 0)
            case Preempted():
                return state.past.after_stay(self._stay(rid), 0)
            case Prefilling():
                return state.past_until(self.step)
            case Decoding():
                return state.past_until(self.step, clock.tick, clock.ticked_at)
            case Finished() | Cancelled() | Rejected():
                return state.past
        assert_never(state)

    def _stay(self, rid: str) -> Waited:
        return self.waited[self.waiting.rids.index(rid)]

    def _state(self, rid: str) -> State | None:
        """The state of `rid`; None before its arrival."""
        for states in (self._replica.running.values(), self._replica.queue):
            for state in states:
                if state.request.rid == rid:
                    return state
        return self._replica.ended.find(rid)
