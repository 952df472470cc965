"""Times counted by change equal those counted token by token, on random workloads."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from core.cost import Cost
from core.gaps import Gaps
from core.metrics import Totals, totals
from core.run import Run
from core.stopwatch import Stopwatch
from tests.naive.strategies import RandomDraw, random_cases
from tests.times.naive_times import NaiveClock, nearest_rank
from tests.walk.driven import SOUND, Job, Parts, job
from tests.walk.jobs import costly, timed

NOISE_MS = 2e-6
"""Twice the rounding of a figure: what floats may differ from fractions by."""


def jobs(seed: int, count: int, parts: Parts = SOUND) -> Iterator[Job]:
    """Jobs with a cost, half of them with arrivals in time, every third with uneven constants."""
    source = RandomDraw(Random(seed))
    for at, case in enumerate(random_cases(seed, count)):
        made = (timed, costly)[at % 2](job(case, parts), source)
        yield replace(made, cost=Cost(7.3, 0.1, 0.037, 0.0013)) if at % 3 == 2 else made


def clock_of(run: Run) -> NaiveClock:
    assert run.cost is not None
    return NaiveClock(run.requests, run.cost, list(run.records()))


def near(figure: float | None, exact: Fraction | None) -> bool:
    """Whether both are the same time, or both are none."""
    if figure is None or exact is None:
        return figure is None and exact is None
    return abs(figure - float(exact)) <= NOISE_MS


def requests_agree(given: Job) -> None:
    """Compare every time of every request; looking at the run before must change nothing."""
    run = given.run().finish()
    run.at(run.last_step)
    results = run.results()
    for rid, life in clock_of(run).lives.items():
        result = results[rid]
        assert life.arrival is not None
        assert life.admitted is not None
        assert near(result["ttft_ms"], life.sent[0] - life.arrival), rid
        assert near(result["queue_wait_ms"], life.admitted - life.arrival), rid
        assert near(result["finish_ms"], life.sent[-1]), rid
        assert near(result["longest_gap_ms"], max(life.gaps, default=Fraction(0))), rid
        assert near(result["worst_stall_ms"], max(life.stalls, default=Fraction(0))), rid
        pace = sum(life.gaps, Fraction(0)) / len(life.gaps) if life.gaps else None
        assert near(result["tpot_ms"], pace), rid
        assert near(result["e2e_ms"], life.sent[-1] - life.arrival), rid
    assert Gaps(watch_of(run)).count == len(clock_of(run).gaps())


def watch_of(run: Run) -> Stopwatch:
    watch = run.stopwatch()
    assert watch is not None
    return watch


@pytest.mark.parametrize("seed", [71, 72, 73])
def test_a_request_is_timed_as_token_by_token(seed: int) -> None:
    for each in jobs(seed, 150):
        requests_agree(each)


@pytest.mark.parametrize("seed", [74, 75])
def test_a_run_is_timed_as_token_by_token(seed: int) -> None:
    for each in jobs(seed, 150):
        run = each.run().finish()
        clock, figures = clock_of(run), totals(run)
        assert all(map(near, run.series.now_ms, clock.starts))
        same_gaps(figures, clock)
        first = min(life.arrival for life in clock.lives.values() if life.arrival is not None)
        duration = clock.ends[-1] - first
        assert near(figures["duration_ms"], duration)
        rate = figures["emitted_tokens"] * 1000 / float(duration)
        assert figures["tokens_per_s"] == pytest.approx(rate)


def same_gaps(figures: Totals, clock: NaiveClock) -> None:
    gaps = clock.gaps()
    if not gaps:
        assert "itl_ms_mean" not in figures
        return
    stalls = [stall for life in clock.lives.values() for stall in life.stalls]
    assert near(figures["itl_ms_mean"], sum(gaps, Fraction(0)) / len(gaps))
    assert near(figures["itl_ms_p50"], nearest_rank(gaps, 50))
    assert near(figures["itl_ms_p99"], nearest_rank(gaps, 99))
    assert near(figures["longest_gap_ms"], gaps[-1])
    assert near(figures["worst_stall_ms"], max(stalls))


def test_first_token_and_gaps_lead_to_the_last_token() -> None:
    """TTFT + all gaps = last token - arrival, and gaps = output - 1: here of whole runs."""
    for each in jobs(76, 200):
        run = each.run().finish()
        watch, results = watch_of(run), run.results()
        count, span = 0, 0.0
        for request in run.requests:
            result = results[request.rid]
            finish, ttft = result["finish_ms"], result["ttft_ms"]
            assert finish is not None
            assert ttft is not None
            count += request.output_len - 1
            span += finish - watch.arrival_of(request) - ttft
        gaps = Gaps(watch)
        assert gaps.count == count
        assert count == 0 or gaps.mean * count == pytest.approx(span, abs=1e-3)


def test_the_naive_lives_keep_the_law_one_by_one() -> None:
    for each in jobs(77, 100):
        for life in clock_of(each.run().finish()).lives.values():
            assert life.arrival is not None
            assert len(life.gaps) == life.request.output_len - 1
            ttft = life.sent[0] - life.arrival
            assert ttft + sum(life.gaps) == life.sent[-1] - life.arrival


def test_a_run_half_way_is_timed_as_far_as_it_got() -> None:
    for each in jobs(78, 60):
        whole = each.run().finish()
        half = each.run().advance(len(whole.series) // 2)
        short = each.run(max_steps=max(1, len(half.series))).finish()
        if len(half.series):
            assert half.results() == short.results()
            assert totals(half) == totals(short)
