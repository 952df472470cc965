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


@cache
def by_halves(*, prompts: bool) -> Judged:
    """The fit on the first half of the requests, judged on the second."""
    run = measured(prompts=prompts)
    first, second = halves(run)
    return judged(Fit(run, first).finish(), second)


def test_what_the_first_half_says_of_the_second() -> None:
    """With the prompts the second half's times follow from constants of the first."""
    reached = errors(by_halves(prompts=True))
    for name in ("ttft_ms_p50", "ttft_ms_p90", "tpot_ms_p50", "tpot_ms_p99", "running", "waiting"):
        assert reached[name] <= GOALS[name], name
    assert reached["span_ms"] < 2


ROWS = {
    "span": "span_ms",
    "TTFT p50": "ttft_ms_p50",
    "TTFT p90": "ttft_ms_p90",
    "TPOT p50": "tpot_ms_p50",
    "TPOT p99": "tpot_ms_p99",
    "running, requests on average": "running",
    "waiting, requests on average": "waiting",
    "TTFT of each request, on average": "ttft_ms_each",
    "TPOT of each request, on average": "tpot_ms_each",
}
"""The rows of the table in the README, and the figures that they are."""


def test_the_readme_has_these_figures(root: Path) -> None:
    lines = (root / "README.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip(" %") for cell in line.split("|")[1:-1]] for line in lines]
    table = {row[0]: row[1:] for row in cells if row and row[0] in ROWS}
    fits = [each(prompts=prompts) for each in (whole, by_halves) for prompts in (False, True)]
    figures = [{one.name: one for one in fit.figures} for fit in fits]
    for row, name in ROWS.items():
        goal, *told = table[row]
        assert [f"{abs(float(one)):.2f}" for one in told] == [
            f"{abs(each[name].error):.2f}" for each in figures
        ]
        assert all(
            float(one) * each[name].error >= 0 for one, each in zip(told, figures, strict=True)
        )
        assert (float(goal) if goal else None) == figures[0][name].goal
