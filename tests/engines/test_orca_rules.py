"""Orca and static batching, rule by rule; the figures are those of lessons 29 to 32."""

import pytest

from core.explain import reason, why_waiting
from core.metrics import totals
from core.run import Run
from core.schedulers import make_scheduler
from core.schedulers.orca import Orca
from tests.engines.scheduled import preempted, scheduled
from tests.findings.runs import run_of

THREE = (("a", 0, 1, 3), ("b", 0, 1, 10), ("c", 0, 1, 2))
LATE = ("d", 1, 1, 4)


def by_request(max_bs: int, *asked: tuple[str, int, int, int]) -> Run:
    return run_of(Orca(max_bs, scheduling="request"), *asked)


def test_by_request_nobody_leaves_before_the_longest_is_done() -> None:
    """Lesson 29."""
    run = by_request(3, *THREE)
    assert len(run.series) == 10
    assert [run.results()[rid]["finish"] for rid in "abc"] == [2, 9, 1]
    assert [run.at(step).held_slots for step in (8, 9)] == [3, 0]


def test_by_request_nobody_joins_before_the_longest_is_done() -> None:
    run = by_request(3, *THREE, LATE)
    assert run.results()["d"]["admitted"] == 10
    assert run.results()["d"]["waited"]["slots"] == 9
    assert why_waiting(run.at(4), 0) == "the batch runs until b ends"


def test_by_iteration_a_slot_is_taken_as_soon_as_it_is_free() -> None:
    run = run_of(Orca(3), *THREE, LATE)
    assert run.results()["d"]["admitted"] == 2
    assert why_waiting(run.at(1, 2), 0).startswith("3 of 3 slots taken")


def test_idle_slots_of_a_static_batch() -> None:
    """Lesson 30."""
    static, continuous = (totals(run) for run in (by_request(3, *THREE), run_of(Orca(3), *THREE)))
    assert (static["idle_slot_steps"], static["utilisation"]) == (15, 0.5)
    assert (continuous["idle_slot_steps"], continuous["utilisation"]) == (0, 1.0)


def test_slot_steps_held_by_request_and_by_iteration() -> None:
    """Lesson 32: four slots by request against two by iteration, ten steps each."""
    four = (*THREE, ("d", 0, 1, 4))
    static, continuous = by_request(4, *four), run_of(Orca(2), *four)
    assert [totals(run)["held_slot_steps"] for run in (static, continuous)] == [40, 19]
    assert [len(run.series) for run in (static, continuous)] == [10, 10]


def test_a_prompt_is_processed_whole_beside_decodes() -> None:
    run = run_of(Orca(3), ("a", 0, 4, 4), ("b", 1, 500, 2))
    assert scheduled(run)[1] == {"a": 1, "b": 500}


def test_admission_reserves_a_whole_life() -> None:
    """A reserves 8 + 5 - 1 slots at its admission; 8 of 20 are left, and B needs 9."""
    run = run_of(Orca(4, n_slots=20), ("A", 0, 8, 5), ("B", 1, 8, 2))
    assert run.at(0).used_blocks == 12
    assert run.results()["B"]["admitted"] == 5
    assert why_waiting(run.at(1), 0) == ("needs 9 tokens in one piece, 8 free, the largest piece 8")


def test_nobody_is_ever_preempted() -> None:
    run = run_of(Orca(8, n_slots=30), *((f"r{n}", n, 5, 9) for n in range(8)))
    assert (run.status, preempted(run)) == ("finished", [])


def test_who_needs_more_slots_than_there_are_is_refused() -> None:
    run = run_of(Orca(4, n_slots=12), ("A", 0, 8, 6))
    (why,) = [reason(e) for e in run.at(0).events if e.kind == "rejected"]
    assert "reserves 13 tokens in one piece, the memory has 12" in why


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({}, "orca needs max_bs"),
        ({"max_bs": 4, "n_slots": 0}, "n_slots must be at least 1, not 0"),
        ({"max_bs": 4, "scheduling": "iterations"}, "did you mean iteration"),
        ({"max_bs": 4, "scheduling": "static"}, "known: iteration, request"),
        ({"max_running": 4}, "no knob 'max_running'; there it is called max_bs"),
    ],
)
def test_faults_say_what_would_be_right(knobs: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler("orca", **knobs)
