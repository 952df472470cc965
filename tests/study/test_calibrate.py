"""Calibration on runs of our own, written down as measured ones: what is known is found again."""

from pathlib import Path

import pytest

from core import Request
from core.cost import Cost
from core.metrics import totals
from core.study.calibrate import Fit, FitError, halves, judged
from core.study.calibrate.alignment import ahead_ms
from core.study.calibrate.equations import Work, equations, queue_begins
from core.study.calibrate.served import served_in
from core.workload.measured import Measured, read_measured
from tests.measured_runs import AHEAD_S, COST, run_of, workload, written

BUSY, IDLE = 60.0, 1500.0
OTHER = Cost(5.0, 0.3, 0.02, 0.001)


def constants(cost: Cost) -> tuple[float, ...]:
    return (
        cost.base_ms,
        cost.per_sequence_ms,
        cost.per_prefill_token_ms,
        cost.per_kv_token_ms,
    )


def measured(folder: Path, seed: int, every_ms: float, cost: Cost = COST) -> Measured:
    return read_measured(written(folder / "m", run_of(workload(seed, every_ms=every_ms), cost)))


@pytest.mark.parametrize("every_ms", [BUSY, IDLE], ids=["queues and preempts", "mostly idle"])
@pytest.mark.parametrize("cost", [COST, OTHER], ids=["slow steps", "fast steps"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_constants_are_found_back(
    tmp_path: Path, seed: int, every_ms: float, cost: Cost
) -> None:
    found = Fit(measured(tmp_path, seed, every_ms, cost)).finish()
    assert found.best is not None
    assert found.settled
    assert constants(found.best.cost) == pytest.approx(constants(cost), rel=0.05)
    assert found.best.cost.base_ms == pytest.approx(cost.base_ms, rel=0.005)
    assert found.best.error < 0.01


def test_where_all_steps_take_the_same_time_work_costs_nothing(tmp_path: Path) -> None:
    found = constants_of(Fit(measured(tmp_path, 1, BUSY, Cost(30.0))).finish())
    assert found == pytest.approx((30.0, 0.0, 0.0, 0.0), rel=0.002, abs=0.002)


def test_the_same_files_give_the_same_constants(tmp_path: Path) -> None:
    run = measured(tmp_path, 4, BUSY)
    assert constants_of(Fit(run).finish()) == constants_of(Fit(run).finish())


def constants_of(fit: Fit) -> tuple[float, ...]:
    assert fit.best is not None
    return constants(fit.best.cost)


def test_half_of_the_requests_is_enough(tmp_path: Path) -> None:
    run = measured(tmp_path, 2, BUSY)
    first, second = halves(run)
    assert (len(first), len(second)) == (30, 30)
    assert max(one.queued_ms for one in first) <= min(one.queued_ms for one in second)
    found = Fit(run, first).finish()
    assert found.best is not None
    figures = {one.name: one for one in judged(found, second).figures}
    assert all(one.is_met for one in figures.values())
    assert figures["ttft_ms_each"].error < 1


def test_what_was_fitted_shows_in_the_figures(tmp_path: Path) -> None:
    """Against itself a run is off by nothing; with steps twice as long by what that comes to."""
    requests = workload(3, every_ms=BUSY)
    run = read_measured(written(tmp_path / "m", run_of(requests)))
    for cost, is_met in ((COST, True), (Cost(36.0, 0.1, 0.18, 0.0004), False)):
        fit = Fit(run)
        trial_run = run_of(requests, cost)
        fit.take(trial_run)
        assert fit.best is not None
        figures = judged(fit).figures
        assert [one.name for one in figures if one.goal is not None] == [
            *("span_ms", "running", "waiting"),
            *("ttft_ms_p50", "ttft_ms_p90", "tpot_ms_p50", "tpot_ms_p99"),
        ]
        assert all(one.is_met for one in figures if one.goal is not None) is is_met
        span = figures[0]
        end = trial_run.stopwatch()
        assert end is not None
        assert span.simulated == pytest.approx(end.end_of(trial_run.last_step))


def test_what_is_simulated_is_what_a_run_tells_of_itself(tmp_path: Path) -> None:
    """TTFT and TPOT are those that `core.metrics` defines, and the span is its duration."""
    found = judged(Fit(measured(tmp_path, 3, BUSY)).finish())
    told = totals(found.trial.run)
    figures = {one.name: one.simulated for one in found.figures}
    for name in ("ttft_ms_p50", "ttft_ms_p90", "tpot_ms_p50", "tpot_ms_p99"):
        assert figures[name] == pytest.approx(told[name])
    assert figures["span_ms"] == pytest.approx(told["duration_ms"])


def test_it_goes_on_until_it_has_settled_or_may_not(tmp_path: Path) -> None:
    """After each trial what is best so far is there."""
    fit = Fit(measured(tmp_path, 1, BUSY), most_trials=3)
    assert (fit.best, fit.next_run() is None) == (None, False)
    errors = []
    while (run := fit.next_run()) is not None:
        fit.take(run.finish())
        assert fit.best is not None
        errors.append(fit.best.error)
    assert (fit.trials, fit.settled, len(errors)) == (3, False, 3)
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] / 10


def test_a_run_that_has_no_end_is_no_trial(tmp_path: Path) -> None:
    fit = Fit(measured(tmp_path, 1, BUSY))
    run = fit.next_run()
    assert run is not None
    with pytest.raises(FitError, match="has no end that can be compared: not at its end yet"):
        fit.take(run.advance(3))


def test_the_clocks_are_laid_over_each_other(tmp_path: Path) -> None:
    for seed in range(5):
        run = measured(tmp_path, seed, 150.0)
        assert ahead_ms(run) == pytest.approx(AHEAD_S * 1000, abs=60)


def test_the_curves_are_those_of_the_run_at_the_samples(tmp_path: Path) -> None:
    run = measured(tmp_path, 2, 150.0)
    found = Fit(run).finish()
    assert found.best is not None
    levels = judged(found).levels
    assert levels is not None
    assert len(levels.at_s) == len(run.samples)
    off = [abs(a - s.running) for a, s in zip(levels.running, run.samples, strict=True)]
    assert sum(off) / len(off) < 0.5
    percent = [s.kv_percent for s in run.samples]
    assert max(levels.kv_percent) == pytest.approx(max(p for p in percent if p), abs=5)


def test_without_a_time_series_there_are_no_curves(tmp_path: Path) -> None:
    folder = written(tmp_path / "m", run_of(workload(1)))
    (folder / "timeseries.csv").unlink()
    run = read_measured(folder)
    found = Fit(run).finish()
    assert found.best is not None
    result = judged(found)
    assert result.levels is None
    assert not {"running", "waiting"} & {one.name for one in result.figures}


def test_a_run_of_our_own_fulfils_its_equations() -> None:
    run = run_of(workload(5, every_ms=BUSY))
    served = tuple(served_in(run).values())
    for one in equations(run, served):
        came_to = sum(a * b for a, b in zip(one.work, constants(COST), strict=True))
        assert came_to == pytest.approx(one.ms, abs=1e-6)


def test_work_is_that_of_the_steps() -> None:
    """Two requests of (prompt, output) (4, 2) and (3, 3): steps of 7, 2 and 1 tokens."""
    requests = [Request("a", 0, 4, 2, arrival_ms=0.0), Request("b", 0, 3, 3, arrival_ms=0.0)]
    work = Work(run_of(requests))
    assert work.of(0, 1) == (1, 0, 7, 7)
    assert work.of(1, 3) == (2, 3, 0, 9 + 5)
    assert work.of(0, 3) == (3, 3, 7, 21)


def test_a_wait_is_counted_from_where_the_queue_was_last_empty() -> None:
    """One slot: b waits for a from step 0, c finds nobody waiting."""
    requests = [
        Request("a", 0, 4, 2, arrival_ms=0.0),
        Request("b", 0, 4, 1, arrival_ms=0.0),
        Request("c", 0, 4, 1, arrival_ms=900.0),
    ]
    run = run_of(requests, max_num_seqs=1)
    assert list(run.series.waiting) == [1, 1, 0, 0]
    assert queue_begins(run) == [0, 0, 0, 3]
