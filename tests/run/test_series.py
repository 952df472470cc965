"""What the steps came to, however many are executed and laid out together."""

import pytest

from core import Request, Run, series
from core.cost import Cost
from core.schedulers.driftwood import Driftwood

COLUMNS = tuple(name for name in series.Series.__slots__ if name not in {"_notes", "noted"})
REQUESTS = [Request(f"r{number}", 2 * number, 5 + number % 7, 9) for number in range(40)]


def run_of(cost: Cost | None) -> Run:
    return Run(REQUESTS, Driftwood(4, 4, 16, 12), cost=cost)


def columns(run: Run) -> dict[str, list[float]]:
    return {name: [*getattr(run.series, name)] for name in COLUMNS}


@pytest.mark.parametrize("cost", [None, Cost(20.0), Cost(5.0, 0.1, 0.2, 0.001)])
@pytest.mark.parametrize("at_once", [1, 7])
def test_some_steps_at_a_time_are_the_same(
    cost: Cost | None, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, sliced = run_of(cost).finish(), run_of(cost)
    while sliced.status == "running":
        sliced.advance(5)
    monkeypatch.setattr(series, "AT_ONCE", at_once)
    pieces = run_of(cost).finish()
    assert columns(pieces) == columns(sliced) == columns(whole)
    assert {len(each) for each in columns(whole).values()} <= {len(whole.series), 0}


def test_a_step_is_there_as_soon_as_somebody_may_look() -> None:
    run = run_of(None)
    for steps in range(1, 9):
        run.advance(1)
        assert (len(run.series), run.series.noted, run.last_step) == (steps, steps, steps - 1)


def test_no_more_steps_than_that_wait_to_be_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "AT_ONCE", 10)
    levels, summaries = series.Series(), [series.COUNTS.pack(*range(9))] * 4
    for _ in range(50):
        levels.note(summaries)
        assert levels.noted - len(levels) < 10
    levels.lay_out()
    assert len(levels) == levels.noted == 200
