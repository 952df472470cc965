"""nano-vllm, rule by rule."""

import pytest

from core.explain import why_waiting
from core.findings import find
from core.schedulers import make_scheduler
from core.schedulers.nano_vllm import NanoVllm
from tests.engines.scheduled import held, preempted, scheduled, sent_in
from tests.findings.runs import run_of


def small(blocks: int, *, slots: int = 8, budget: int = 16) -> NanoVllm:
    return NanoVllm(blocks, max_num_seqs=slots, max_num_batched_tokens=budget, kvcache_block_size=4)


def test_prompts_go_first_and_alone() -> None:
    run = run_of(small(64), ("D", 0, 4, 4), ("P", 1, 16, 2), ("Q", 2, 16, 2))
    assert sent_in(run, "D") == [0, 3, 4, 5]
    assert scheduled(run)[1] == {"P": 16}
    assert scheduled(run)[3] == {"D": 1, "P": 1, "Q": 1}


def test_only_the_first_of_a_step_is_split() -> None:
    run = run_of(small(64), ("P", 0, 20, 1), ("Q", 0, 13, 1), ("R", 0, 4, 1))
    assert scheduled(run)[0] == {"P": 16}
    assert scheduled(run)[1] == {"P": 4}
    assert scheduled(run)[2] == {"Q": 13}
    assert scheduled(run)[3] == {"R": 4}
    assert held(run) == [(0, "Q", "budget"), (2, "R", "budget")]
    assert why_waiting(run.at(1), 0) == (
        "13 tokens, 12 of the budget left: only the first is split"
    )


def test_who_fits_whole_comes_in_beside_the_last_chunk_of_another() -> None:
    run = run_of(small(64), ("P", 0, 20, 1), ("Q", 0, 12, 1))
    assert scheduled(run)[1] == {"P": 4, "Q": 12}


def test_the_slots_cap_a_batch_and_not_those_that_run() -> None:
    """Three run with two slots; c keeps its blocks and gets its next token when a is done."""
    run = run_of(small(64, slots=2), ("a", 0, 4, 3), ("b", 0, 4, 4), ("c", 0, 4, 3))
    assert scheduled(run)[0] == {"a": 4, "b": 4}
    assert scheduled(run)[1] == {"c": 4}
    assert run.at(1).running.rids == ["a", "b", "c"]
    assert [*scheduled(run)[2]] == ["a", "b"]
    assert sent_in(run, "c") == [1, 4, 5]
    result = run.results()["c"]
    assert (result["longest_gap"], result["unserved"], result["waited"]["slots"]) == (3, 2, 1)


def test_prompts_come_in_although_as_many_run_as_there_are_slots() -> None:
    run = run_of(small(64, slots=1), ("a", 0, 4, 9), ("b", 1, 4, 1), ("c", 2, 4, 1))
    assert [run.results()[rid]["first_token"] for rid in "bc"] == [1, 2]


def test_the_last_running_goes_even_if_it_is_not_in_the_batch() -> None:
    """It gets no token for want of a slot, and makes room all the same."""
    run = run_of(small(4, slots=2), ("a", 0, 4, 6), ("b", 0, 4, 3), ("c", 0, 5, 3))
    assert preempted(run)[0] == (2, "c", "a")
    assert run.at(2).waiting.rids == ["c"]


def test_who_was_preempted_goes_to_the_front_and_keeps_its_tokens() -> None:
    run = run_of(small(4), ("A", 0, 8, 6), ("B", 0, 8, 6), ("C", 1, 4, 1))
    assert preempted(run)[0] == (1, "B", "A")
    assert run.at(1).waiting.rids == ["B", "C"]
    assert len(sent_in(run, "B")) == 6


def test_alone_without_a_block_it_ends_stalled() -> None:
    """The engine crashes there: nobody is scheduled."""
    run = run_of(small(3), ("A", 0, 8, 9), ("B", 2, 4, 1))
    assert run.status == "stalled"
    assert preempted(run)[-1][1:] == ("A", "A")
    assert run.results()["A"]["emitted_tokens"] == 5
    assert "2 waiting, 0 running, A at the head" in run.reason
    assert "stall" in {found.kind for found in find(run)}


def test_nobody_is_refused() -> None:
    run = run_of(small(3), ("A", 0, 40, 1), ("B", 0, 4, 1))
    assert run.status == "stalled"
    assert run.results()["A"]["state"] == "waiting"
    assert why_waiting(run.at(0), 0) == "needs 10 blocks, 3 free"


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({}, "nano-vllm needs num_kvcache_blocks"),
        ({"num_kvcache_blocks": 4, "kvcache_block_size": 0}, "kvcache_block_size must be at least"),
        ({"num_kvcache_blocks": 4, "block_size": 16}, "there it is called kvcache_block_size"),
        ({"num_kvcache_blocks": 4, "watermark": 0.1}, "nano-vllm has no knob 'watermark'"),
    ],
)
def test_faults_say_what_would_be_right(knobs: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler("nano-vllm", **knobs)
