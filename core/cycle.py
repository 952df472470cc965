"""Runs that go round in circles: the same state again, with nobody still to arrive, can never end.

The state is who waits and who runs, in order, each with its computed and sent tokens, and what the
queue remembers besides (whose turn it is, who was overtaken how often); not the clock, the block
ids or any counter. It is looked at only after a while without a new token, so healthy runs pay
nothing, and compared with one remembered state that moves on at powers of two (Brent's method), so
memory is one state however long the cycle.
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
    parts: list[Part] = [replica.queue.memory]
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

    __slots__ = ("_last", "_remembered", "_seen", "_since")

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._last = -1  # the executed step last looked at
        self._seen = 0  # quiet steps in a row
        self._since = 0  # which of them is remembered
        self._remembered: tuple[Part, ...] | None = None

    def period(self, index: int, replica: Replica) -> int | None:
        """After executed step `index`, a quiet one: how many steps ago the state was the same.

        None if it was not.
        """
        if index != self._last + 1:
            self._seen, self._since, self._remembered = 0, 0, None
        self._last = index
        self._seen += 1
        return self._compare(replica) if self._seen >= QUIET_STEPS else None

    def _compare(self, replica: Replica) -> int | None:
        state = state_of(replica)
        ago = self._seen - self._since
        if self._remembered is None or ago > self._since:
            self._remembered, self._since = state, self._seen
            return None
        return ago if state == self._remembered else None
