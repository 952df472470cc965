"""The scheduler with a check of the replica after each of its events.

It can stand wherever the scheduler stands, so what a run replays is checked as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core.events import Event
from core.lifecycle import NeverFits
from core.memory import Memory
from core.replica import Replica
from core.replica.queues import WaitingQueue
from core.request import Request
from core.schedulers.driftwood import Driftwood
from tests.invariants import check
from tests.phases import ARRIVE, phase_of


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
        step, tick, phase, told = replica.clock.step, replica.clock.tick, ARRIVE, 0
        for event in self.inner.step(replica):
            check(replica, self.inner, event)
            assert phase_of(event) >= phase
            phase, told = phase_of(event), told + (event.kind == "ran")
            assert replica.clock.tick == tick + told
            yield event
        assert told == 1
        assert replica.clock.step == step == replica.clock.ticked_at
        check(replica, self.inner)
