"""The lessons about time, with the figures they must reproduce, through the general engine."""

from itertools import pairwise

import pytest

from core import Request, Run
from core.cost import Cost
from core.metrics import Totals, totals
from core.schedulers.driftwood import Driftwood

BATCH = Cost(15, per_sequence_ms=1, per_prefill_token_ms=1)
PREFILL = Cost(20, per_prefill_token_ms=0.5)


def batched(max_running: int) -> Totals:
    """Lessons 33 and 34: 64 requests of 4 tokens."""
    requests = [Request(f"r{n:02}", 0, 1, 4) for n in range(64)]
    return totals(Run(requests, Driftwood(max_running), cost=BATCH).finish())


@pytest.mark.parametrize(
    ("max_running", "gap_ms", "rate"),
    [(1, 16, 62.5), (4, 19, 210.5), (16, 31, 516.1), (64, 79, 810.1)],
)
def test_33_batch_size_against_inter_token_latency(
    max_running: int, gap_ms: float, rate: float
) -> None:
    figures = batched(max_running)
    every = ("itl_ms_mean", "itl_ms_p50", "itl_ms_p99", "longest_gap_ms")
    assert [figures[key] for key in every] == [gap_ms] * 4
    assert round(figures["tokens_per_s"], 1) == rate


def test_34_the_frontier_of_throughput_and_latency() -> None:
    figures = [batched(max_running) for max_running in (1, 2, 4, 8, 16, 32, 64)]
    points = [(round(each["tokens_per_s"], 1), each["longest_gap_ms"]) for each in figures]
    assert points == [
        *((62.5, 16), (117.6, 17), (210.5, 19), (347.8, 23)),
        *((516.1, 31), (680.9, 47), (810.1, 79)),
    ]
    assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(points))


def test_38_the_mixed_step() -> None:
    """Prefill first and prefill last need policies; this is the brief's own step between them."""
    requests = [Request("a", 0, 1, 4), Request("b", 0, 1, 4), Request("n", 1, 260, 1)]
    run = Run(requests, Driftwood(3), cost=PREFILL).finish()
    results = run.results()
    assert [results[rid]["worst_stall_ms"] for rid in "ab"] == [130, 130]
    assert results["n"]["ttft_ms"] == 150


@pytest.mark.parametrize(
    ("budget", "stall_ms", "ttft_ms"), [(None, 1000, 1020), (201, 100, 1200), (200, 99.5, None)]
)
def test_39_chunked_prefill(budget: int | None, stall_ms: float, ttft_ms: float | None) -> None:
    requests = [Request("a", 0, 1, 13), Request("n", 1, 2000, 1)]
    run = Run(requests, Driftwood(2, token_budget=budget), cost=PREFILL).finish()
    assert run.results()["a"]["worst_stall_ms"] == totals(run)["worst_stall_ms"] == stall_ms
    assert ttft_ms is None or run.results()["n"]["ttft_ms"] == ttft_ms


def test_47_queue_waiting_time() -> None:
    requests = [Request(f"r{n}", 0, 1, 1, arrival_ms=100.0 * n) for n in range(5)]
    results = Run(requests, Driftwood(1), cost=Cost(500)).finish().results()
    waits = [result["queue_wait_ms"] for result in results.values()]
    assert waits == [0, 400, 800, 1200, 1600]
