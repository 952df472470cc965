"""Sarathi-Serve, rule by rule."""

import pytest

from core.explain import reason, why_waiting
from core.schedulers import make_scheduler
from core.schedulers.sarathi import Sarathi
from tests.engines.scheduled import held, preempted, scheduled, sent_in
from tests.findings.runs import run_of


def small(blocks: int, *, slots: int = 8, chunk: int = 16, watermark: float = 0.0) -> Sarathi:
    return Sarathi(blocks, max_num_seqs=slots, chunk_size=chunk, block_size=4, watermark=watermark)


def test_decodes_go_first_then_prompts_that_run_then_waiting_ones() -> None:
    run = run_of(small(64, chunk=10), ("D", 0, 4, 9), ("P", 1, 12, 1), ("Q", 1, 9, 1))
    assert scheduled(run)[1] == {"D": 1, "P": 9}
    assert scheduled(run)[2] == {"D": 1, "P": 3, "Q": 6}
    assert scheduled(run)[3] == {"D": 1, "Q": 3}
    assert sent_in(run, "D") == [*range(9)]


def test_nobody_is_admitted_without_budget() -> None:
    run = run_of(small(64, chunk=10), ("P", 0, 30, 1), ("Q", 0, 4, 1))
    assert held(run) == [(0, "Q", "budget")]
    assert why_waiting(run.at(1), 0) == "0 of the chunk of 10 left"
    assert run.results()["Q"]["admitted"] == 3


def test_admission_needs_blocks_for_the_whole_prompt() -> None:
    """Q's first chunk would fit into the two blocks that P leaves, its prompt does not."""
    run = run_of(small(6, chunk=20), ("P", 0, 16, 3), ("Q", 0, 10, 1))
    assert held(run)[0] == (0, "Q", "blocks")
    assert run.results()["Q"]["admitted"] == 3


def test_an_admission_leaves_the_watermark_free() -> None:
    run = run_of(small(10, watermark=0.3), ("A", 0, 16, 3), ("B", 0, 16, 1))
    assert why_waiting(run.at(1), 0) == ("needs 4 blocks and 3 of the watermark, 7 in all, 5 free")
    assert run.results()["B"]["waited"]["blocks"] == 2


def test_who_fits_never_beside_the_watermark_is_refused() -> None:
    run = run_of(small(10, watermark=0.3), ("A", 0, 28, 1), ("B", 0, 28, 2))
    assert run.results()["A"]["state"] == "finished"
    (why,) = [reason(e) for e in run.at(0).events if e.kind == "rejected"]
    assert "needs 8 blocks, the pool has 7 besides the watermark" in why


def test_a_decode_needs_a_free_block_even_if_it_takes_none() -> None:
    """All four blocks are owned after step 0, and A has room for its next token: B goes."""
    run = run_of(small(4), ("A", 0, 6, 3), ("B", 0, 6, 3))
    assert preempted(run)[0] == (1, "B", "A")
    assert run.at(1, 1).find("A") is not None
    assert not any(event.kind == "grew" for event in run.at(1).events)


def test_who_went_for_nothing_may_come_back_in_the_same_step() -> None:
    run = run_of(small(4), ("A", 0, 6, 3), ("B", 0, 6, 3))
    kinds = [(event.kind, getattr(event, "rid", "")) for event in run.at(1).events]
    assert kinds[:2] == [("preempted", "B"), ("admitted", "B")]
    assert run.results()["B"]["waited"] == {"slots": 0, "blocks": 0, "budget": 0, "turn": 0}


def test_the_last_running_goes_to_the_front_also_while_it_prefills() -> None:
    run = run_of(small(7, chunk=12), ("A", 0, 11, 9), ("P", 1, 16, 2), ("C", 2, 4, 1))
    assert scheduled(run)[1] == {"A": 1, "P": 11}
    assert preempted(run)[0] == (2, "P", "A")
    assert run.at(2).waiting.rids == ["P", "C"]


def test_alone_it_preempts_itself_and_ends_all_the_same() -> None:
    run = run_of(small(3), ("A", 0, 8, 5))
    assert [who for _, *who in preempted(run)] == [["A", "A"]] * len(preempted(run))
    assert preempted(run)
    assert run.results()["A"]["emitted_tokens"] == 5


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({}, "sarathi needs num_gpu_blocks"),
        ({"num_gpu_blocks": 9, "chunk_size": 100}, "chunk_size must be at least max_num_seqs"),
        ({"num_gpu_blocks": 9, "watermark": -0.1}, "watermark must be at least 0"),
        ({"num_gpu_blocks": 9, "token_budget": 64}, "there it is called chunk_size"),
    ],
)
def test_faults_say_what_would_be_right(knobs: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler("sarathi", **knobs)
