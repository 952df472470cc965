"""Plausible faults of the fit, each seen by what the right one finds and it does not."""

import json
from pathlib import Path

import pytest

from core import Run
from core.study.calibrate import Fit, equations, squares
from core.workload.measured import read_measured, requests
from tests.measured_runs import COST, run_of, workload, written

MOSTLY_IDLE, BUSY = 1500.0, 60.0


def off_by(folder: Path) -> float:
    """How far the base that is found is from the true one, in per cent."""
    best = Fit(read_measured(folder)).finish().best
    assert best is not None
    return abs(best.cost.base_ms / COST.base_ms - 1) * 100


def measured(tmp_path: Path, every_ms: float) -> Path:
    return written(tmp_path / "m", run_of(workload(2, 80, every_ms)))


def test_work_is_not_counted_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody found nobody waiting, what ran long before has nothing to do with it."""

    def from_the_start(run: Run) -> list[int]:
        return [0] * len(run.series)

    folder = measured(tmp_path, MOSTLY_IDLE)
    assert off_by(folder) < 1
    monkeypatch.setattr(equations, "queue_begins", from_the_start)
    assert off_by(folder) > 10


def test_plain_squares_follow_outliers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tenth request was held up for ten seconds by something outside of the engine."""
    folder = measured(tmp_path, BUSY)
    file = folder / "requests.jsonl"
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for line in lines[::10]:
        line["last_token_ts"] += 10
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert off_by(folder) < 1
    monkeypatch.setattr(squares, "ROUNDS", 1)
    assert off_by(folder) > 3


def test_the_wall_clock_is_no_time_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrivals by the clock on the wall: no request is served before it came only by luck."""
    folder = measured(tmp_path, BUSY)
    assert off_by(folder) < 1
    monkeypatch.setattr(requests, "TIMES", ("arrival_time", "first_token_ts", "last_token_ts"))
    with pytest.raises(ValueError, match="must be in this order, on one clock"):
        read_measured(folder)
