"""Stalls, swaps, discards and cancels, seen from everywhere: each moment as a fresh run has it."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import Admitted, Cancelled, Event, Preempted, Ran
from core.moment import Moment
from core.replica import Replica
from tests.naive.strategies import HypothesisDraw, RandomDraw
from tests.walk.book import Book
from tests.walk.driven import Job, check_invariants, check_told, steps
from tests.walk.moves import Walker
from tests.walk.progress import draw_job, progress_jobs


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    """Draw a small job."""
    return draw_job(HypothesisDraw(draw))


@settings(max_examples=60)
@given(jobs())
def test_the_state_is_as_the_events_tell_on_drawn_jobs(job: Job) -> None:
    check_invariants(job)
    check_told(job)


@pytest.mark.parametrize("seed", [331, 332])
def test_invariants_hold_on_random_jobs(seed: int) -> None:
    for job in progress_jobs(seed, 150):
        check_invariants(job)


@pytest.mark.parametrize("seed", [333, 334])
def test_the_state_is_as_the_events_tell_on_random_jobs(seed: int) -> None:
    for job in progress_jobs(seed, 120):
        check_told(job)


@pytest.mark.parametrize("seed", [341, 342])
def test_a_random_walk_sees_what_a_run_from_the_start_saw(seed: int) -> None:
    draw = RandomDraw(Random(seed))
    for job in progress_jobs(seed, 60):
        walker = Walker(Book(job), job.run())
        for _ in range(25):
            walker.move(draw)


def test_a_fresh_run_shows_any_moment_at_once() -> None:
    """Every moment of some jobs, each asked of a run that has executed nothing."""
    for job in progress_jobs(343, 8):
        book = Book(job)
        for step in book.steps:
            for event in range(book.events_in(step) + 1):
                book.compare(job.run(), step, event)


def corners(happened: Event, state: str | None) -> set[str]:
    """What `happened`, to one who was in `state`, that the brief's scheduler does not have."""
    match happened:
        case Ran(stalled=stalled) if stalled:
            return {"stalled"}
        case Preempted(discarded=discarded) if discarded:
            return {"discarded"}
        case Preempted(swapped=copied) | Admitted(swapped=copied) if copied is not None:
            way = "out" if happened.kind == "preempted" else "in"
            return {f"swapped {way}, {state}"}
        case Cancelled():
            return {f"{state} one left"}
        case _:
            return set()


def states(replica: Replica) -> dict[str, str]:
    """The state of everyone present."""
    moment = Moment(replica, replica.clock.step, [])
    return {row.rid: row.state for row in (*moment.waiting, *moment.running)}


def test_the_jobs_reach_the_corners() -> None:
    found: Counter[str] = Counter()
    for job in progress_jobs(343, 200):
        replica = job.replica()
        for _ in steps(replica):
            before = states(replica)
            for happened in job.scheduler.step(replica):
                found.update(corners(happened, before.get(getattr(happened, "rid", ""))))
                before = states(replica)
    ways = {f"{state} one left" for state in ("waiting", "prefilling", "decoding", "preempted")}
    swaps = {"swapped out, decoding", "swapped out, prefilling", "swapped in, preempted"}
    assert {*found} >= {"stalled", "discarded", *swaps, *ways}
