"""Conditions: how they are written, and what meets them."""

import pytest

from core.study.slo import condition, figure_in, unit_of


@pytest.mark.parametrize(
    ("text", "figure", "limit"),
    [
        ("ttft_p99<2s", "ttft_ms_p99", 2000),
        ("ttft_p99 < 1.5s", "ttft_ms_p99", 1500),
        ("ttft_p50<=250ms", "ttft_ms_p50", 250),
        ("ttft_p99<20steps", "ttft_steps_p99", 20),
        ("itl_p99<50ms", "itl_ms_p99", 50),
        ("itl_mean<50ms", "itl_ms_mean", 50),
        ("tpot_p90<50ms", "tpot_ms_p90", 50),
        ("e2e_p50<30s", "e2e_ms_p50", 30_000),
        ("e2e_p50<30steps", "e2e_steps_p50", 30),
        ("queue_wait_p90<1s", "queue_wait_ms_p90", 1000),
        ("ttft_ms_p99<2000", "ttft_ms_p99", 2000),
        ("longest_gap<3steps", "longest_gap", 3),
        ("longest_gap<3s", "longest_gap_ms", 3000),
        ("worst_stall<.5s", "worst_stall_ms", 500),
        ("preemptions<=10", "preemptions", 10),
        ("rejected<1", "rejected", 1),
        ("tokens_per_s>1000", "tokens_per_s", 1000),
        ("utilisation>=0.5", "utilisation", 0.5),
        ("waited_blocks<10steps", "waited_blocks", 10),
        ("duration<1s", "duration_ms", 1000),
    ],
)
def test_a_condition_names_a_figure_and_its_limit(text: str, figure: str, limit: float) -> None:
    found = condition(text)
    assert (found.figure, found.limit) == (figure, limit)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ttft_p99", "write FIGURE<LIMIT in quotes, such as 'ttft_p99<2s'"),
        ("ttft_p99<", "write FIGURE<LIMIT"),
        ("<2s", "write FIGURE<LIMIT"),
        ("ttft_p99<2s" * 20, "write FIGURE<LIMIT"),
        ("ttft_p99<-2s", "write FIGURE<LIMIT"),
        ("ttft_p99<2s or more", "write FIGURE<LIMIT"),
        ("ttft_p99<2h", "there is no unit h: it is ms, s or steps, or none for a count"),
        ("ttft_p99<2", "ttft_p99 has a unit: say ms, s or steps behind the number"),
        ("itl_p99<2steps", "itl_p99 is not counted in steps"),
        ("preemptions<2s", "preemptions is not counted in s, it has no unit"),
        ("ttft_p95<2s", "there is no figure ttft_p95; did you mean ttft_p99?"),
        ("tftt_p99<2s", "there is no figure tftt_p99; did you mean ttft_p99?"),
        ("zzzzzzzzzz<2s", "there is no figure zzzzzzzzzz; known: steps, last_step"),
    ],
)
def test_what_is_no_condition_is_told(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        condition(text)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "figure", "is_met"),
    [
        ("preemptions<10", 9, True),
        ("preemptions<10", 10, False),
        ("preemptions<=10", 10, True),
        ("preemptions<=10", 11, False),
        ("preemptions>10", 10, False),
        ("preemptions>10", 11, True),
        ("preemptions>=10", 10, True),
        ("preemptions>=10", 9, False),
    ],
)
def test_a_limit_is_met_or_not(text: str, figure: int, is_met: bool) -> None:
    assert condition(text).met({"preemptions": figure}) == is_met


def test_a_figure_that_is_not_there_exceeds_nothing_and_reaches_nothing() -> None:
    assert condition("itl_p99<1ms").met({})
    assert not condition("itl_p99>1ms").met({})


def test_the_excess_is_how_many_times_over_the_limit() -> None:
    assert condition("preemptions<10").excess({"preemptions": 25}) == 2.5
    assert condition("tokens_per_s>100").excess({"tokens_per_s": 50.0}) == 2
    assert condition("preemptions<0").excess({"preemptions": 3}) == float("inf")


def test_a_figure_is_of_a_run_with_a_clock_or_without() -> None:
    assert figure_in("ttft_p99", "ms") == "ttft_ms_p99"
    assert figure_in("ttft_p99", "steps") == "ttft_steps_p99"
    assert figure_in("itl_p99", "steps") is None
    units = {"ttft_ms_p99": "ms", "ttft_steps_p99": "steps", "tokens_per_s": "ms"}
    assert {name: unit_of(name) for name in units} == units
    assert unit_of("preemptions") is None
    assert unit_of("held_slot_steps") is None
