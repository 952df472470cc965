"""What a run of ours did in each step, in the words that the naive engines use."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.events import Preempted
from core.request import Request
from core.run import Run
from core.schedulers import Scheduler


@dataclass
class Step:
    """A step: who got tokens, who made room, blocks held at work; then who runs and who waits.

    `running` is sorted, as engines differ in the order that they keep; `waiting` is in order.
    """

    step: int
    tokens: dict[str, int] = field(default_factory=dict)
    paused: list[str] = field(default_factory=list)
    used: int = 0
    running: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)

    @property
    def has_something(self) -> bool:
        """Whether anybody is there: not if all that came were refused, or the last gave up."""
        return bool(self.tokens or self.running or self.waiting)


def steps_of(run: Run) -> list[Step]:
    """Every executed step of `run`."""
    seen: list[Step] = []
    for record, (replica, happened) in zip(run.records(), run.replay(), strict=True):
        paused = [event.rid for event in happened if isinstance(event, Preempted)]
        running = sorted(state.request.rid for state in replica.running.values())
        waiting = [queued.request.rid for queued in replica.queue]
        scheduled, used = dict(record.scheduled), record.blocks_used
        seen.append(Step(record.step, scheduled, paused, used, running, waiting))
    return seen


@dataclass(frozen=True)
class Case:
    """A workload on an engine."""

    requests: tuple[Request, ...]
    scheduler: Scheduler

    def run(self, max_steps: int = 300) -> Run:
        """Its run, to its end or so far."""
        return Run(self.requests, self.scheduler, max_steps=max_steps).finish()

    @property
    def possible(self) -> Sequence[Request]:
        """Those that could run."""
        return [one for one in self.requests if not self.scheduler.never_fits(one)]
