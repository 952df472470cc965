"""Paged KV memory: a test for each sentence of the brief, worked out by hand."""

import pytest

from core import Request, simulate
from core.events import Admitted, Chunk, Event, Finished, Grew, Held, Preempted, Ran
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import blocks, events_of, grew, names, outcomes, run_of

ABC = {"A": (0, 4, 5), "B": (0, 4, 5), "C": (0, 4, 5)}
"""Each has a full block of 4 when its prompt is done, and needs a second one in step 1."""


def test_a_request_needs_blocks_for_its_prompt_and_sent_tokens() -> None:
    """Blocks of 3: 4 tokens take 2, 6 are full, and the step of the 7th takes a third one."""
    run = run_of(Driftwood(1, 3, 9), A=(0, 4, 9))
    counts = [len(run.at(step).running[0].blocks) for step in range(8)]
    assert counts == [2, 2, 2, 3, 3, 3, 4, 4]
    assert events_of(run, 3, "grew") == [grew((1,), (3,), 6)]
    assert [run.at(step).running[0].known_tokens - 1 for step in (2, 3)] == [6, 7]


def test_the_last_tokens_own_kv_is_never_stored() -> None:
    """4 + 6 - 1 = 9 tokens: three blocks of 3 are enough, and all of it fits in them."""
    run = run_of(Driftwood(1, 3, 3), A=(0, 4, 6))
    assert outcomes(run) == {"A": (0, 5, 0)}
    assert run.at(5, 1).running[0].computed_tokens == 9
    assert events_of(run, 5) == [Ran(1, 1, 1), Finished("A", (1, 2, 3))]


def test_a_decoding_request_takes_a_block_oldest_first() -> None:
    run = run_of(Driftwood(3, 4, 9), **ABC)
    assert events_of(run, 1) == [grew((1, 2, 3), (4, 5, 6), 3), Ran(3, 3, 3)]
    assert blocks(run.at(1)) == {"A": (1, 4), "B": (2, 5), "C": (3, 6)}
    (event,) = events_of(run, 1, "grew")
    assert isinstance(event, Grew)
    assert event.growths == (("A", 4), ("B", 5), ("C", 6))


def test_the_most_recently_admitted_is_preempted() -> None:
    """One block is left, for A; B asks next, and C, admitted last, makes room."""
    run = run_of(Driftwood(3, 4, 4), **ABC)
    assert events_of(run, 1) == [
        grew((1,), (4,), 0),
        Preempted("C", "B", (3,), 4, 1),
        grew((2,), (3,), 0),
        Held("C", "blocks", 2, 2, 0),
        Ran(2, 2, 2),
    ]


def test_the_most_recently_admitted_is_preempted_possibly_the_asker() -> None:
    """Two are left, for A and B; C asks next and is itself the one admitted last."""
    run = run_of(Driftwood(3, 4, 5), **ABC)
    assert events_of(run, 1) == [
        grew((1, 2), (4, 5), 0),
        Preempted("C", "C", (3,), 4, 1),
        Held("C", "blocks", 2, 2, 1),
        Ran(2, 2, 2),
    ]


def test_all_blocks_of_the_preempted_are_freed() -> None:
    """B holds 2, 3 and 4 in step 1, when A, in blocks of 1, needs one more; it takes the last."""
    run = run_of(Driftwood(2, 1, 4), A=(0, 1, 4), B=(0, 3, 2))
    assert blocks(run.at(0)) == {"A": (1,), "B": (2, 3, 4)}
    assert events_of(run, 1, "preempted") == [Preempted("B", "A", (2, 3, 4), 3, 1)]
    assert run.at(1, 1).free == (4, 3, 2)
    assert blocks(run.at(1, 2)) == {"A": (1, 4)}
    assert run.at(1, 2).free == (3, 2)


def test_a_preempted_request_goes_to_the_front_of_the_queue() -> None:
    """D waits since step 0; C, preempted in step 1, stands before it, and B, in 2, before both."""
    run = run_of(Driftwood(3, 1, 4), **dict.fromkeys("ABCD", (0, 1, 4)))
    assert names(run.at(0)) == ("D", "ABC")
    assert names(run.at(1)) == ("CD", "AB")
    assert names(run.at(2)) == ("BCD", "A")


def test_it_keeps_the_tokens_it_has_sent() -> None:
    run = run_of(Driftwood(3, 4, 4), **ABC)
    row = run.at(1).waiting[0]
    assert (row.rid, row.state, row.emitted, row.known_tokens) == ("C", "preempted", 1, 5)
    assert (row.computed_tokens, row.blocks, row.preemptions) == (0, (), 1)


def test_preempting_is_repeated_until_nobody_who_runs_lacks_a_block() -> None:
    """Blocks of 1 and none free: D goes for A, C for B, in the same step."""
    run = run_of(Driftwood(4, 1, 4), **dict.fromkeys("ABCD", (0, 1, 3)))
    assert [(e.rid, e.asker) for e in preempted(events_of(run, 1))] == [("D", "A"), ("C", "B")]
    assert names(run.at(1)) == ("CD", "AB")
    assert blocks(run.at(1)) == {"A": (1, 4), "B": (2, 3)}


def preempted(events: list[Event]) -> list[Preempted]:
    """The preemptions among `events`."""
    return [event for event in events if isinstance(event, Preempted)]


def test_the_head_of_the_queue_is_admitted_only_if_its_blocks_fit() -> None:
    """B needs 3 of 4 blocks: not beside the 2 of A, but in the step after A's last."""
    run = run_of(Driftwood(2, 2, 4), A=(0, 3, 2), B=(0, 5, 1))
    assert events_of(run, 0, "held") == [Held("B", "blocks", 1, 3, 2)]
    assert events_of(run, 2, "admitted") == [
        Admitted("B", (2, 1, 3), 5, resumed=False, free_blocks=1)
    ]


def test_admission_is_strict_first_come_first_served() -> None:
    """C would fit beside A, yet B, which does not, stands before it."""
    run = run_of(Driftwood(3, 2, 4), A=(0, 3, 3), B=(0, 5, 1), C=(0, 1, 1))
    for step in range(3):
        assert names(run.at(step))[0] == "BC"
        assert run.at(step, 0).free_blocks >= 1
    assert outcomes(run) == {"A": (0, 2, 0), "B": (3, 3, 0), "C": (3, 3, 0)}


def test_a_preempted_request_holds_the_queue_up_as_well() -> None:
    """C, preempted, needs 2 blocks; D behind it needs the one that is free, and waits."""
    run = run_of(Driftwood(3, 4, 5), **ABC, D=(1, 1, 1))
    assert names(run.at(1)) == ("CD", "AB")
    assert run.at(1).free_blocks == 1
    assert run.at(1).held == Held("C", "blocks", 2, 2, 1)


def test_a_preempted_request_needs_blocks_for_its_prompt_plus_its_sent_tokens() -> None:
    """C comes back when A and B have finished, with 4 + 1 tokens: 2 blocks, not its prompt's 1."""
    run = run_of(Driftwood(3, 4, 5), **ABC)
    assert events_of(run, 5)[:1] == [Admitted("C", (5, 2), 5, resumed=True, free_blocks=3)]


def test_in_the_step_it_comes_back_it_reprocesses_all_and_emits_its_next_token() -> None:
    run = run_of(Driftwood(3, 4, 5), **ABC)
    assert events_of(run, 5)[1:] == [Chunk("C", 5, 5, 5), Ran(1, 5, 1)]
    assert run.at(5).running[0].emitted == 2
    assert outcomes(run)["C"] == (0, 8, 1)
    result = run.results()["C"]
    assert (result["recomputed_tokens"], result["longest_gap"]) == (4, 5)
    assert result["waited"] == {"slots": 0, "blocks": 4, "budget": 0, "turn": 0}


def test_blocks_are_freed_after_the_step() -> None:
    """A sends its last token in step 1, in which B cannot have A's block yet."""
    run = run_of(Driftwood(2, 2, 1), A=(0, 1, 2), B=(0, 1, 1))
    assert run.at(1, 1).used_blocks == 1
    assert events_of(run, 1) == [Ran(1, 1, 1), Finished("A", (1,))]
    assert outcomes(run)["B"] == (2, 2, 0)


def test_growing_comes_before_admitting() -> None:
    """The last block in step 1 is A's, which grows, not B's, which arrives."""
    run = run_of(Driftwood(2, 4, 2), A=(0, 4, 2), B=(1, 4, 1))
    assert [e.kind for e in events_of(run, 1)] == ["arrived", "grew", "held", "ran", "finished"]
    assert outcomes(run) == {"A": (0, 1, 0), "B": (2, 2, 0)}


def test_what_was_freed_last_is_taken_first() -> None:
    """A gives back 1 and 2; the next take 2, then 1, then a block that was never taken."""
    run = run_of(Driftwood(4, 1, 5), A=(0, 2, 1), B=(1, 1, 1), C=(1, 2, 1))
    assert run.at(0).free == (2, 1, 3, 4, 5)
    assert blocks(run.at(1, 6)) == {"B": (2,), "C": (1, 3)}


@pytest.mark.parametrize(("prompt_len", "output_len"), [(7, 1), (1, 7), (4, 4)])
def test_what_could_never_fit_even_alone_is_refused(prompt_len: int, output_len: int) -> None:
    """7 tokens: blocks of 3 must be 3, and 3 are enough."""
    request = Request("A", 0, prompt_len, output_len)
    with pytest.raises(ValueError, match=r"'A' could never fit.*needs 3 blocks, the pool has 2"):
        simulate([request], 1, 3, 2)
    assert simulate([request], 1, 3, 3)["A"]["finish"] == output_len - 1
