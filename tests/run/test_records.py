"""Records and results of a run: against the naive trace, and the same however it was executed."""

from random import Random

import pytest
from hypothesis import given, settings

from core import Request, Run
from core.cost import Cost
from core.record import Record
from core.results import Result
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import Case, cases, random_cases, trace_case
from tests.run.naive_records import check_series, naive_records
from tests.walk.driven import job
from tests.walk.jobs import random_jobs


def records_agree(case: Case) -> None:
    records, expected = list(job(case).run().records()), naive_records(trace_case(case))
    assert records == expected
    orders = [list(record.scheduled) for record in records]
    assert orders == [list(record.scheduled) for record in expected]


@settings(max_examples=100)
@given(cases(rejections=True))
def test_records_agree_with_the_naive_trace_on_drawn_cases(case: Case) -> None:
    records_agree(case)


def test_records_agree_with_the_naive_trace_on_random_cases() -> None:
    for case in random_cases(61, 800, rejections=True):
        records_agree(case)


def test_the_series_are_those_of_the_records() -> None:
    for each in random_jobs(62, 100):
        run = each.run().finish()
        check_series(run, list(run.records()))
        assert len(run.series.now_ms) == (0 if each.cost is None else len(run.series))


def all_of(run: Run) -> tuple[object, ...]:
    """What a run came to."""
    arrays = [bytes(getattr(run.series, name)) for name in run.series.__slots__]
    return run.status, run.reason, run.last_step, run.results(), list(run.records()), arrays


def test_slices_come_to_the_same() -> None:
    dice = Random(63)
    for each in random_jobs(63, 60):
        run = each.run()
        while run.status == "running":
            executed = len(run.series)
            steps = dice.randint(0, 4)
            assert run.advance(steps) is run
            assert len(run.series) == executed + steps or run.status != "running"
        assert all_of(run) == all_of(each.run().finish())


def test_looking_changes_nothing() -> None:
    for each in random_jobs(64, 40):
        run = each.run()
        while run.status == "running":
            run.advance(1)
            run.at(run.last_step // 2)
            run.results()
        assert all_of(run) == all_of(each.run().finish())


def test_records_run_the_run_to_its_end() -> None:
    run = Run([Request("A", 0, 3, 2), Request("B", 0, 2, 1)], Driftwood(2, 2, 9, 4))
    assert list(run.records()) == [
        Record(0, {"A": 3, "B": 1}, 3, (), 0, ("A", "B"), ("A",), 4),
        Record(1, {"A": 1, "B": 1}, 3, (), 0, ("A", "B"), ("A", "B"), 2),
    ]
    assert run.status == "finished"


def test_results_of_a_run_half_way() -> None:
    """In the steps 0 and 1: A decodes, B prefills, C is held for blocks, D never fits."""
    requests = [
        Request("E", 9, 1, 1),
        Request("D", 0, 9, 9),
        Request("C", 0, 1, 1),
        Request("B", 0, 5, 1),
        Request("A", 0, 1, 4),
    ]
    results = Run(requests, Driftwood(3, 2, 4, 3)).advance(2).results()
    assert list(results) == ["E", "D", "C", "B", "A"]
    assert results["E"] == result(None)
    assert results["D"] == result("rejected")
    assert results["C"] == result("waiting", blocks=2)
    assert results["B"] == result("prefilling", admitted=0)
    assert results["A"] == result("decoding", first=0, gap=1, admitted=0, sent=2)


def result(
    state: str | None,
    *,
    first: int | None = None,
    gap: int = 0,
    blocks: int = 0,
    admitted: int | None = None,
    sent: int = 0,
) -> dict[str, object]:
    """A result in full, of who sent all its tokens one after another."""
    return {
        "first_token": first,
        "finish": None,
        "preemptions": 0,
        "state": state,
        "admitted": admitted,
        "turns": 0 if admitted is None else 1,
        "last_token": None if first is None else first + sent - 1,
        "emitted_tokens": sent,
        "recomputed_tokens": 0,
        "discarded_tokens": 0,
        "hit_tokens": 0,
        "rehit_tokens": 0,
        "cancelled_at": None,
        "longest_gap": gap,
        "waited": {"slots": 0, "blocks": blocks, "budget": 0, "turn": 0},
        "unserved": 0,
    }


def test_a_result_has_the_keys_of_the_interface() -> None:
    assert set(Result.__required_keys__) >= {"first_token", "finish", "preemptions", "state"}


@pytest.mark.parametrize("step_ms", [0.5, 20.0])
def test_timed_arrivals_come_to_the_same_as_steps(step_ms: float) -> None:
    """Arrivals just before a step starts are those of the step, where no gap is idle.

    The rank of a timed request is its arrival and its place, so rids are put in their order.
    """
    compared = 0
    for case in random_cases(65, 200):
        trace = trace_case(case)
        if [step.step for step in trace.steps] != list(range(len(trace.steps))):
            continue
        asks = sorted(case.asks, key=lambda ask: (ask.arrival, ask.rid))
        requests = [
            Request(a.rid, 0, a.prompt_len, a.output_len, arrival_ms=arrival_ms(a.arrival, step_ms))
            for a in asks
        ]
        run = job(case).run()
        timed = Run(requests, run.scheduler, cost=Cost(step_ms))
        assert list(timed.records()) == list(run.records())
        assert timed.series.now_ms[-1] == timed.last_step * step_ms
        compared += 1
    assert compared >= 40


def arrival_ms(arrival: int, step_ms: float) -> float:
    """A quarter of a step before the step `arrival`."""
    return max(0.0, (arrival - 0.25) * step_ms)
