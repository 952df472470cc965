"""Continuous batching: a test for each sentence of the brief, worked out by hand."""

from core import Request, simulate
from core.events import Admitted, Arrived, Finished, FirstToken, Held, Ran
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import events_of, names, outcomes, run_of


def test_requests_are_admitted_in_order_of_arrival_and_rid() -> None:
    """Named in another order; r10 stands before r9 as strings compare."""
    run = run_of(Driftwood(9), b=(1, 1, 9), r9=(0, 1, 9), a=(1, 1, 9), r10=(0, 1, 9))
    assert [row.rid for row in run.at(1).running] == ["r10", "r9", "a", "b"]


def test_fewer_than_max_running_are_running_when_one_is_admitted() -> None:
    run = run_of(Driftwood(2), A=(0, 1, 2), B=(0, 1, 3), C=(0, 1, 1))
    assert names(run.at(0)) == ("C", "AB")
    assert events_of(run, 0, "held") == [Held("C", "slots", 2, 0, 0)]
    assert names(run.at(1, 0)) == ("C", "AB")
    assert names(run.at(2, 1)) == ("", "BC")


def test_a_request_can_be_admitted_at_its_arrival_step() -> None:
    run = run_of(Driftwood(1), A=(4, 3, 1))
    assert events_of(run, 4) == [
        Arrived("A"),
        Admitted("A", (), 3, resumed=False, free_blocks=0),
        FirstToken("A", 3),
        Ran(1, 3, 1),
        Finished("A", ()),
    ]


def test_a_new_one_processes_its_whole_prompt_and_emits_its_first_token_in_this_step() -> None:
    run = run_of(Driftwood(2), A=(0, 1_000, 2), B=(0, 7, 2))
    assert events_of(run, 0, "first_token", "ran") == [
        FirstToken("A", 1_000),
        FirstToken("B", 7),
        Ran(2, 1_007, 2),
    ]
    assert [row.computed_tokens for row in run.at(0).running] == [1_000, 7]


def test_one_that_already_has_tokens_emits_one_more() -> None:
    run = run_of(Driftwood(2), A=(0, 5, 4), B=(1, 1, 9))
    assert [run.at(step).running[0].emitted for step in range(3)] == [1, 2, 3]
    assert events_of(run, 2) == [Ran(2, 2, 2)]


def test_a_request_finishes_with_its_last_token_and_leaves_after_the_step() -> None:
    """A sends its second and last token in step 1 and still has the slot then; B gets it in 2."""
    run = run_of(Driftwood(1), A=(0, 1, 2), B=(1, 1, 1))
    assert events_of(run, 1) == [
        Arrived("B"),
        Held("B", "slots", 1, 0, 0),
        Ran(1, 1, 1),
        Finished("A", ()),
    ]
    assert names(run.at(1, 3)) == ("B", "A")
    assert names(run.at(1, 4)) == ("B", "")
    assert outcomes(run) == {"A": (0, 1, 0), "B": (2, 2, 0)}


def test_one_token_of_output_begins_and_ends_in_the_same_step() -> None:
    assert outcomes(run_of(Driftwood(1), A=(0, 8, 1), B=(0, 8, 1))) == {
        "A": (0, 0, 0),
        "B": (1, 1, 0),
    }


def test_a_later_arrival_waits_behind_an_earlier_one() -> None:
    run = run_of(Driftwood(1), A=(0, 1, 3), Z=(1, 1, 1), B=(2, 1, 1))
    assert names(run.at(2)) == ("ZB", "")
    assert outcomes(run) == {"A": (0, 2, 0), "Z": (3, 3, 0), "B": (4, 4, 0)}


def test_limits_that_never_bind_change_nothing() -> None:
    requests = [Request("A", 0, 9, 4), Request("B", 0, 2, 7), Request("C", 1, 5, 2)]
    assert simulate(requests, 2, 4, 10**9, 10**9) == simulate(requests, 2)


def test_the_results_are_in_the_order_of_the_requests() -> None:
    requests = [Request(rid, 0, 1, 1) for rid in ("z", "r9", "r10", "a")]
    assert list(simulate(requests, 4)) == ["z", "r9", "r10", "a"]


def test_no_requests_give_nothing() -> None:
    assert simulate([], 1) == {}
