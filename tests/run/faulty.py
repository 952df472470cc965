"""Schedulers that do wrong, each in one way, to see what a run makes of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.event_parts import EventKind
from core.events import Event
from core.lifecycle import NeverFits
from core.memory import Memory
from core.override import override
from core.replica import Replica
from core.request import Request
from core.schedulers.driftwood import Driftwood


class NeverAdmits(Driftwood):
    """Leaves everyone in the queue, and says so."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        if replica.queue.head and (held := replica.hold_head("budget", 0)):
            yield held


class ForgetsTheQueue(Driftwood):
    """Leaves everyone in the queue, without a word."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:  # noqa: ARG002 - it does not look
        yield from ()


class NeverPrefills(Driftwood):
    """Gives no prompt any token."""

    @override
    def run(self, replica: Replica) -> Iterator[Event]:
        yield replica.close_tick(replica.decoding)


class PreemptsForEver(Driftwood):
    """Takes back at each step what it gave at the one before, and prefills nothing."""

    @override
    def grow(self, replica: Replica) -> Iterator[Event]:
        for number in list(replica.running):
            yield replica.preempt(number, asker=number)

    @override
    def run(self, replica: Replica) -> Iterator[Event]:
        yield replica.close_tick(0)


class StartsAgain(Driftwood):
    """One token of a prompt a step, and before the last of them it starts again."""

    @override
    def grow(self, replica: Replica) -> Iterator[Event]:
        state = replica.next_prefill
        if state and state.computed_tokens == state.known_tokens - 1:
            yield replica.preempt(state.admission, asker=state.admission)

    @override
    def run(self, replica: Replica) -> Iterator[Event]:
        state = replica.next_prefill
        if state:
            yield replica.prefill(state, 1)
        yield replica.close_tick(1)


class DoesNothing(Driftwood):
    """Has no events at all; nobody even arrives."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:  # noqa: ARG002 - it does not look
        yield from ()


class StopsAtStep3(Driftwood):
    """Does nothing any more from step 3 on."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:
        if replica.clock.step < 3:
            yield from Driftwood.step(self, replica)


class RaisesInStep3(Driftwood):
    """Raises in step 3, when its growing and admitting is done."""

    @override
    def run(self, replica: Replica) -> Iterator[Event]:
        if replica.clock.step == 3:
            raise RuntimeError("no more")  # the line to blame
        yield from Driftwood.run(self, replica)


class RaisesAtOnce(Driftwood):
    """Raises before its first event."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:
        raise KeyError(replica.clock.step)  # the line to blame


class AdmitsTooMuch(Driftwood):
    """Asks the replica for more blocks than there are, which the replica does not let pass."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        if replica.queue.head:
            yield replica.admit_head(1_000_000)  # the line to blame


class SpeechlessError(Exception):
    """An error that cannot be told."""

    @override
    def __str__(self) -> str:
        raise ValueError("no words")


class RaisesWithoutWords(Driftwood):
    """Raises what has no words."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:  # noqa: ARG002 - it does not look
        yield from ()
        raise SpeechlessError


@dataclass(frozen=True)
class Interrupts:
    """Driftwood, interrupted once in step 3 as by Ctrl-C, after an event of this kind."""

    inner: Driftwood
    kind: EventKind
    interruptions: list[int]

    def new_memory(self) -> Memory:
        """As it is."""
        return self.inner.new_memory()

    def never_fits(self, request: Request) -> NeverFits | None:
        """As it is."""
        return self.inner.never_fits(request)

    def step(self, replica: Replica) -> Iterator[Event]:
        """As it is, but for the interruption."""
        for event in self.inner.step(replica):
            yield event
            if (replica.clock.step, event.kind) == (3, self.kind) and not self.interruptions:
                self.interruptions.append(replica.clock.step)
                raise KeyboardInterrupt
