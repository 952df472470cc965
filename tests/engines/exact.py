"""Going back is exact, and the pool adds up, on the run of any engine."""

from hypothesis import strategies as st

from core.events import Event
from core.replica import LeavingReplica, Replica
from core.replica.arrivals import Arrivals
from core.schedulers import queue_of, ranks_as_listed
from tests.engines.seen import Case
from tests.invariants import (
    check_calendar,
    check_counters,
    check_places,
    check_rota,
    check_tokens,
)
from tests.phases import BETWEEN, phase_of
from tests.tables import check_blocks

MOST_STEPS = 300


def check_going_back(case: Case, data: st.DataObject) -> None:
    """Some moments of a run are what a fresh run has there, hidden state included."""
    run = case.run()
    for _ in range(4):
        step = data.draw(st.integers(0, run.last_step))
        here = run.at(step)
        event = data.draw(st.integers(0, here.event))
        there, fresh = run.at(step, event), case.run().at(step, event)
        assert there.events == fresh.events == here.events[:event]
        assert [*there.running] == [*fresh.running]
        assert [*there.waiting] == [*fresh.waiting]
        assert (there.free, there.cached_blocks) == (fresh.free, fresh.cached_blocks)
        assert there.hidden_state(case.scheduler) == fresh.hidden_state(case.scheduler)


def check_owners(case: Case) -> None:
    """After every event each block has one place, and exactly the owners that hold it."""
    run = case.run()
    for step in range(run.last_step + 1):
        for event in range(run.at(step).event + 1):
            moment = run.at(step, event)
            blocks = range(1, moment.total_blocks + 1)
            owned = {block for block in blocks if moment.owners(block)}
            assert owned.isdisjoint(moment.free)
            assert len(owned) + len(moment.free) == moment.total_blocks
            assert moment.used_blocks + moment.cached_blocks + moment.free_blocks == len(blocks)
            assert all(moment.refs(block) == len(moment.owners(block)) for block in owned)


def check_invariants(case: Case) -> None:
    """After every event, and between steps, the replica is whole."""
    arrivals = Arrivals(case.requests, as_listed=ranks_as_listed(case.scheduler))
    kind = LeavingReplica if arrivals.cancels else Replica
    replica = kind(arrivals, case.scheduler.new_memory(), queue=queue_of(case.scheduler))
    going, steps = replica.to_first_step(), 0
    while going and steps < MOST_STEPS:
        _check(replica, None)
        for event in case.scheduler.step(replica):
            _check(replica, event)
        _check(replica, None)
        going, steps = replica.to_next_step(), steps + 1


def _check(replica: Replica, event: Event | None) -> None:
    phase = BETWEEN if event is None else phase_of(event)
    check_places(replica)
    check_blocks(replica)
    check_calendar(replica, phase)
    check_rota(replica)
    check_tokens(replica, phase)
    check_counters(replica)
