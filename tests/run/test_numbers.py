"""Huge numbers and long gaps cost nothing, and none is too large for a run."""

import tracemalloc

import pytest

from core import Request, Run, simulate
from core.request import MOST, MOST_TOKENS
from core.schedulers.driftwood import Driftwood
from core.simulate import LogEntry


def test_rids_rank_as_strings() -> None:
    """With one slot r10 goes before r9, which is named first, and before r2."""
    requests = [Request("r9", 0, 1, 1), Request("r10", 0, 1, 1), Request("r2", 0, 1, 1)]
    results = simulate(requests, 1)
    assert list(results) == ["r9", "r10", "r2"]
    assert [result["finish"] for result in results.values()] == [2, 0, 1]


def test_a_first_arrival_that_is_late() -> None:
    log: list[LogEntry] = []
    assert simulate([Request("A", 3, 2, 1)], 1, log=log)["A"]["finish"] == 3
    idle = LogEntry(step=0, running=[], emitted=[], tokens=0, blocks_used=0)
    assert log[:3] == [idle | {"step": step} for step in range(3)]
    assert log[3:] == [LogEntry(step=3, running=["A"], emitted=["A"], tokens=2, blocks_used=0)]
    run = Run([Request("A", 3, 2, 1)], Driftwood(1)).finish()
    assert (list(run.series.step), run.last_step) == ([3], 3)


def test_a_gap_of_a_million_steps_is_jumped() -> None:
    requests = [Request("A", 0, 1, 2), Request("B", 1_000_000, 1, 2)]
    run = Run(requests, Driftwood(1)).finish()
    assert list(run.series.step) == [0, 1, 1_000_000, 1_000_001]
    assert run.at(500_000).finished == 1
    assert len(list(run.records())) == 4


@pytest.mark.parametrize("arrival", [2**60, MOST])
def test_an_arrival_at_the_end_of_time(arrival: int) -> None:
    requests = [Request("A", arrival, 1, 2), Request("B", 0, 1, 1)]
    assert simulate(requests, 1)["A"] == {
        "first_token": arrival,
        "finish": arrival + 1,
        "preemptions": 0,
    }
    run = Run(requests, Driftwood(1)).finish()
    assert run.at(arrival - 1).finished == 1
    assert run.at(arrival, 1).waiting[0].rid == "A"


def test_a_timed_arrival_at_the_end_of_time() -> None:
    requests = [Request("A", 0, 1, 2, arrival_ms=0.0), Request("B", 0, 1, 1, arrival_ms=MOST)]
    run = Run(requests, Driftwood(1)).finish()
    assert (run.status, list(run.series.now_ms)) == ("finished", [0.0, 20.0, float(MOST)])


def test_a_huge_pool_costs_what_is_used_of_it() -> None:
    requests = [Request(f"r{number}", number, 50, 20) for number in range(40)]
    tracemalloc.start()
    try:
        run = Run(requests, Driftwood(8, 16, 10**9, 10**9)).finish()
        moment = run.at(30, 2)
        assert moment.total_blocks == 10**9
        assert 8 * 4 <= moment.used_blocks <= 8 * 5
        assert moment.owners(10**9) == ()
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_huge_lengths_are_no_trouble_in_huge_blocks() -> None:
    requests = [Request("A", 0, MOST_TOKENS, 3), Request("B", 0, 1, 2)]
    run = Run(requests, Driftwood(2, MOST_TOKENS, 3)).finish()
    assert (run.status, run.last_step) == ("finished", 2)
    assert run.series.preemptions[-1] == 0
    assert [len(row.blocks) for row in run.at(1, 1).running] == [2, 1]


def test_huge_settings_are_no_trouble() -> None:
    assert simulate([Request("A", 0, 1, 2)], MOST, MOST, MOST, MOST)["A"]["finish"] == 1


def test_the_tokens_of_a_step_fit_the_arrays() -> None:
    requests = [Request("A", 0, MOST_TOKENS, 1), Request("B", 0, MOST_TOKENS, 1)]
    assert list(Run(requests, Driftwood(2)).finish().series.tokens) == [2 * MOST_TOKENS]
    with pytest.raises(
        ValueError, match="'A': prompt_len is too large: it must be at most 1,099,511,627,776"
    ):
        Run([Request("A", 0, MOST_TOKENS + 1, 1)], Driftwood(2))
