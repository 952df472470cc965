"""The scheduler with a check of the replica after each of its events.

It can stand wherever the scheduler stands, so what a run replays is checked as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core.events import Event, Ran
from core.lifecycle import NeverFits
from core.memory import Memory
from core.replica import Replica
from core.replica.queues import WaitingQueue
from core.request import Request
from core.schedulers.driftwood import Driftwood
from tests.invariants import check, place
from tests.phases import ARRIVE


@dataclass(frozen=True)
class Watched:
    """The scheduler `inner`, whose every event is followed by a `check`."""

    inner: Driftwood

    def new_memory(self) -> Memory:
        """The same memory."""
        return self.inner.new_memory()

    def waiting_queue(self) -> WaitingQueue | None:
        """The same queue."""
        return self.inner.waiting_queue()

    def never_fits(self, request: Request) -> NeverFits | None:
        """The same refusals."""
        return self.inner.never_fits(request)

    def step(self, replica: Replica) -> Iterator[Event]:
        """The same step, whose events go through its phases in order and tick once."""
        check(replica, self.inner)
        step, tick, phase = replica.clock.step, replica.clock.tick, ARRIVE
        told = ticks = 0
        for event in self.inner.step(replica):
            check(replica, self.inner, event)
            assert place(event, self.inner) >= phase
            phase, told = place(event, self.inner), told + (event.kind == "ran")
            stood = isinstance(event, Ran) and event.stalled > 0
            ticks = ticks + (event.kind == "ran" and not stood)
            assert replica.clock.tick == tick + ticks
            yield event
        assert told == 1
        assert replica.clock.step == step
        assert (replica.clock.ticked_at == step) == (ticks == 1)
        check(replica, self.inner)
