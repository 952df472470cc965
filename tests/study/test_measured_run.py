"""The real measured run: vLLM 0.19 on an RTX 4090, within the goals."""

import os
from functools import cache
from pathlib import Path

import pytest

from core.study.calibrate import Fit, Judged, halves, judged
from core.workload.measured import Measured, read_measured

DATA = os.environ.get("DRIFTWOOD_DATA", "")
FOLDER = Path(DATA, "traces", "llmservingsim")
PROMPTS = FOLDER / "sharegpt-llama-3.1-8b-300-sps10.jsonl"

pytestmark = pytest.mark.skipif(not DATA, reason="DRIFTWOOD_DATA, the folder of traces, is unset")

GOALS = {
    "span_ms": 0.5,
    "ttft_ms_p50": 1.0,
    "ttft_ms_p90": 1.0,
    "tpot_ms_p50": 1.0,
    "tpot_ms_p99": 2.0,
    "running": 1.5,
    "waiting": 2.0,
}


def measured(*, prompts: bool) -> Measured:
    folder = FOLDER / "vllm-measured" / "RTX4090_Llama-3.1-8B"
    return read_measured(folder, PROMPTS if prompts else None)


@cache
def whole(*, prompts: bool) -> Judged:
    """The fit on all requests, which takes some seconds."""
    return judged(Fit(measured(prompts=prompts)).finish())


def errors(found: Judged) -> dict[str, float]:
    return {one.name: abs(one.error) for one in found.figures}


def test_it_is_read_as_it_was() -> None:
    run = measured(prompts=True)
    assert (len(run.served), len(run.samples), len(run.prompts)) == (300, 184, 300)
    assert run.engine.scheduler_name == "vllm@0.21"
    assert run.engine.knobs == {
        "num_blocks": 2587,
        "block_size": 16,
        "enable_prefix_caching": True,
        "max_num_seqs": 256,
        "max_num_batched_tokens": 2048,
        "enable_chunked_prefill": True,
        "long_prefill_token_threshold": 0,
        "policy": "fcfs",
        "reserve_full_isl": True,
    }


@pytest.mark.parametrize("prompts", [False, True], ids=["lengths alone", "with the prompts"])
def test_the_goals_are_reached(prompts: bool) -> None:
    found = whole(prompts=prompts)
    assert found.fit.settled
    reached = errors(found)
    assert {name: reached[name] for name, goal in GOALS.items() if reached[name] > goal} == {}
    assert {one.name: one.goal for one in found.figures if one.goal is not None} == GOALS


def test_with_the_prompts_every_request_is_nearer() -> None:
    """What the prefix cache found explains most of what is off with the lengths alone."""
    with_, without = (errors(whole(prompts=prompts)) for prompts in (True, False))
    assert with_["ttft_ms_each"] < without["ttft_ms_each"] / 3
    assert with_["tpot_ms_each"] < without["tpot_ms_each"] / 3
    assert with_["running"] < without["running"] / 1.5
    assert with_["waiting"] < without["waiting"] / 1.5


def test_what_the_first_half_says_of_the_second() -> None:
    """With the prompts the second half's times follow from constants of the first."""
    run = measured(prompts=True)
    first, second = halves(run)
    reached = errors(judged(Fit(run, first).finish(), second))
    for name in ("ttft_ms_p50", "ttft_ms_p90", "tpot_ms_p50", "tpot_ms_p99", "running", "waiting"):
        assert reached[name] <= GOALS[name], name
    assert reached["span_ms"] < 2
