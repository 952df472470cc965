"""All moments of a job, written down while one replica runs from its start to its end.

Nothing is copied or replayed here, so the book is what every moment of a run must equal.
"""

from bisect import bisect_right
from dataclasses import replace

from core.events import Event
from core.moment import Moment
from core.replica import Replica
from core.run import Run
from tests.walk.driven import MOST_EVENTS, Job, steps
from tests.walk.dump import Dump, differences, dump

NAMED = 12
"""Requests that are looked for by name in each moment."""


class Book:
    """The moments of `job`: `steps` are the executed ones, `pages` the dumps of each, by event."""

    def __init__(self, job: Job) -> None:
        """Run the job once and write everything down."""
        self.job, self.named = job, job.requests[:NAMED]
        self.steps: list[int] = []
        self.pages: list[list[Dump]] = []
        replica = job.replica()
        self.ends: list[float | None] = []
        """When each executed step ends, in milliseconds."""
        self.before = dump(Moment(replica, 0, []), self.named)
        if not job.requests:
            return
        for step in steps(replica):
            happened: list[Event] = []
            page = [dump(Moment(replica, step, happened), self.named)]
            for event in job.scheduler.step(replica):
                assert len(happened) < MOST_EVENTS
                happened.append(event)
                page.append(dump(Moment(replica, step, happened), self.named))
            self.steps.append(step)
            self.ends.append(self._end_of(replica))
            self.pages.append(page)

    @property
    def last_step(self) -> int:
        """The last executed step."""
        return self.steps[-1] if self.steps else -1

    def events_in(self, step: int) -> int:
        """How many events `step` has; 0 if it is jumped."""
        at = bisect_right(self.steps, step) - 1
        return len(self.pages[at]) - 1 if at >= 0 and self.steps[at] == step else 0

    def moment(self, step: int, event: int | None) -> Dump:
        """What must be seen at (step, event); a jumped step shows what the last one left."""
        at = bisect_right(self.steps, step) - 1
        if at >= 0 and self.steps[at] == step:
            return self.pages[at][-1 if event is None else event]
        left = self.pages[at][-1] if at >= 0 else self.before
        counts = (*left.counts[:-1], 0)
        now_ms = self._now_ms(at, step)
        return replace(left, step=step, event=0, happened=(), counts=counts, now_ms=now_ms)

    def _now_ms(self, at: int, step: int) -> float | None:
        """When a jumped step starts: one base after another since the last executed one."""
        if self.job.cost is None:
            return None
        idle_from, free_from = (0.0, 0) if at < 0 else (self.ends[at], self.steps[at] + 1)
        assert idle_from is not None
        return idle_from + self.job.cost.base_ms * (step - free_from)

    def _end_of(self, replica: Replica) -> float | None:
        now_ms, cost = replica.clock.now_ms, self.job.cost
        if cost is None or now_ms is None:
            return None
        prefill_tokens, kv_tokens = replica.clock.worked
        decodes = replica.ran.tokens - prefill_tokens
        moved_ms = sum(one.copied.ms for one in replica.moves if one.step == replica.clock.step)
        return now_ms + moved_ms + cost.of(1, decodes, prefill_tokens, kv_tokens)

    def compare(self, run: Run, step: int, event: int | None) -> None:
        """Check that `run` shows (step, event) as it is written here."""
        seen = dump(run.at(step, event), self.named)
        assert differences(seen, self.moment(step, event)) == {}, (step, event)
