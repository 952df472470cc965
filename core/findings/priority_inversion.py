"""Priority inversion: a request waits for what running ones hold that are less urgent than it.

At the end of a step the most urgent of those that wait (of equals the first in the queue) could
have been admitted if those running ones were gone that are strictly less urgent (by priority, aged
where the order ages): all slots were taken and one of them has one, or its blocks did not fit and
would fit with theirs. Told per request, where that was so in at least `LEAST_STEPS` steps. First
come, first served does not look at priorities; an order by priority lets running ones be, unless
`preempt_for_urgent` is on. With that it happens where a guard spares them, or a gate asks for more
than slots and blocks.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from core.events import Admitted, Arrived, Cancelled, Preempted
from core.explain import counted
from core.findings.finding import MOST_CASES, Finding, finding
from core.findings.look import Limits, Look
from core.findings.smallest import Smallest
from core.lifecycle import Queued, Running
from core.naming import visible
from core.policies.orders import urgency
from core.request import Request

LEAST_STEPS = 3
MOST_HOLDERS = 3


class Holders(NamedTuple):
    """Who holds `what` a request waits for, the one admitted first in front."""

    what: str
    requests: Sequence[Request]


class Inverted:
    """A request that waits, the first step in which it was so, who held what, and how long."""

    __slots__ = ("holders", "jump", "request", "steps")

    def __init__(self, look: Look, request: Request, holders: Holders) -> None:
        """In the step that is looked at `holders` hold what `request` waits for."""
        self.request, self.holders, self.jump = request, holders, look.end
        self.steps = 0


class PriorityInversion:
    """Requests that waited for what less urgent ones held."""

    def __init__(
        self, requests: Sequence[Request], limits: Limits, aging: float | None = None
    ) -> None:
        """Nothing is seen yet of the run of `requests` by a scheduler that keeps `limits`."""
        self._limits, self._aging = limits, aging
        self._is_idle = len({request.priority for request in requests}) <= 1
        self._requests = {} if self._is_idle else {request.rid: request for request in requests}
        self._waiting = Smallest()
        self._found: dict[str, Inverted] = {}

    def see(self, look: Look) -> None:
        """Look at the next step; where all are equally urgent there is nothing to see."""
        if self._is_idle:
            return
        for _, event in look.moves:
            match event:
                case Arrived() | Preempted():
                    self._waiting.add(event.rid, self._urgency(self._requests[event.rid]))
                case Admitted() | Cancelled():
                    self._waiting.remove(event.rid)
                case _:
                    pass
        if first := self._waiting.smallest():
            self._look_at(look, first[1])

    def _urgency(self, request: Request) -> float:
        return urgency(request.priority, request.arrived, self._aging)

    def _look_at(self, look: Look, own: float) -> None:
        """Look at the first in the queue of those as urgent as `own`, the most urgent."""
        running = look.replica.running
        less = {n: s for n, s in running.items() if self._urgency(s.request) > own}
        if not less:
            return
        queued = next(q for q in look.replica.queue if self._urgency(q.request) == own)
        if what := self._held(look, queued, less):
            request = queued.request
            holders = Holders(what, [state.request for state in less.values()])
            found = self._found.setdefault(request.rid, Inverted(look, request, holders))
            found.steps += 1

    def _held(self, look: Look, queued: Queued, less: Mapping[int, Running]) -> str | None:
        """What `queued` would have if all of `less` were gone; None if that is not all it needs."""
        memory, room = look.replica.memory, look.at_admission
        needed = memory.needed_by(queued, look.replica.running)
        if needed > room.free_blocks + sum(map(memory.freeable, less)):
            return None
        if needed > room.piece:
            return "blocks"
        return None if room.has_slot(self._limits) else "slots"

    def findings(self) -> Iterable[Finding]:
        """Those that waited so longest."""
        found = [each for each in self._found.values() if each.steps >= LEAST_STEPS]
        for place, each in enumerate(nlargest(MOST_CASES, found, key=_weight)):
            yield _told(each, len(found) if place == 0 else 1)


def _weight(inverted: Inverted) -> int:
    return inverted.steps


def _told(inverted: Inverted, requests: int) -> Finding:
    request, (what, holders) = inverted.request, inverted.holders
    names = ", ".join(visible(each.rid) for each in holders[:MOST_HOLDERS])
    more = len(holders) - MOST_HOLDERS
    names += f" and {more:,} more" if more > 0 else ""
    least = max(each.priority for each in holders)
    worst = f" (the longest of {requests:,} such requests)" if requests > 1 else ""
    return finding(
        "priority_inversion",
        f"{visible(request.rid)} (priority {request.priority:,}) waits on {what} held by {names} "
        f"(priority up to {least:,}), in {counted(inverted.steps, 'step')} from "
        f"{inverted.jump.step:,} on{worst}",
        inverted.jump,
        [request.rid, *(each.rid for each in holders)],
        [inverted.jump.step],
        in_steps=inverted.steps,
        priority=request.priority,
        holders=len(holders),
        least_urgent=least,
        requests=requests,
    )
