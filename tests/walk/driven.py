"""A replica driven by hand, without a run: no checkpoints, no replay, every event looked at."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TypedDict

from core.cost import Cost
from core.events import Event
from core.moment import Moment
from core.replica import LeavingReplica, Replica
from core.replica.arrivals import Arrivals
from core.request import Request
from core.results import results_of
from core.run import Run
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import Case
from tests.walk.compared import check_moment
from tests.walk.pools import pool_of
from tests.walk.told import Told
from tests.walk.watched import Watched

MOST_STEPS = 5_000
MOST_EVENTS = 2_000
"""In one step."""


@dataclass(frozen=True)
class Parts:
    """What an engine is made of; a test may put a faulty part in."""

    scheduler: type[Driftwood] = Driftwood
    replica: type[Replica] = Replica
    arrivals: type[Arrivals] = Arrivals
    leaving: type[LeavingReplica] = LeavingReplica


SOUND = Parts()
"""The engine as it is."""


@dataclass(frozen=True)
class Job:
    """A workload with the scheduler that is to run it, and what a step costs."""

    requests: tuple[Request, ...]
    scheduler: Driftwood
    parts: Parts = SOUND
    cost: Cost | None = None

    def run(self, max_steps: int = MOST_STEPS) -> Run:
        """A run of its own, nothing of which is executed yet."""
        return Run(self.requests, self.scheduler, cost=self.cost, max_steps=max_steps)

    def replica(self) -> Replica:
        """A replica about to execute the first step."""
        arrivals = self.parts.arrivals(self.requests)
        memory, queue = self.scheduler.new_memory(), self.scheduler.waiting_queue()
        kind = self.parts.leaving if arrivals.cancels else self.parts.replica
        replica = kind(arrivals, memory, self.cost, queue)
        assert replica.to_first_step() == bool(self.requests)
        return replica


def job(case: Case, parts: Parts = SOUND) -> Job:
    """The job of a naive case."""
    limits = case.settings
    requests = [Request(ask.rid, ask.arrival, ask.prompt_len, ask.output_len) for ask in case.asks]
    scheduler = parts.scheduler(
        limits.max_running,
        limits.block_size,
        limits.num_blocks,
        limits.token_budget,
        **victim_knobs(case),
    )
    return Job(tuple(requests), scheduler, parts)


class VictimKnobs(TypedDict, total=False):
    """The knobs of a victim rule, where it is not the default."""

    victim: str
    victim_guard: int


def victim_knobs(case: Case) -> VictimKnobs:
    """The knobs of the naive case's victim rule; none where nobody is ever preempted."""
    limits, knobs = case.settings, VictimKnobs()
    if limits.num_blocks is not None and limits.victim != "latest_admitted":
        knobs["victim"] = limits.victim
    if limits.num_blocks is not None and limits.victim_guard:
        knobs["victim_guard"] = limits.victim_guard
    return knobs


def steps(replica: Replica) -> Iterator[int]:
    """The executed steps, a bounded number; the caller executes each."""
    for executed in count():
        assert executed < MOST_STEPS
        yield replica.clock.step
        if not replica.to_next_step():
            return


def check_invariants(given: Job) -> None:
    """Run to the end with a check after every event."""
    replica, watched = given.replica(), Watched(given.scheduler)
    for _ in steps(replica):
        for told, _ in enumerate(watched.step(replica)):
            assert told < MOST_EVENTS


def check_told(given: Job) -> None:
    """Run to the end; after every event the state is as the events told, and so are figures."""
    replica = given.replica()
    told = Told(given.requests, pool_of(replica.memory), given.scheduler)
    for step in steps(replica):
        check_moment(told, Moment(replica, step, []))
        happened: list[Event] = []
        for event in given.scheduler.step(replica):
            assert len(happened) < MOST_EVENTS
            happened.append(event)
            told.hear(event, step)
            check_moment(told, Moment(replica, step, happened))
        told.end_step()
        assert results_of(given.requests, replica, step + 1) == told.results()
