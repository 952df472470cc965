"""Runs that go round in circles: the same state again, with nobody still to arrive, can never end.

The state is who waits and who runs, in order, each with its computed and sent tokens; not the clock, the block ids or any
counter. It is looked at only after a while without a new token, so healthy runs pay nothing, and compared with one remembered
state that moves on at powers of two (Brent's method), so memory is one state however long the cycle.
"""

from typing import TypeAlias

from core.lifecycle import Decoding, Prefilling, Preempted, Waiting
from core.replica import Replica

QUIET_STEPS = 64
"""Executed steps without a token before the state is looked at."""

Part: TypeAlias = tuple[str, str, int, int]


def state_of(replica: Replica) -> tuple[Part, ...]:
    """The state of `replica` with the clock taken out."""
    tick = replica.tick
    parts: list[Part] = []
    for queued in replica.queue:
        match queued:
            case Waiting(request):
                parts.append((request.rid, "waiting", 0, 0))
            case Preempted(request, _, emitted):
                parts.append((request.rid, "preempted", emitted, 0))
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


class CycleWatch:
    """Says when the state of a run repeats."""

    __slots__ = ("_quiet", "_remembered", "_since")

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._quiet = 0
        self._since = 0
        self._remembered: tuple[Part, ...] | None = None

    def period(self, replica: Replica) -> int | None:
        """After a step: how many steps ago the state was the same; None as long as it was not."""
        if replica.ran.emitted or replica.next_arrival is not None:
            self._quiet = 0
            self._remembered = None
            return None
        self._quiet += 1
        return self._compare(replica) if self._quiet >= QUIET_STEPS else None

    def _compare(self, replica: Replica) -> int | None:
        state = state_of(replica)
        ago = self._quiet - self._since
        if self._remembered is None or ago > self._since:
            self._remembered, self._since = state, self._quiet
            return None
        return ago if state == self._remembered else None
