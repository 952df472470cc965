"""Queue orders on random workloads: every event, every way through a run, every finding."""

from collections.abc import Iterator
from random import Random

import pytest

from core.findings import find
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import RandomDraw
from tests.naive_lab.cases import LabCase, random_cases
from tests.naive_lab.compare import agree
from tests.naive_lab.really import cost_of, faults_of, knobs_of, requests_of
from tests.policies.test_engines_agree import ERRORS
from tests.walk import driven
from tests.walk.book import Book
from tests.walk.driven import Job
from tests.walk.moves import Walker

FAMILIES = ("queue", "urgent")


def right_cases(seed: int, count: int, *families: str) -> Iterator[LabCase]:
    """Cases whose choices go together."""
    return (case for case in random_cases(seed, count, *families) if not faults_of(case))


def job(case: LabCase) -> Job:
    """The job of a case."""
    make: type[Driftwood] = Driftwood
    scheduler = make(**knobs_of(case.knobs))  # type: ignore[arg-type]  # each as its field has it
    return Job(tuple(requests_of(case)), scheduler, cost=cost_of(case))


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("more", [(), ("victim",), ("contiguous",), ("timed",)])
def test_an_order_does_as_the_naive_engine_does(family: str, more: tuple[str, ...]) -> None:
    for case in right_cases(511, 120, family, *more):
        agree(case)


@pytest.mark.parametrize(
    "families",
    [
        ("queue", "admission"),
        ("queue", "sharing"),
        ("queue", "admission", "sharing"),
        ("urgent", "admission"),
        ("urgent", "sharing"),
    ],
)
def test_gates_and_shared_blocks_beside_an_order(families: tuple[str, ...]) -> None:
    for case in right_cases(512, 80, *families):
        agree(case)


@pytest.mark.parametrize("family", FAMILIES)
def test_invariants_hold_after_every_event(family: str) -> None:
    for case in right_cases(513, 80, family):
        driven.check_invariants(job(case))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_walk_is_exact(family: str) -> None:
    draw = RandomDraw(Random(5))
    for case in right_cases(514, 40, family):
        given = job(case)
        walker = Walker(Book(given), given.run())
        for _ in range(20):
            walker.move(draw)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_run_ends_and_no_finding_calls_an_order_an_error(family: str) -> None:
    for case in right_cases(515, 80, family):
        run = job(case).run().finish()
        assert run.status == "finished"
        assert {one.kind for one in find(run)} & ERRORS == set()
