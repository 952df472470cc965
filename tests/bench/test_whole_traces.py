"""What a whole trace costs from its file to its figures, by vLLM's schedule: CPU seconds.

`pytest --bench tests/bench/test_whole_traces.py` prints them beside the goals. The traces lie where
DRIFTWOOD_DATA says. Mooncake's prompts, of 12,000 tokens on average, run on a replica with room for
1.6 million; Azure's on the one of a trace by itself.
"""

import os
from pathlib import Path

import pytest

from core import Run, load_trace, make_scheduler
from core.metrics import totals
from core.workload.trace_knobs import VLLM
from tests.bench.measure import no_garbage_collection, seconds

FOLDER = os.environ.get("DRIFTWOOD_DATA")
pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(FOLDER is None, reason="DRIFTWOOD_DATA, the folder of traces, is unset"),
]
TRACES = Path(FOLDER or ".") / "traces"
AZURE = TRACES / "azure-2023" / "AzureLLMInferenceTrace_conv.csv"
MOONCAKE = TRACES / "mooncake-fast25" / "conversation_trace.jsonl"
LARGE = {**VLLM, "num_blocks": 100_000, "max_num_batched_tokens": 8192}


@pytest.mark.parametrize(
    ("path", "knobs", "goal"),
    [(AZURE, VLLM, 3.0), (MOONCAKE, LARGE, 10.0)],
    ids=["azure", "mooncake"],
)
def test_a_whole_trace(path: Path, knobs: dict[str, object], goal: float) -> None:
    found: list[Run] = []

    def simulated() -> None:
        found.append(Run(load_trace(path).requests, make_scheduler("vllm", **knobs)).finish())

    with no_garbage_collection():
        reading = seconds(lambda: load_trace(path))
        running = seconds(simulated) - reading
        telling = seconds(lambda: totals(found[0]))
    run, whole = found[0], reading + running + telling
    figures = totals(run)
    parts = f"read {reading:.2f}, simulate {running:.2f}, figures {telling:.2f}"
    steps, hits = figures["steps"], figures["hit_tokens"]
    print(f"\n{path.name}: {steps:,} steps, {figures['tokens']:,} tokens, {hits:,} hits")
    print(f"{parts}: {whole:.2f} s of CPU, goal {goal:.0f}")
    assert run.status == "finished"
