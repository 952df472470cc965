"""Chunked prefill and the decisions about it: a test for each sentence, worked out by hand."""

import pytest

from core import Request, simulate
from core.events import Admitted, Chunk, FirstToken, Held, Preempted, Ran
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import blocks, events_of, names, outcomes, run_of


def test_the_budget_caps_the_tokens_of_a_step() -> None:
    run = run_of(Driftwood(2, token_budget=4), A=(0, 10, 1), B=(0, 3, 1))
    assert [event for step in range(4) for event in events_of(run, step, "ran")] == [
        Ran(2, 4, 0),
        Ran(2, 4, 0),
        Ran(2, 4, 1),
        Ran(1, 1, 1),
    ]


def test_decoding_requests_go_first_one_token_each() -> None:
    """A and B decode; of the budget of 3 one token is left for C, which is admitted later."""
    run = run_of(Driftwood(3, token_budget=3), A=(0, 1, 9), B=(0, 1, 9), C=(1, 5, 1))
    for step, done in ((1, 1), (2, 2), (3, 3)):
        assert events_of(run, step, "chunk", "ran") == [Chunk("C", 1, done, 5), Ran(3, 3, 2)]


def test_the_rest_goes_to_prompts_in_admission_order() -> None:
    """Of 5 tokens A gets its 3, B the other 2, C none."""
    run = run_of(Driftwood(3, token_budget=5), A=(0, 3, 2), B=(0, 6, 1), C=(0, 1, 1))
    assert events_of(run, 0, "first_token", "chunk") == [FirstToken("A", 3), Chunk("B", 2, 2, 6)]
    assert events_of(run, 1, "first_token", "chunk") == [FirstToken("B", 4)]
    assert events_of(run, 2, "first_token", "chunk") == [FirstToken("C", 1)]


def test_a_prompt_emits_its_token_in_the_step_its_last_chunk_runs() -> None:
    run = run_of(Driftwood(1, token_budget=4), A=(0, 9, 2))
    assert events_of(run, 0, "chunk") == [Chunk("A", 4, 4, 9)]
    assert events_of(run, 1, "chunk") == [Chunk("A", 4, 8, 9)]
    assert events_of(run, 2) == [FirstToken("A", 1), Ran(1, 1, 1)]
    assert [run.at(step).running[0].emitted for step in range(3)] == [0, 0, 1]
    assert outcomes(run) == {"A": (2, 3, 0)}


def test_a_budget_below_the_slots_is_refused() -> None:
    with pytest.raises(ValueError, match=r"token_budget.*max_running \(3\), not 2"):
        simulate([Request("A", 0, 1, 1)], 3, token_budget=2)
    assert simulate([Request("A", 0, 1, 1)], 3, token_budget=3)["A"]["finish"] == 0


def test_blocks_for_the_whole_prompt_are_taken_at_admission() -> None:
    """9 tokens are 3 blocks of 4 from the start, though only 4 are processed."""
    run = run_of(Driftwood(1, 4, 5, 4), A=(0, 9, 2))
    assert events_of(run, 0, "admitted") == [
        Admitted("A", (1, 2, 3), 9, resumed=False, free_blocks=2)
    ]
    assert [run.at(step).used_blocks for step in (0, 1, 2)] == [3, 3, 3]


def test_only_decoding_requests_grow() -> None:
    """A has its 2 full blocks while it is prefilling for two steps; it grows in step 2."""
    run = run_of(Driftwood(1, 4, 5, 4), A=(0, 8, 2))
    assert [len(events_of(run, step, "grew")) for step in range(3)] == [0, 0, 1]
    assert blocks(run.at(2, 1)) == {"A": (1, 2, 3)}


def test_a_prefilling_victim_loses_its_progress() -> None:
    """B has 2 of 4 tokens when A needs its block in step 2; all 4 are to do when it is back."""
    run = run_of(Driftwood(2, 2, 3, 2), A=(0, 1, 4), B=(0, 4, 1))
    assert run.at(1).running[1].computed_tokens == 2
    assert events_of(run, 2, "preempted") == [Preempted("B", "A", (2, 3), 2, 0)]
    row = run.at(2).waiting[0]
    assert (row.state, row.computed_tokens, row.known_tokens) == ("preempted", 0, 4)
    assert events_of(run, 4, "chunk") == [Chunk("B", 2, 2, 4)]
    assert events_of(run, 5, "first_token") == [FirstToken("B", 2)]
    assert run.finish().results()["B"]["recomputed_tokens"] == 2


def test_admission_does_not_look_at_the_budget() -> None:
    """B and C are admitted in step 0, in which A takes all 3 tokens of the budget."""
    run = run_of(Driftwood(3, token_budget=3), A=(0, 7, 1), B=(0, 1, 1), C=(0, 2, 1))
    assert names(run.at(0)) == ("", "ABC")
    assert events_of(run, 0, "held") == []
    assert events_of(run, 2, "first_token", "chunk") == [
        FirstToken("A", 1),
        FirstToken("B", 1),
        Chunk("C", 1, 1, 2),
    ]
    results = run.finish().results()
    assert [results[rid]["unserved"] for rid in "ABC"] == [0, 2, 2]
    assert all(not any(results[rid]["waited"].values()) for rid in "ABC")


def test_a_prompt_counts_its_length_and_a_decode_one() -> None:
    """The first token costs no extra token."""
    run = run_of(Driftwood(2), A=(0, 6, 3), B=(1, 4, 1))
    assert [events_of(run, step, "ran") for step in range(3)] == [
        [Ran(1, 6, 1)],
        [Ran(2, 1 + 4, 2)],
        [Ran(1, 1, 1)],
    ]


def test_a_rebuild_counts_its_length_too() -> None:
    """B, preempted with 1 token sent, reprocesses 4 + 1 tokens in step 2, alone."""
    run = run_of(Driftwood(2, 4, 2), A=(0, 4, 2), B=(0, 4, 2))
    assert events_of(run, 1)[-2:-1] == [Ran(1, 1, 1)]
    assert events_of(run, 2)[-2:-1] == [Ran(1, 5, 1)]


def test_a_rebuild_is_split_like_a_prompt() -> None:
    """A budget of 2: B's 3 tokens take two steps, and only the second sends its next token."""
    run = run_of(Driftwood(2, 2, 4, 2), A=(0, 2, 6), B=(0, 2, 4))
    assert events_of(run, 6, "chunk", "ran") == [Chunk("B", 2, 2, 3), Ran(1, 2, 0)]
    assert events_of(run, 7, "chunk", "ran") == [Chunk("B", 1, 3, 3), Ran(1, 1, 1)]


def test_the_head_waits_for_a_slot_though_blocks_are_free() -> None:
    run = run_of(Driftwood(1, 2, 9), A=(0, 1, 2), B=(0, 1, 1))
    assert events_of(run, 0, "held") == [Held("B", "slots", 1, 1, 8)]
