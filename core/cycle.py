"""Runs that go round in circles: the same state again, with nobody still to arrive, can never end.

The state is who waits and who runs, in order, each with its computed and sent tokens, and what the
queue remembers besides (whose turn it is, who was overtaken how often), and where that matters how
the memory lies (the addresses of pieces, who shares which blocks); not the clock, the ids of blocks
or any counter. It is looked at only after a while without a new token, so healthy runs pay
nothing, and compared with one remembered state that moves on at powers of two (Brent's method), so
memory is one state however long the cycle.

Where preemptions throw sent tokens away a run may go round in circles and send tokens all the time,
the same ones again and again. Each lap then has such a preemption in it, so it is enough to look at
the state after the steps that have one. If it repeats, nobody will ever get further than before.
"""

from typing import TypeAlias

from core.lifecycle import Decoding, Preempted, Prefilling, Waiting
from core.replica import Replica

QUIET_STEPS = 64
"""Executed steps without a token before the state is looked at."""

Part: TypeAlias = tuple[object, ...]


def state_of(replica: Replica) -> tuple[Part, ...]:
    """The state of `replica` with the clock taken out."""
    tick = replica.clock.tick
    layout = replica.memory.layout(replica.running)
    parts: list[Part] = [replica.queue.memory, layout, (replica.hidden,)]
    for queued in replica.queue:
        match queued:
            case Waiting(request):
                parts.append((request.rid, "waiting", 0, 0))
            case Preempted(request, _, emitted):
                kept = 0 if queued.swapped is None else queued.swapped.tokens
                parts.append((request.rid, "preempted", emitted, kept))
    for running in replica.running.values():
        rid = running.request.rid
        match running:
            case Prefilling():
                parts.append((rid, "prefilling", running.emitted, running.computed_tokens))
            case Decoding():
                parts.append(
                    (rid, "decoding", running.emitted(tick), running.computed_tokens(tick))
                )
    return tuple(parts)


class Brent:
    """Compares each state it is shown with one that it remembers."""

    __slots__ = ("_remembered", "_seen", "_since", "_step")

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._seen = 0
        self._since = 0  # which of them is remembered, and of which step it is
        self._step = 0
        self._remembered: tuple[Part, ...] | None = None

    def period(self, index: int, replica: Replica) -> int | None:
        """How many steps before executed step `index` the state was the same; None if it was not.

        The state is that of `replica`, after that step.
        """
        self._seen += 1
        state = state_of(replica)
        if self._remembered is None or self._seen - self._since > self._since:
            self._remembered, self._since, self._step = state, self._seen, index
            return None
        return index - self._step if state == self._remembered else None


class SentAgainWatch:
    """Says when the state of a run repeats that throws sent tokens away."""

    __slots__ = ("_brent", "_discarded", "_passed")

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._brent = Brent()
        self._discarded = 0
        self._passed = 0  # requests that had arrived or ended then

    def period(self, index: int, replica: Replica) -> int | None:
        """After executed step `index`: how many steps ago the state was the same, if it was."""
        if replica.discarded == self._discarded:
            return None
        self._discarded = replica.discarded
        passed = replica.arrived + len(replica.ended)
        if passed != self._passed:
            self._passed, self._brent = passed, Brent()
        return self._brent.period(index, replica)


class CycleWatch:
    """Says when the state of a run repeats that sends no tokens."""

    __slots__ = ("_brent", "_last", "_quiet")

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._last = -1  # the executed step last looked at
        self._quiet = 0  # quiet steps in a row
        self._brent = Brent()

    def period(self, index: int, replica: Replica) -> int | None:
        """After executed step `index`, a quiet one: how many steps ago the state was the same.

        None if it was not.
        """
        if index != self._last + 1:
            self._quiet, self._brent = 0, Brent()
        self._last = index
        self._quiet += 1
        return self._brent.period(index, replica) if self._quiet >= QUIET_STEPS else None


class Circles:
    """Sees that a run goes round in circles, with tokens sent or without."""

    __slots__ = ("_quiet", "_sent_again")

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._quiet, self._sent_again = CycleWatch(), SentAgainWatch()

    def found(self, index: int, replica: Replica) -> tuple[int, str] | None:
        """After executed step `index`, with nobody still to come or go: the period, and the reason.

        None while the run gets on, as far as can be seen.
        """
        if replica.discarded and (period := self._sent_again.period(index, replica)):
            return period, _reason(period, "no request reached a new maximum of sent tokens")
        if not replica.ran.emitted and (period := self._quiet.period(index, replica)):
            return period, _reason(period, "no token emitted")
        return None


def _reason(period: int, what: str) -> str:
    return f"the state repeats: period {period}, {what} and nobody still to arrive"
