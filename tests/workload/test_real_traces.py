"""Azure's published traces, where they lie: DRIFTWOOD_DATA names the folder that has `traces`."""

import os
from pathlib import Path

import pytest

from core.workload import TraceError, load, load_trace

FOLDER = os.environ.get("DRIFTWOOD_DATA")
pytestmark = pytest.mark.skipif(
    FOLDER is None, reason="DRIFTWOOD_DATA does not name the folder that has the traces"
)
TRACES = Path(FOLDER or ".") / "traces"
AZURE = TRACES / "azure-2023"
FORMATS = TRACES / "formats"


@pytest.mark.parametrize(
    ("name", "rows", "last_ms"), [("conv", 19_366, 3_501_721.937), ("code", 8_819, 3_435_948.056)]
)
def test_every_row_of_2023_is_kept(name: str, rows: int, last_ms: float) -> None:
    found = load_trace(AZURE / f"AzureLLMInferenceTrace_{name}.csv")
    report = found.report
    assert (report.read, report.kept, report.dropped) == (rows, rows, {})
    assert (report.format, report.reordered, report.stopped) == ("azure", False, False)
    assert found.requests[0].arrival_ms == 0.0
    assert found.requests[-1].arrival_ms == last_ms
    assert found.requests[-1].rid == f"r{rows:05}"


def test_a_window_of_the_hour() -> None:
    found = load_trace(AZURE / "AzureLLMInferenceTrace_conv.csv", window="60s..120s")
    assert found.report.read == 19_366
    assert found.report.kept == len(found.requests) == 265
    assert found.requests[0].arrival_ms == 172.2


def test_a_whole_trace_runs_to_its_end() -> None:
    run = load(AZURE / "AzureLLMInferenceTrace_code.csv", limit=500).run().finish()
    assert run.status == "finished"


def test_the_copy_with_other_line_ends_is_the_same() -> None:
    copy = load_trace(FORMATS / "inference-perf_trace.csv")
    first = load_trace(AZURE / "AzureLLMInferenceTrace_conv.csv", limit=20)
    assert (copy.requests, copy.report.read) == (first.requests, 20)


def test_stamps_that_are_none_drop_every_row() -> None:
    report = load_trace(FORMATS / "nanoflow_sharegpt.first500.csv").report
    assert (report.read, report.kept) == (500, 0)
    assert report.dropped == {"TIMESTAMP is not a date and time": 500}


@pytest.mark.parametrize(
    "name",
    [
        "BurstGPT_1.head3.csv",
        "bailian_docs_example.jsonl",
        "fleet-sim_batch_spike.csv",
        "vattention_arxiv_sample.first200.csv",
    ],
)
def test_other_formats_are_not_there_yet(name: str) -> None:
    with pytest.raises(TraceError, match="this is no known trace: its first line is"):
        load_trace(FORMATS / name)
