"""Several lives in one walk are those told one by one; and what made a request late."""

import random

import pytest

from core import Run
from core.schedulers.driftwood import Driftwood
from core.story import Line, Lives, costly, story
from tests.findings.runs import right_runs, run_of


def told(run: Run, rids: list[str], slice_: int) -> Lives:
    lives = Lives(run, rids)
    while not lives.done:
        lives.advance(slice_)
    return lives


@pytest.mark.parametrize("seed", [31, 32, 33])
def test_lives_told_together_are_those_told_alone(seed: int) -> None:
    drawn = random.Random(seed)
    for run in right_runs(seed, 40):
        rids = [request.rid for request in run.requests]
        some = drawn.sample(rids, drawn.randint(1, len(rids)))
        lives = told(run, some, drawn.randint(1, 9))
        for rid in some:
            assert lives.of(rid) == story(run, rid)[1:-1]


def test_steps_in_which_none_of_them_is_there_are_not_walked() -> None:
    run = run_of(Driftwood(1), ("A", 0, 1, 5), ("B", 0, 1, 500), ("C", 505, 1, 3))
    lives = told(run, ["C", "A"], 100)
    assert (lives.looked, lives.steps) == (5 + 3, 5 + 3)


def test_one_walk_covers_lives_that_meet() -> None:
    run = run_of(Driftwood(2), ("A", 0, 1, 5), ("B", 3, 1, 9), ("C", 6, 1, 3))
    assert told(run, ["A", "B", "C"], 4).looked == len(run.series)


def test_an_unknown_request_is_named() -> None:
    run = run_of(Driftwood(1), ("A", 0, 1, 1))
    with pytest.raises(LookupError, match="there is no request 'B'"):
        Lives(run, ["A", "B"])


def test_what_is_costly_is_the_longest_wait_and_the_preemptions() -> None:
    run = run_of(Driftwood(3, 4, 4), ("A", 0, 6, 4), ("B", 0, 4, 5), ("C", 1, 3, 2))
    texts = [(line.step, line.until, line.kind) for line in costly(story(run, "B"))]
    assert texts == [(3, 3, "preempted"), (3, 3, "waited")]
    (waited,) = costly(story(run, "C"))
    assert waited.text == "waits 3 steps: 1 for its turn (behind B), 2 for blocks (needs 1, 0 free)"
    assert costly(story(run, "A")) == ()


def test_of_many_preemptions_two_are_told() -> None:
    lines = [Line("preempted", step, step, 1, f"number {step}") for step in range(5)]
    waits = [
        Line("waited", step, until, None, "waits") for step, until in ((0, 3), (9, 20), (30, 31))
    ]
    assert costly([*lines, *waits]) == (
        lines[0],
        lines[1],
        waits[1],
        Line("more", None, None, None, "preempted 3 times more"),
    )
