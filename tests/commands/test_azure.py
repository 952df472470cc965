"""The real trace, with the pool of a real GPU, so that it preempts."""

import json
import os
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

DATA = os.environ.get("DRIFTWOOD_DATA", "")
TRACE = Path(DATA, "traces", "azure-2023", "AzureLLMInferenceTrace_conv.csv")

pytestmark = pytest.mark.skipif(not DATA, reason="DRIFTWOOD_DATA, the folder of traces, is unset")

KNOBS = {"max_running": 256, "block_size": 16, "num_blocks": 2588, "token_budget": 2048}
SETTINGS = [word for name, knob in KNOBS.items() for word in ("--set", f"{name}={knob}")]

FIRST_500 = {
    "steps": 6686,
    "finished": 500,
    "tokens": 617_095,
    "preemptions": 16,
    "recomputed_tokens": 17_375,
    "max_blocks": 2588,
    "ttft_ms_p50": 32.345,
}
ALL = {
    "steps": 175_302,
    "finished": 19_366,
    "tokens": 27_067_894,
    "emitted_tokens": 4_088_665,
    "preemptions": 493,
    "recomputed_tokens": 636_725,
    "max_running": 39,
    "duration_ms": 3_509_740.918,
    "ttft_ms_p99": 3267.393,
}


@pytest.mark.parametrize(("words", "figures"), [(["--limit", "500"], FIRST_500), ([], ALL)])
def test_it_runs(driftwood: Driftwood, words: list[str], figures: dict[str, float]) -> None:
    called = driftwood("run", TRACE, *SETTINGS, *words, "--json")
    assert (called.code, called.err) == (0, "")
    document = json.loads(called.out)
    assert document["knobs"] == KNOBS
    assert "20 ms a step" in document["clock_note"]
    assert document["trace"]["kept"] == document["totals"]["requests"]
    assert {name: document["totals"][name] for name in figures} == figures


def test_requests_that_can_never_fit_are_rejected_and_the_rest_runs(driftwood: Driftwood) -> None:
    words = ("run", TRACE, "--limit", 500, "--set", "num_blocks=200")
    called = driftwood(*words)
    assert called.code == 0
    assert " blocks, the pool has 200\n" in called.out
    totals = json.loads(driftwood(*words, "--json").out)["totals"]
    assert totals["rejected"] > 0
    assert totals["finished"] + totals["rejected"] == 500


def test_any_moment_of_it(driftwood: Driftwood) -> None:
    words = ("show", TRACE, "--limit", 500, "--step", 2_450, "--json")
    document = json.loads(driftwood(*words).out)
    owned = [block for row in document["running"] for block in row["blocks"]]
    assert len(owned) == len(set(owned)) == document["blocks"]["used"]
