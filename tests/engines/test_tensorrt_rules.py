"""The rules of TensorRT-LLM, one by one."""

import pytest

from core.endings import NeverFits
from core.explain import reason, why_waiting
from core.moment import Moment
from core.request import Request
from core.run import Run
from core.schedulers import make_scheduler
from core.schedulers.tensorrt import TensorRtLlm
from core.schedulers.tensorrt.knobs import MAX_UTILIZATION, STATIC_BATCH


def engine(
    tokens: int,
    policy: str = "GUARANTEED_NO_EVICT",
    budget: int = 64,
    slots: int = 8,
    *,
    chunked: bool = False,
) -> TensorRtLlm:
    """Blocks of four tokens."""
    return TensorRtLlm(
        tokens,
        max_batch_size=slots,
        max_num_tokens=budget,
        tokens_per_block=4,
        capacity_scheduler_policy=policy,
        enable_chunked_prefill=chunked,
    )


def run_of(scheduler: TensorRtLlm, *asked: tuple[str, int, int, int]) -> Run:
    return Run([Request(*one) for one in asked], scheduler).finish()


def told(moment: Moment, kind: str) -> list[str]:
    return [reason(event) for event in moment.events if event.kind == kind]


def test_the_last_block_is_rounded_up() -> None:
    assert engine(33).new_memory().total_blocks == 9


def test_a_life_counts_the_last_token() -> None:
    """Thirteen and four fill four blocks and begin a fifth, though its place is never used."""
    assert engine(16).never_fits(Request("A", 0, 13, 4)) == NeverFits(5, 4)
    assert engine(16, MAX_UTILIZATION).never_fits(Request("A", 0, 13, 4)) is None


def test_a_prompt_longer_than_a_step_never_fits_without_chunks() -> None:
    long = Request("A", 0, 20, 1)
    assert str(engine(64, budget=16).never_fits(long)) == (
        "has a prompt of 20 tokens, processed at once, a step has 16"
    )
    assert engine(64, budget=16, chunked=True).never_fits(long) is None


def test_no_evict_keeps_the_blocks_to_a_completion() -> None:
    run = run_of(engine(32), ("A", 0, 8, 12), ("B", 1, 8, 12))
    assert why_waiting(run.at(1), 0) == (
        "needs 5 blocks to its completion > 3 = 8 - 5 kept for those before it"
    )
    assert run.at(1).hidden_state(run.scheduler) == {"reserved": 2}
    assert run.at(9).hidden_state(run.scheduler) == {"reserved": 0}
    assert run.results()["B"]["first_token"] == 12


def test_no_evict_stops_at_the_first_that_does_not_fit() -> None:
    run = run_of(engine(32), ("A", 0, 8, 12), ("B", 1, 8, 12), ("C", 1, 4, 4))
    assert run.at(1).waiting.rids == ["B", "C"]


def test_max_utilization_asks_for_one_step_and_pauses_the_last_started() -> None:
    asked = (("A", 0, 8, 12), ("B", 1, 8, 12), ("C", 1, 4, 6))
    run = run_of(engine(32, MAX_UTILIZATION), *asked)
    assert run.at(1).running.rids == ["A", "B", "C"]
    assert told(run.at(5), "preempted") == [
        "C, started last, makes room for A: frees 2 blocks, 7 computed tokens to redo"
    ]
    assert run.at(5).hidden_state(run.scheduler) == {}


def test_an_asker_that_started_last_pauses_itself() -> None:
    run = run_of(engine(16, MAX_UTILIZATION), ("A", 0, 9, 4), ("B", 0, 3, 6))
    (paused,) = told(run.at(2), "preempted")
    assert paused == (
        "B needs a block, none is free and it goes itself, started last: "
        "frees 1 block, 4 computed tokens to redo"
    )


def test_who_is_paused_keeps_its_place_and_nobody_behind_it_starts() -> None:
    asked = (("A", 0, 8, 12), ("B", 0, 8, 12), ("C", 9, 1, 2))
    run = run_of(engine(32, MAX_UTILIZATION), *asked)
    (step,) = [s for s in range(run.last_step) if told(run.at(s), "preempted")]
    assert run.at(max(step, 9)).waiting.rids == ["B", "C"]
    assert run.results()["B"]["preemptions"] == 1


def test_static_batches_are_not_joined() -> None:
    run = run_of(engine(64, STATIC_BATCH), ("A", 0, 4, 3), ("B", 0, 4, 6), ("C", 1, 4, 2))
    assert why_waiting(run.at(4), 0) == "nobody joins the batch while B generates"
    assert run.results()["C"]["first_token"] == 6


def test_static_batches_let_a_context_in_its_chunks_wait() -> None:
    scheduler = engine(64, STATIC_BATCH, budget=8, chunked=True)
    run = run_of(scheduler, ("A", 0, 4, 4), ("B", 0, 8, 2))
    assert [row.computed_tokens for row in run.at(2).running] == [5 + 1, 4]
    assert run.results()["B"]["unserved"] == 3
    assert run.results()["B"]["first_token"] == 4


def test_a_context_that_overflows_ends_the_batch_without_chunks() -> None:
    run = run_of(engine(64, budget=10), ("A", 0, 8, 2), ("B", 0, 4, 2), ("C", 0, 2, 2))
    assert run.at(0).waiting.rids == ["B", "C"]
    assert why_waiting(run.at(0), 0) == "4 tokens to process > 2 left in this step"


def test_chunks_are_whole_blocks_and_a_shorter_context_passes() -> None:
    scheduler = engine(64, budget=6, chunked=True)
    decodes = [(f"d{number}", 0, 1, 6) for number in range(3)]
    run = run_of(scheduler, *decodes, ("H", 1, 10, 3), ("K", 1, 3, 4))
    assert why_waiting(run.at(1), 0) == "3 tokens left in this step: no chunk of 4 of its 10"
    assert "K" in run.at(1).running.rids
    assert run.results()["H"]["waited"]["budget"] == 5


def test_generations_beyond_the_tokens_of_a_step_stand_still() -> None:
    run = run_of(engine(64, budget=2), ("A", 0, 1, 4), ("B", 0, 1, 4), ("C", 1, 1, 2))
    records = [record.scheduled for record in run.records()]
    assert records[1] == {"A": 1, "B": 1}
    assert run.results()["C"]["first_token"] == 4


def test_a_rebuild_over_the_budget_stalls() -> None:
    scheduler = engine(32, MAX_UTILIZATION, budget=16, slots=3)
    run = run_of(scheduler, ("A", 0, 8, 12), ("B", 0, 8, 12), ("C", 1, 8, 6))
    assert run.status == "stalled"
    assert why_waiting(run.at(run.last_step), 0) == "17 tokens to process > 16 left in this step"


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({}, "tensorrt-llm needs max_tokens"),
        ({"max_tokens": 0}, "max_tokens must be at least 1, not 0"),
        (
            {"max_tokens": 64, "capacity_scheduler_policy": "NO_EVICT"},
            "is GUARANTEED_NO_EVICT, MAX_UTILIZATION, STATIC_BATCH, not 'NO_EVICT'",
        ),
        (
            {"max_tokens": 64, "enable_chunked_prefill": True, "max_num_tokens": 16},
            "max_num_tokens must be at least tokens_per_block, 32, not 16: the chunks",
        ),
        ({"max_tokens": 64, "max_num_seqs": 2}, "there it is called max_batch_size"),
    ],
)
def test_a_wrong_knob_says_what_would_be_right(knobs: dict[str, object], said: str) -> None:
    with pytest.raises((ValueError, TypeError)) as raised:
        make_scheduler("tensorrt-llm", **knobs)
    assert said in str(raised.value)
