"""Engines read from source: what holds after every event, and going back in time."""

# ruff: noqa: SLF001 - a moment's replica is private, and what must hold of it is more than is shown

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import Admitted, Event, Ran
from core.replica import Replica
from core.run import Run
from core.schedulers.nano_vllm import NanoVllm
from core.schedulers.orca import Orca
from tests.engines.sourced import ENGINES, MOST, Case, cases
from tests.invariants import (
    check_calendar,
    check_counters,
    check_line,
    check_places,
    check_rota,
    check_tokens,
)
from tests.phases import BETWEEN, phase_of
from tests.tables import check_blocks


def check(replica: Replica, case: Case, last: Event | None) -> None:
    """What must hold after event `last` of a step."""
    phase = BETWEEN if last is None else phase_of(last)
    check_places(replica)
    check_line(replica)
    check_calendar(replica, phase)
    check_rota(replica)
    check_tokens(replica, phase)
    check_counters(replica)
    if replica.memory.total_blocks:
        check_blocks(replica)
    check_limits(replica, case, last)


def check_limits(replica: Replica, case: Case, last: Event | None) -> None:
    """Slots, budget, the watermark and the paused."""
    rules, caps_a_batch = case.rules, isinstance(case.scheduler, NanoVllm)
    assert caps_a_batch or replica.slots_taken <= rules.slots
    assert caps_a_batch or not replica.unscheduled
    if isinstance(last, Admitted):
        assert replica.memory.free_blocks >= rules.spare
    if isinstance(last, Ran):
        assert rules.budget == 0 or last.tokens <= rules.budget
        decodes = last.emitted if not last.stalled else 0
        assert not caps_a_batch or decodes <= rules.slots
    if isinstance(case.scheduler, Orca):
        assert replica.preemptions == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_what_must_hold_after_every_event(engine: str) -> None:
    @settings(max_examples=80)
    @given(cases(engine))
    def holds(case: Case) -> None:
        run = Run(case.requests, case.scheduler, max_steps=MOST).finish()
        for step in run.series.step:
            events = run.at(step).events
            for number in range(len(events) + 1):
                last = events[number - 1] if number else None
                check(run.at(step, number)._replica, case, last)

    holds()


@pytest.mark.parametrize("engine", ENGINES)
def test_going_back_is_exact(engine: str) -> None:
    @settings(max_examples=80)
    @given(cases(engine), st.data())
    def exact(case: Case, data: st.DataObject) -> None:
        run = Run(case.requests, case.scheduler, max_steps=MOST).finish()
        for _ in range(4):
            step = data.draw(st.integers(0, run.last_step))
            here = run.at(step)
            event = data.draw(st.integers(0, here.event))
            there = run.at(step, event)
            fresh = Run(case.requests, case.scheduler, max_steps=MOST).at(step, event)
            assert there.events == fresh.events == here.events[:event]
            assert [*there.running] == [*fresh.running]
            assert [*there.waiting] == [*fresh.waiting]
            assert [*there.waited] == [*fresh.waited]
            assert there.free == fresh.free
            for request in case.requests:
                assert there.past(request.rid) == fresh.past(request.rid)

    exact()
