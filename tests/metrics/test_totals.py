"""The figures of a run, against figures worked out by hand and against its records."""

import random
from statistics import mean

import pytest

from core import Request, Run, make_scheduler
from core.cost import Cost
from core.metrics import first_token_times, percentile, totals

BRIEF = [Request("A", 0, 6, 4), Request("B", 0, 4, 5), Request("C", 1, 3, 2)]


def brief(cost: Cost | None = None, max_steps: int = 100) -> Run:
    """The brief's second example: in step 3 B makes room for A."""
    scheduler = make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=4)
    return Run(BRIEF, scheduler, cost=cost, max_steps=max_steps).finish()


def test_the_figures_of_the_brief() -> None:
    assert totals(brief()) == {
        "steps": 6,
        "last_step": 5,
        "requests": 3,
        "finished": 3,
        "rejected": 0,
        "cancelled": 0,
        "discarded_tokens": 0,
        "tokens": 10 + 2 + 2 + 1 + 10 + 2,
        "emitted_tokens": 11,
        "preemptions": 1,
        "recomputed_tokens": 6,
        "recomputed_share": 6 / 27,
        "mean_running": 11 / 6,
        "max_running": 2,
        "mean_blocks": (3 + 4 + 4 + 3 + 3 + 3) / 6,
        "max_blocks": 4,
        "mean_waiting": (0 + 1 + 1 + 2) / 6,
        "max_waiting": 2,
        "waited_slots": 0,
        "waited_blocks": 1 + 2,
        "waited_budget": 0,
        "waited_turn": 1,
        "unserved": 0,
        "longest_gap": 2,
        "ttft_steps_p50": 1,
        "ttft_steps_p90": 4,
        "ttft_steps_p99": 4,
        "queue_wait_steps_p50": 0,
        "queue_wait_steps_p90": 3,
        "queue_wait_steps_p99": 3,
        "tokens_per_step": 11 / 6,
        "tpot_steps_p50": 1,
        "tpot_steps_p90": 1.25,
        "tpot_steps_p99": 1.25,
        "e2e_steps_p50": 5,
        "e2e_steps_p90": 6,
        "e2e_steps_p99": 6,
        "turns": 4,
        "held_slot_steps": 11,
        "useful_slot_steps": 11,
        "idle_slot_steps": 0,
        "occupancy": 11 / 6,
        "real_demand": 11 / 6,
        "utilisation": 1,
        "tokens_per_slot_step": 1,
    }


def test_a_clock_turns_steps_into_time() -> None:
    figures = totals(brief(Cost(20)))
    times = {key: figures[key] for key in figures if "ms" in key or key == "tokens_per_s"}
    assert times == {
        "duration_ms": 120,
        "tokens_per_s": pytest.approx(11 / 0.120),
        "ttft_ms_p50": 20,
        "ttft_ms_p90": 80,
        "ttft_ms_p99": 80,
        "queue_wait_ms_p50": 0,
        "queue_wait_ms_p90": 60,
        "queue_wait_ms_p99": 60,
        "tpot_ms_p50": 20,
        "tpot_ms_p90": 25,
        "tpot_ms_p99": 25,
        "e2e_ms_p50": 100,
        "e2e_ms_p90": 120,
        "e2e_ms_p99": 120,
        "itl_ms_mean": (7 * 20 + 40) / 8,
        "itl_ms_p50": 20,
        "itl_ms_p99": 40,
        "longest_gap_ms": 40,
        "worst_stall_ms": 20,
    }
    assert not [key for key in figures if key.startswith("ttft_steps")]


def test_an_arrival_in_time_counts_from_there() -> None:
    arrivals = [Request("A", 0, 1, 2, arrival_ms=1_000.0), Request("B", 0, 1, 1, arrival_ms=1_005)]
    run = Run(arrivals, make_scheduler("driftwood", max_running=2), cost=Cost(20)).finish()
    assert first_token_times(run, run.results()) == {"A": 20, "B": 35}
    assert totals(run)["duration_ms"] == 40


def test_an_arrival_at_a_step_happens_when_it_starts() -> None:
    scheduler = make_scheduler("driftwood", max_running=1)
    run = Run([Request("A", 3, 1, 2), Request("B", 4, 1, 1)], scheduler, cost=Cost(10)).finish()
    assert first_token_times(run, run.results()) == {"A": 10, "B": 20}
    assert totals(run)["duration_ms"] == 30


def test_a_gap_of_any_length_is_no_step() -> None:
    run = Run(
        [Request("A", 0, 1, 1), Request("B", 1_000_000, 1, 1)],
        make_scheduler("driftwood", max_running=1),
    ).finish()
    figures = totals(run)
    assert (figures["steps"], figures["last_step"], figures["mean_running"]) == (2, 1_000_000, 1)


def test_a_rejected_one_has_no_first_token() -> None:
    scheduler = make_scheduler("driftwood", max_running=1, block_size=1, num_blocks=1)
    figures = totals(Run([Request("A", 0, 9, 9)], scheduler).finish())
    assert (figures["finished"], figures["rejected"], figures["tokens"]) == (0, 1, 0)
    assert figures["recomputed_share"] == 0
    assert not [key for key in figures if key.startswith("ttft")]


def test_nothing_has_figures_too() -> None:
    figures = totals(Run([], make_scheduler("driftwood", max_running=1), cost=Cost(20)))
    assert {key: figure for key, figure in figures.items() if figure} == {"last_step": -1}


def test_a_run_at_its_limit_has_the_figures_so_far() -> None:
    figures = totals(brief(max_steps=4))
    assert (figures["steps"], figures["finished"], figures["waited_turn"]) == (4, 1, 1)
    assert figures["waited_blocks"] == 3


def test_a_step_that_a_float_cannot_tell() -> None:
    late = [Request("A", 0, 1, 1, arrival_ms=1e12)]
    run = Run(late, make_scheduler("driftwood", max_running=1), cost=Cost(1e-9)).finish()
    assert totals(run)["tokens_per_s"] == 0


@pytest.mark.parametrize(
    ("percent", "value"), [(1, 10), (25, 10), (26, 20), (50, 20), (75, 30), (90, 40), (100, 40)]
)
def test_a_percentile_is_by_nearest_rank(percent: int, value: float) -> None:
    assert percentile([10, 20, 30, 40], percent) == value
    assert percentile([7], percent) == 7


@pytest.mark.parametrize("seed", range(20))
def test_the_records_give_the_same(seed: int) -> None:
    chance = random.Random(seed)
    sizes = [(chance.randint(1, 12), chance.randint(1, 9)) for _ in range(20)]
    requests = [Request(f"r{n}", chance.randint(0, 30), *size) for n, size in enumerate(sizes)]
    scheduler = make_scheduler(
        "driftwood", max_running=4, block_size=2, num_blocks=14, token_budget=6
    )
    run = Run(requests, scheduler).finish()
    figures, records = totals(run), list(run.records())
    assert figures["steps"] == len(records)
    assert figures["tokens"] == sum(sum(record.scheduled.values()) for record in records)
    assert figures["emitted_tokens"] == sum(len(record.emitted) for record in records)
    assert figures["preemptions"] == sum(len(record.preempted) for record in records)
    assert figures["mean_blocks"] == mean(record.blocks_used for record in records)
    assert figures["max_waiting"] == max(record.waiting for record in records)
    assert figures["unserved"] == sum(len(r.running) - len(r.scheduled) for r in records)
