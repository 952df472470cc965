"""vLLM V0, rule by rule."""

import pytest

from core.explain import reason, why_waiting
from core.schedulers import make_scheduler
from core.schedulers.vllm_v0 import VllmV0
from tests.engines.scheduled import held, preempted, scheduled, sent_in
from tests.findings.runs import run_of


def small(blocks: int, *, slots: int = 8, budget: int = 32, watermark: float = 0.0) -> VllmV0:
    return VllmV0(
        blocks,
        max_num_seqs=slots,
        max_num_batched_tokens=budget,
        block_size=4,
        watermark=watermark,
    )


def test_prompts_go_first_and_alone() -> None:
    """Case 12: D stands still while a prompt comes in each step."""
    prompts = [(f"p{n}", 1 + n, 16, 1) for n in range(10)]
    run = run_of(small(64), ("D", 0, 4, 6), *prompts)
    assert sent_in(run, "D") == [0, 11, 12, 13, 14, 15]
    assert run.results()["D"]["longest_gap"] == 11
    assert run.results()["p9"]["first_token"] == 10
    assert all(len(step) == 1 for step in scheduled(run).values())


def test_a_prompt_is_never_split() -> None:
    run = run_of(small(64, budget=20), ("A", 0, 12, 2), ("B", 0, 12, 2))
    assert scheduled(run)[0] == {"A": 12}
    assert scheduled(run)[1] == {"B": 12}
    assert held(run) == [(0, "B", "budget")]
    (why,) = [reason(e) for e in run.at(0).events if e.kind == "held"]
    assert why == "needs 12 tokens in one step, 8 of the budget left"


def test_an_admission_leaves_the_watermark_free() -> None:
    """B needs two blocks of the four that are free; three are to stay."""
    run = run_of(small(10, watermark=0.3), ("A", 0, 22, 3), ("B", 1, 8, 2))
    assert held(run) == [(1, "B", "blocks")]
    assert why_waiting(run.at(1), 0) == ("needs 2 blocks and 3 of the watermark, 5 in all, 4 free")
    assert run.results()["B"]["waited"]["blocks"] == 2


def test_the_watermark_holds_when_nobody_runs() -> None:
    """Alone, who would leave less than the watermark free comes in never."""
    run = run_of(small(10, watermark=0.3), ("A", 0, 28, 1), ("B", 0, 29, 1))
    assert run.results()["A"]["finish"] == 0
    assert run.results()["B"]["state"] == "rejected"
    (why,) = [reason(e) for e in run.at(0).events if e.kind == "rejected"]
    assert "needs 8 blocks, the pool has 7 besides the watermark" in why


def test_decodes_may_use_the_last_block() -> None:
    """Two decodes grow into what the watermark keeps from admissions, and nobody is preempted."""
    run = run_of(small(6, watermark=0.2), ("A", 0, 8, 4), ("B", 0, 8, 4))
    assert max(run.series.blocks) == 6
    assert preempted(run) == []


def test_the_last_running_goes_to_the_front_and_keeps_its_tokens() -> None:
    run = run_of(small(4), ("A", 0, 8, 6), ("B", 0, 8, 6), ("C", 1, 4, 1))
    assert preempted(run)[0] == (1, "B", "A")
    assert run.at(1).waiting.rids == ["B", "C"]
    assert sent_in(run, "B")[0] == 0
    assert len(sent_in(run, "B")) == 6


def test_who_asks_goes_itself_if_it_is_the_last() -> None:
    run = run_of(small(5), ("A", 0, 9, 4), ("B", 0, 8, 3))
    assert preempted(run) == [(1, "B", "B")]


def test_slots_are_of_those_that_run() -> None:
    run = run_of(small(20, slots=1), ("A", 0, 4, 3), ("B", 0, 4, 1))
    assert held(run) == [(0, "B", "slots")]
    assert run.results()["B"]["first_token"] == 3


def test_who_could_outgrow_the_budget_of_a_step_is_refused() -> None:
    """Case 4: B might have to rebuild 19 tokens, and a step has 16."""
    run = run_of(small(7, budget=16), ("A", 0, 8, 6), ("B", 0, 14, 6))
    assert run.results()["A"]["finish"] == 5
    (why,) = [reason(e) for e in run.at(0).events if e.kind == "rejected"]
    assert "needs up to 19 tokens in one step, rebuilt as one, a step has 16" in why


def test_a_step_takes_what_the_pool_holds_if_nothing_else_is_said() -> None:
    """As the engine's default is its model's context, which the pool holds at least once."""
    assert VllmV0(1000, block_size=16).token_budget == 16_000
    assert VllmV0(10, block_size=16).token_budget == 2_048
    assert VllmV0(10, max_num_seqs=4_000).token_budget == 4_000


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({}, "vllm-v0 needs num_gpu_blocks"),
        ({"num_gpu_blocks": 0}, "num_gpu_blocks must be at least 1, not 0"),
        ({"num_gpu_blocks": 9, "max_num_batched_tokens": 99}, "at least max_num_seqs \\(256\\)"),
        ({"num_gpu_blocks": 9, "watermark": 1.0}, "watermark must be at least 0 and below 1"),
        ({"num_blocks": 9}, "no knob 'num_blocks'; there it is called num_gpu_blocks"),
        ({"num_gpu_blocks": 9, "block_sise": 4}, "did you mean block_size"),
    ],
)
def test_faults_say_what_would_be_right(knobs: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler("vllm-v0", **knobs)
