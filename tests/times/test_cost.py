"""What a step costs, when it starts, and that time does not drift."""

from fractions import Fraction

import pytest

from core import Request, Run, make_scheduler
from core.cost import Cost, cost_faults
from core.schedulers.driftwood import Driftwood


def test_every_part_is_charged() -> None:
    """A decodes while B's prompt is read: base, one sequence, four tokens, nine entries."""
    requests = [Request("A", 0, 3, 3), Request("B", 1, 4, 1)]
    run = Run(requests, Driftwood(2), cost=Cost(100, 10, 1, 0.125)).finish()
    watch = run.stopwatch()
    assert watch is not None
    assert list(run.series.prefill_tokens) == [3, 4, 0]
    assert list(run.series.kv_tokens) == [3, 4 + 4, 5]
    assert list(watch.decodes) == [0, 1, 1]
    assert list(watch.lengths) == [100 + 3 + 0.375, 100 + 10 + 4 + 1, 100 + 10 + 0.625]
    assert list(run.series.now_ms) == [0, 103.375, 218.375]


def test_a_rebuild_counts_as_prefill() -> None:
    requests = [Request("A", 0, 6, 4), Request("B", 0, 4, 5), Request("C", 1, 3, 2)]
    run = Run(requests, Driftwood(3, 4, 4), cost=Cost(1, 0, 1)).finish()
    assert list(run.series.prefill_tokens) == [10, 0, 0, 0, 10, 0]
    assert list(run.series.now_ms) == [0, 11, 12, 13, 14, 25]


def test_an_arrival_during_a_step_joins_the_next() -> None:
    asked = [("A", 0.0), ("B", 0.5), ("C", 20.0), ("D", 20.5), ("E", 500.0)]
    requests = [Request(rid, 0, 9, 1, arrival_ms=at) for rid, at in asked]
    run = Run(requests, Driftwood(1), cost=Cost(10, 0, 1)).finish()
    assert list(run.series.step) == [0, 1, 2, 3, 4]
    assert list(run.series.now_ms) == [0, 19, 38, 57, 500]
    assert [row.rid for row in run.at(1).waiting] == []
    assert [row.rid for row in run.at(2, 2).waiting] == ["C", "D"]


def test_an_idle_step_takes_the_base() -> None:
    requests = [Request("A", 2, 5, 1), Request("B", 6, 5, 1)]
    run = Run(requests, Driftwood(1), cost=Cost(10, 3, 2, 1)).finish()
    assert list(run.series.now_ms) == [20, 20 + 25 + 30]
    assert [run.at(step).now_ms for step in range(7)] == [0, 10, 20, 45, 55, 65, 75]


@pytest.mark.parametrize("cost", [Cost(0.1), Cost(0.1, 0.1, 0.7, 0.003)])
def test_time_does_not_drift(cost: Cost) -> None:
    """A start is off by the rounding of a few products, not of 30,000 sums."""
    run = Run([Request("A", 0, 7, 30_000)], Driftwood(1), cost=cost).finish()
    base, sequence, prefill, kv = map(
        Fraction,
        (cost.base_ms, cost.per_sequence_ms, cost.per_prefill_token_ms, cost.per_kv_token_ms),
    )
    for step in (1, 3, 1_000, 29_999):
        resident = sum(7 + done for done in range(step))
        exact = step * base + (step - 1) * sequence + 7 * prefill + resident * kv
        assert run.series.now_ms[step] == pytest.approx(float(exact), rel=1e-15)
    if cost == Cost(0.1):
        assert list(run.series.now_ms) == [step * 0.1 for step in range(30_000)]


def test_a_gap_in_time_starts_the_count_again() -> None:
    requests = [Request(f"r{n}", 0, 1, 1, arrival_ms=1000.1 * n) for n in range(50)]
    run = Run(requests, Driftwood(1), cost=Cost(0.1, 0.1, 0.1, 0.1)).finish()
    assert list(run.series.now_ms) == [1000.1 * n for n in range(50)]


def test_without_a_cost_there_is_no_time() -> None:
    run = Run([Request("A", 0, 1, 2)], make_scheduler("driftwood", max_running=1)).finish()
    assert run.stopwatch() is None
    columns = (run.series.now_ms, run.series.prefill_tokens, run.series.kv_tokens)
    assert [len(column) for column in columns] == [0, 0, 0]
    assert "ttft_ms" not in run.results()["A"]


def test_resident_tokens_are_seen_at_each_moment() -> None:
    run = Run([Request("A", 0, 6, 4), Request("B", 0, 4, 5)], Driftwood(3, 4, 4)).finish()
    told = [(step, event) for step in (0, 1, 3) for event in range(run.at(step).event + 1)]
    seen = {(step, event): run.at(step, event).kv_tokens for step, event in told}
    assert [seen[0, event] for event in range(8)] == [0, 0, 0, 0, 0, 6, 10, 10]
    assert (seen[1, 0], run.at(1).kv_tokens) == (10, 12)
    assert (seen[3, 0], seen[3, 1]) == (14, 8)
    assert run.at(run.last_step).kv_tokens == 0


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"base_ms": 0}, ValueError, "base_ms must be above 0"),
        ({"base_ms": True}, TypeError, "base_ms must be a number"),
        ({"base_ms": 1, "per_sequence_ms": -1}, ValueError, "per_sequence_ms must be at least 0"),
        ({"base_ms": 1, "per_kv_token_ms": float("nan")}, ValueError, "per_kv_token_ms must be"),
        ({"base_ms": 1, "per_prefill_token_ms": "1"}, TypeError, "per_prefill_token_ms must be a"),
        ({"base_ms": 1, "per_prefill_token_ms": 2e9}, ValueError, "at most 1,000,000,000"),
    ],
)
def test_what_is_no_duration_is_refused(
    wrong: dict[str, float], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Cost(**wrong)


def test_all_faults_are_told() -> None:
    given = {"base_ms": 0, "per_sequence_ms": -1, "per_kv_token_ms": "x"}
    assert [fault.key for fault in cost_faults(given)] == list(given)
