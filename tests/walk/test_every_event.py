"""What must hold after every event, on drawn and on thousands of random workloads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.run import Run
from tests.naive.strategies import HypothesisDraw
from tests.walk.driven import Job, check_invariants, check_told
from tests.walk.jobs import crowded_job, draw_job, long_job, random_jobs
from tests.walk.watched import Watched


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    """Draw a small job."""
    return draw_job(HypothesisDraw(draw))


@settings(max_examples=150)
@given(jobs())
def test_invariants_hold_on_drawn_jobs(job: Job) -> None:
    check_invariants(job)


@settings(max_examples=150)
@given(jobs())
def test_the_state_is_as_the_events_tell_on_drawn_jobs(job: Job) -> None:
    check_told(job)


@pytest.mark.parametrize("seed", [31, 32])
def test_invariants_hold_on_random_jobs(seed: int) -> None:
    for job in random_jobs(seed, 500):
        check_invariants(job)


@pytest.mark.parametrize("seed", [33, 34])
def test_the_state_is_as_the_events_tell_on_random_jobs(seed: int) -> None:
    for job in random_jobs(seed, 350):
        check_told(job)


@pytest.mark.parametrize("job", [crowded_job(), long_job(1, 60), long_job(2, 60)])
def test_long_jobs_hold_too(job: Job) -> None:
    check_invariants(job)
    check_told(job)


def test_replays_are_checked_too() -> None:
    """A run whose scheduler is watched: it fails at the first check that does not hold."""
    for job in random_jobs(35, 40):
        run = Run(job.requests, Watched(job.scheduler), cost=job.cost)
        assert run.finish().status == "finished", run.reason
        for step in run.series.step:
            run.at(step)
