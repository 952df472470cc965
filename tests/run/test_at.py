"""`Run.at`: its errors name the limit, and it works on a run that is hardly executed."""

import pytest

from core import Request, Run
from core.cost import Cost
from core.past import Waited
from core.schedulers.driftwood import Driftwood

TWO = (Request("A", 0, 2, 5), Request("B", 2, 3, 2))
"""Run in the steps 0 to 4 if two may run."""


@pytest.mark.parametrize("executed", [0, 1, 99])
@pytest.mark.parametrize(
    ("step", "event", "message"),
    [
        (-1, None, "no step -1: the first is 0"),
        (5, None, "no step 5: the last is 4"),
        (10**30, 0, f"no step {10**30}: the last is 4"),
        (0, 5, r"step 0 has no event 5: they are 0\.\.4"),
        (1, 2, r"step 1 has no event 2: they are 0\.\.1"),
    ],
)
def test_what_is_not_there_is_refused_by_its_limit(
    executed: int, step: int, event: int | None, message: str
) -> None:
    run = Run(TWO, Driftwood(2)).advance(executed)
    with pytest.raises(ValueError, match=message):
        run.at(step, event)
    assert run.at(2).events


@pytest.mark.parametrize("event", [-1, 2**70])
def test_impossible_event_numbers_are_refused_by_their_limit(event: int) -> None:
    with pytest.raises(ValueError, match=rf"step 0 has no event {event}: they are 0\.\.4"):
        Run(TWO, Driftwood(2)).at(0, event)


def test_a_jumped_step_has_no_event_but_the_none() -> None:
    run = Run([Request("A", 3, 1, 1), Request("B", 9, 1, 1)], Driftwood(1))
    for step in (0, 2, 4, 8):
        assert (run.at(step, 0).event, run.at(step).events) == (0, ())
        with pytest.raises(ValueError, match=rf"step {step} has no event 1: they are 0\.\.0"):
            run.at(step, 1)


def test_nothing_asked_has_no_step() -> None:
    with pytest.raises(ValueError, match="no step 0"):
        Run([], Driftwood(1)).at(0)


def test_a_moment_executes_no_more_than_it_needs() -> None:
    run = Run(TWO, Driftwood(2))
    run.at(2, 0)
    assert (run.status, run.last_step) == ("running", 2)
    run.at(0)
    assert run.last_step == 2
    run.at(4)
    assert (run.status, run.last_step) == ("finished", 4)


def test_the_events_of_one_step_one_by_one() -> None:
    run = Run(TWO, Driftwood(2))
    kinds = ["arrived", "admitted", "first_token", "ran"]
    for event in range(5):
        moment = run.at(2, event)
        assert [happened.kind for happened in moment.events] == kinds[:event]
        assert [row.rid for row in moment.waiting] == (["B"] if event == 1 else [])
        assert [row.rid for row in moment.running] == ["A", "B"][: 2 if event > 1 else 1]
        assert [row.emitted for row in moment.running] == [
            [2],
            [2],
            [2, 0],
            [2, 1],
            [3, 1],
        ][event]


def test_the_clock_of_a_jumped_step_goes_on() -> None:
    """Every step takes 10 ms, the jumped ones too."""
    requests = [Request("A", 2, 1, 2), Request("B", 9, 1, 1)]
    run = Run(requests, Driftwood(1), cost=Cost(10.0)).finish()
    assert [run.at(step).now_ms for step in range(10)] == [step * 10.0 for step in range(10)]


def test_waited_is_what_was_before_the_step() -> None:
    """C arrives behind B in step 1; B is held for the only slot from step 0 on."""
    requests = [Request("A", 0, 1, 3), Request("B", 0, 1, 1), Request("C", 1, 1, 1)]
    run = Run(requests, Driftwood(1))
    for step, expected in (
        (0, [Waited(0, 0, 0, 0)]),
        (1, [Waited(1, 0, 0, 0), Waited(0, 0, 0, 0)]),
        (2, [Waited(2, 0, 0, 0), Waited(0, 0, 0, 1)]),
    ):
        assert list(run.at(step).waited) == expected
