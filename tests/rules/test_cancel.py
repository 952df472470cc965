"""Clients that leave: a test for each sentence about `cancel_at`, worked out by hand.

A decodes, B is in its prompt, C waits for a slot: they leave in the steps 3, 1 and 0.
"""

import pytest

from core import Request, Run
from core.events import Cancelled, Ran
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import events_of, names

TWO = Driftwood(2, 2, 20, 6)


def leaving(rid: str, arrival: int, prompt: int, output: int, cancel_at: int) -> Request:
    return Request(rid, arrival, prompt, output, cancel_at=cancel_at)


def run_of(*requests: Request, scheduler: Driftwood = TWO) -> Run:
    return Run(requests, scheduler)


A, B = leaving("A", 0, 3, 9, 3), leaving("B", 0, 9, 3, 1)
WAITS = leaving("C", 0, 2, 9, 2)
PAIR = (Request("A", 0, 3, 4), leaving("B", 0, 3, 4, 3))
"""Of 4 blocks of 2; B is preempted in step 2 (see `test_progress_kept`)."""


def test_one_that_waits_leaves() -> None:
    run = run_of(A, Request("B", 0, 9, 3), WAITS)
    assert names(run.at(1)) == ("C", "AB")
    assert events_of(run, 2, "cancelled") == [Cancelled("C", (), 0)]
    assert names(run.at(2)) == ("", "AB")
    result = run.finish().results()["C"]
    assert result["waited"] == {"slots": 2, "blocks": 0, "budget": 0, "turn": 0}


def test_one_in_its_prompt_gives_back_its_slot_and_blocks() -> None:
    """C has them in the same step."""
    run = run_of(A, B, WAITS)
    assert [event.kind for event in run.at(1).events][:2] == ["cancelled", "admitted"]
    assert events_of(run, 1, "cancelled") == [Cancelled("B", (3, 4, 5, 6, 7), 0)]
    assert (names(run.at(1)), run.at(1, 1).free_blocks) == (("", "AC"), 18)


def test_one_that_decodes_keeps_what_it_has_sent() -> None:
    run = run_of(A, B)
    assert events_of(run, 3, "cancelled") == [Cancelled("A", (1, 2, 7), 3)]
    result = run.finish().results()["A"]
    assert (result["state"], result["cancelled_at"], result["finish"]) == ("cancelled", 3, None)
    assert (result["first_token"], result["last_token"], result["emitted_tokens"]) == (0, 2, 3)
    assert run.at(3).used_blocks == 0


def test_one_that_was_preempted_leaves_the_queue() -> None:
    run = run_of(*PAIR, scheduler=Driftwood(2, 2, 4))
    assert names(run.at(2)) == ("B", "A")
    assert events_of(run, 3, "cancelled") == [Cancelled("B", (), 2)]
    assert names(run.at(3, 1)) == ("", "A")
    result = run.finish().results()["B"]
    assert (result["preemptions"], result["recomputed_tokens"], result["turns"]) == (1, 4, 1)


def test_one_whose_cache_lies_in_host_memory_leaves_too() -> None:
    run = run_of(*PAIR, scheduler=Driftwood(2, 2, 4, on_preempt="swap"))
    assert events_of(run, 3, "cancelled") == [Cancelled("B", (), 2)]
    assert run.finish().results()["B"]["recomputed_tokens"] == 0


def test_whoever_leaves_first_thing_in_a_step_has_done_nothing_in_it() -> None:
    """The last token of a decode that would have been sent in step 3 is not."""
    run = run_of(leaving("A", 0, 1, 4, 3))
    assert events_of(run, 3) == [Cancelled("A", (1, 2), 3), Ran(0, 0, 0)]
    assert run.finish().last_step == 3


def test_who_has_ended_before_does_not_leave() -> None:
    """Finished in step 3, and asked to leave in step 4; rejected at once, and never cancelled."""
    run = run_of(
        leaving("A", 0, 1, 4, 4), leaving("B", 0, 99, 1, 0), Request("C", 4, 1, 2)
    ).finish()
    assert [events_of(run, step, "cancelled") for step in run.series.step] == [[]] * 6
    results = run.results()
    assert [results[rid]["state"] for rid in "ABC"] == ["finished", "rejected", "finished"]
    assert results["A"]["cancelled_at"] is None


@pytest.mark.parametrize("cancel_at", [0, 4, 5])
def test_who_has_left_before_it_comes_is_cancelled_as_it_arrives(cancel_at: int) -> None:
    run = run_of(leaving("A", 5, 1, 1, cancel_at), Request("B", 5, 1, 1))
    kinds = [(event.kind, getattr(event, "rid", None)) for event in run.at(5).events]
    assert kinds[:3] == [("arrived", "A"), ("cancelled", "A"), ("arrived", "B")]
    result = run.finish().results()["A"]
    assert (result["cancelled_at"], result["admitted"], result["first_token"]) == (5, None, None)


def test_several_leave_in_the_order_of_their_steps_then_rids() -> None:
    asked = [leaving(rid, 0, 1, 9, 2) for rid in "CAB"]
    run = run_of(*asked, scheduler=Driftwood(3))
    assert [event.rid for event in run.at(2).events if isinstance(event, Cancelled)] == [*"ABC"]


def test_the_head_of_the_queue_leaves_and_the_next_is_asked() -> None:
    """C waits for a slot behind B, who leaves: the step is one for a slot and no turn."""
    asked = (Request("A", 0, 1, 4), leaving("B", 0, 1, 1, 2), Request("C", 0, 1, 1))
    run = run_of(*asked, scheduler=Driftwood(1)).finish()
    assert run.results()["C"]["waited"] == {"slots": 2, "blocks": 0, "budget": 0, "turn": 2}


def test_a_timed_workload_has_no_steps_to_leave_in() -> None:
    with pytest.raises(ValueError, match="cancel_at"):
        run_of(Request("A", 0, 1, 1, arrival_ms=3.0, cancel_at=2))
