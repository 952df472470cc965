"""Where two runs part."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Request, Run, make_scheduler
from core.cost import Cost
from core.events import Admitted, Held
from core.schedulers.driftwood import Driftwood
from core.study import DivergenceSearch, Side, divergence
from core.study.divergence import COMPARED, SETTINGS
from tests.naive.strategies import HypothesisDraw
from tests.study.naive_divergence import naive_divergence
from tests.tui.runs import failing, preemption
from tests.walk.driven import Job
from tests.walk.jobs import draw_job, random_jobs

MOST_STEPS = 60


def with_blocks(number: int) -> Run:
    good = preemption()
    knobs = {"max_running": 3, "block_size": 4, "num_blocks": number}
    return Run(good.requests, make_scheduler("driftwood", **knobs))


def test_the_first_event_that_differs_is_told_of_both() -> None:
    found = divergence(preemption().finish(), with_blocks(5).finish())
    assert found is not None
    assert found.step == 1
    one, other = found.sides
    assert isinstance(one.event, Held)
    assert isinstance(other.event, Admitted)
    assert (one.number, other.number) == (one.number, one.number)
    for run, side in ((preemption(), one), (with_blocks(5), other)):
        assert run.at(found.step, side.number).events[-1] == side.event


def test_more_memory_than_anybody_needs_is_no_difference() -> None:
    assert divergence(with_blocks(50).finish(), with_blocks(60).finish()) is None
    coarse = Run(preemption().requests, Driftwood(3, 7, 50)).finish()
    assert divergence(with_blocks(50).finish(), coarse) is None


def test_a_policy_of_another_name_that_chooses_the_same_is_no_difference() -> None:
    named = Driftwood(3, 4, 4, victim="fewest_output_tokens")
    other = Run(preemption().requests, named).finish()
    assert other.results()["B"]["preemptions"] == 1
    assert divergence(preemption().finish(), other) is None


def test_a_step_that_only_one_executes_is_where_they_part() -> None:
    requests = [Request("A", 2, 1, 1), Request("B", 9, 1, 1)]
    one, other = Run(requests, Driftwood(1)), Run(requests[1:], Driftwood(1))
    found = divergence(one.finish(), other.finish())
    assert found is not None
    assert (found.step, found.sides[1]) == (2, Side(0, None, executed=False))


def test_a_run_that_is_over_has_nothing_to_put_beside() -> None:
    short = Run(preemption().requests, preemption().scheduler, max_steps=3)
    found = divergence(preemption().finish(), short.finish())
    assert found is not None
    assert (found.step, found.sides[1]) == (3, Side(0, None, executed=False))


def test_a_run_that_failed_is_compared_as_far_as_it_got() -> None:
    found = divergence(preemption().finish(), failing().finish())
    assert found is not None
    assert found.step == 3
    assert found.sides[1] == Side(1, None, executed=True)


def test_a_clock_alone_is_no_difference() -> None:
    good = preemption()
    timed = Run(good.requests, good.scheduler, cost=Cost(20.0, 1.0))
    assert divergence(good.finish(), timed.finish()) is None


def test_nothing_is_found_before_both_have_got_there() -> None:
    one, other = preemption(), with_blocks(5)
    search = DivergenceSearch(one, other)
    search.advance(9)
    assert (search.found, search.done, search.looked) == (None, False, 0)
    one.finish()
    search.advance(9)
    assert (search.found, search.done, search.looked) == (None, False, 0)
    other.advance(1)
    search.advance(9)
    assert (search.found, search.done, search.looked) == (None, False, 1)
    other.finish()
    search.advance(9)
    assert search.found == divergence(one, other) is not None
    assert search.done


def test_a_search_goes_in_slices() -> None:
    one, other = preemption().finish(), preemption().finish()
    search = DivergenceSearch(one, other)
    for looked in range(1, 6):
        search.advance(1)
        assert (search.looked, search.done) == (looked, False)
    search.advance(1)
    assert (search.looked, search.done, search.steps) == (6, True, 6)


def test_what_is_left_out_are_fields_of_events() -> None:
    every = {field.name for kind in COMPARED for field in fields(kind)}
    assert every >= SETTINGS
    assert {"rid", "cause", "tokens", "lost_tokens", "resumed"} <= every - SETTINGS


def test_a_static_batch_parts_where_somebody_is_held_for_it() -> None:
    requests = [Request("a", 0, 1, 3), Request("b", 0, 1, 1), Request("d", 1, 1, 1)]
    static = Run(requests, make_scheduler("driftwood", max_running=2, admission="static"))
    found = divergence(Run(requests, Driftwood(2)).finish(), static.finish())
    assert found is not None
    assert found.step == 1
    assert [side.event.kind for side in found.sides if side.event] == ["admitted", "held"]


def runs_of(job: Job, most: int = MOST_STEPS) -> tuple[Run, Run]:
    """The run of a job, and that of the same with a block or a slot less."""
    scheduler = job.scheduler
    assert isinstance(scheduler, Driftwood)
    if scheduler.num_blocks is not None and scheduler.num_blocks > 1:
        changed = replace(scheduler, num_blocks=scheduler.num_blocks - 1)
    elif scheduler.max_running > 1:
        changed = replace(scheduler, max_running=scheduler.max_running - 1)
    else:
        changed = replace(scheduler, max_running=2, token_budget=None)
    one, other = (
        Run(job.requests, each, cost=job.cost, max_steps=most) for each in (scheduler, changed)
    )
    return one.finish(), other.finish()


def numbers(one: Run, other: Run) -> tuple[int, int, int] | None:
    """The divergence as the naive scan tells it."""
    found = divergence(one, other)
    if found is None:
        return None
    mine, others = (side.number + (side.event is None) for side in found.sides)
    return found.step, mine, others


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    return draw_job(HypothesisDraw(draw))


@given(job=jobs())
def test_a_run_beside_itself_never_differs(job: Job) -> None:
    one, other = (Run(job.requests, job.scheduler, cost=job.cost, max_steps=60) for _ in "ab")
    assert divergence(one.finish(), other.finish()) is None


@given(job=jobs())
def test_the_first_difference_is_that_of_a_naive_scan(job: Job) -> None:
    one, other = runs_of(job)
    assert numbers(one, other) == naive_divergence(one, other)


@pytest.mark.parametrize("seed", range(4))
def test_on_many_random_jobs_too(seed: int) -> None:
    parted = 0
    for job in random_jobs(seed, 40):
        one, other = runs_of(job)
        expected = naive_divergence(one, other)
        assert numbers(one, other) == expected
        parted += expected is not None
    assert parted > 20
