"""Starvation: a request waited out of all proportion, or was overtaken again and again.

It waited at least `LEAST_STEPS` steps in the queue and more than `MANY_TIMES` times its own
service, the steps its answer takes alone (a step for each token of `output_len`); or more than
`MOST_OVERTAKING` requests that arrived after it were first admitted before it was. First
come, first served overtakes nobody, but may let one wait: long queues starve short answers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest

from core.events import Admitted, Arrived, Cancelled, Event, Finished, Preempted, Rejected
from core.explain import counted
from core.findings.finding import MOST_CASES, Finding, Jump, finding
from core.findings.look import Look
from core.findings.overtaking import Overtaking
from core.naming import visible
from core.request import Request

MANY_TIMES = 20
LEAST_STEPS = 50
MOST_OVERTAKING = 16


@dataclass(slots=True)
class Stay:
    """What a request has waited: `steps` in the queue, since step `since` again if it waits.

    `jump` is the end of its longest stay, when it was admitted; `longest` are the steps of that.
    """

    since: int | None
    jump: Jump
    steps: int = 0
    longest: int = 0
    overtaken: int = 0

    def end(self, jump: Jump) -> None:
        """It is admitted, or the run ends."""
        if self.since is not None:
            steps = jump.step - self.since
            self.steps += steps
            if steps >= self.longest:
                self.longest, self.jump = steps, jump
        self.since = None


class Starvation:
    """Requests that starved."""

    def __init__(self, requests: Iterable[Request]) -> None:
        """Nothing is seen yet of the run of `requests`."""
        self._services = {request.rid: request.output_len for request in requests}
        self._overtaking = Overtaking(len(self._services))
        self._alive: dict[str, Stay] = {}
        self._starved: dict[str, Stay] = {}
        self._last = Jump(0, 0)

    def see(self, look: Look) -> None:
        """Look at the next step."""
        self._last = look.end
        for jump, event in look.moves:
            self._note(jump, event)

    def _note(self, jump: Jump, event: Event) -> None:
        match event:
            case Arrived():
                self._overtaking.arrive(event.rid)
                self._alive[event.rid] = Stay(jump.step, jump)
            case Preempted() if event.rid in self._alive:
                self._alive[event.rid].since = jump.step
            case Admitted() if event.rid in self._alive:
                stay = self._alive[event.rid]
                stay.end(jump)
                if event.rid in self._overtaking:
                    stay.overtaken = self._overtaking.admit(event.rid)
            case Cancelled() if event.rid in self._alive:
                self._alive[event.rid].end(jump)
                self._end(event.rid)
            case Finished() | Rejected() if event.rid in self._alive:
                self._end(event.rid)
            case _:
                pass

    def _end(self, rid: str) -> None:
        """`rid` is no more: keep its stay if it starved."""
        stay = self._alive.pop(rid)
        if rid in self._overtaking:
            stay.overtaken = self._overtaking.leave(rid)
        if self._starves(rid, stay):
            self._starved[rid] = stay

    def _starves(self, rid: str, stay: Stay) -> bool:
        waited = max(LEAST_STEPS - 1, MANY_TIMES * self._services[rid])
        return stay.steps > waited or stay.overtaken > MOST_OVERTAKING

    def _still(self) -> Iterator[tuple[str, Stay]]:
        """Those that have not finished, as if their wait ended after the last step seen."""
        after = Jump(self._last.step + 1, 0)
        for rid, stay in self._alive.items():
            now = Stay(stay.since, stay.jump, stay.steps, stay.longest, stay.overtaken)
            if rid in self._overtaking:
                now.overtaken = self._overtaking.count(rid)
            now.end(after)
            if now.jump == after:
                now.jump = self._last
            if self._starves(rid, now):
                yield rid, now

    def findings(self) -> Iterable[Finding]:
        """Those that starved worst: by their waits in proportion, then by who overtook them."""
        found = [*self._starved.items(), *self._still()]
        for place, one in enumerate(nlargest(MOST_CASES, found, key=self._weight)):
            yield self._found(*one, len(found) if place == 0 else 1)

    def _weight(self, one: tuple[str, Stay]) -> tuple[float, int]:
        return one[1].steps / self._services[one[0]], one[1].overtaken

    def _found(self, rid: str, stay: Stay, requests: int) -> Finding:
        service = self._services[rid]
        worst = f" (the worst of {requests:,} requests)" if requests > 1 else ""
        return finding(
            "starvation",
            f"{visible(rid)} waited {counted(stay.steps, 'step')} for {service:,} of service, "
            f"overtaken by {counted(stay.overtaken, 'later one')}{worst}",
            stay.jump,
            [rid],
            [stay.jump.step],
            waited=stay.steps,
            service=service,
            overtaken=stay.overtaken,
            requests=requests,
        )
