"""Azure's published traces, where they lie: DRIFTWOOD_DATA names the folder that has `traces`."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.workload import TraceError, load, load_trace
from core.workload.arrival_process import ArrivalProcess

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


def test_a_trace_of_lengths_needs_arrivals() -> None:
    path = FORMATS / "nanoflow_sharegpt.first500.csv"
    with pytest.raises(TraceError, match="this trace has lengths only"):
        load_trace(path)
    found = load_trace(path, arrivals=ArrivalProcess("constant", 4.0))
    assert (found.report.read, found.report.kept) == (500, 500)
    assert [one.arrival_ms for one in found.requests[:3]] == [250.0, 500.0, 750.0]
    assert (found.requests[0].prompt_len, found.requests[0].output_len) == (42, 285)


@pytest.mark.parametrize(
    ("name", "format_", "read", "first"),
    [
        ("formats/BurstGPT_1.head3.csv", "burstgpt", 3, (0.0, 472, 18)),
        ("formats/fleet-sim_batch_spike.csv", "fleet-sim", 288, (0.0, 689, 48)),
        ("formats/bailian_docs_example.jsonl", "bailian", 2, (0.0, 521, 132)),
        ("formats/dynamo_mooncake_sessions_docs_example.jsonl", "mooncake", 4, (0.0, 2048, 128)),
        ("vidur/splitwise_conv.first500.csv", "vidur", 500, (0.0, 374, 44)),
        ("mooncake-fast25/conversation_trace.jsonl", "mooncake", 12_031, (0.0, 6758, 500)),
        ("llmservingsim/sharegpt-llama-3.1-8b-300-sps10.jsonl", "llmservingsim", 300, None),
    ],
)
def test_every_kind_is_found_by_its_first_line(
    name: str, format_: str, read: int, first: tuple[float, int, int] | None
) -> None:
    found = load_trace(TRACES / name)
    report = found.report
    assert (report.format, report.read, report.kept) == (format_, read, read)
    one = found.requests[0]
    assert first in {None, (one.arrival_ms, one.prompt_len, one.output_len)}


def test_turns_with_a_delay_follow_the_turn_before() -> None:
    found = load_trace(FORMATS / "dynamo_mooncake_sessions_docs_example.jsonl")
    arrivals = [(one.arrival_ms, one.prompt_len) for one in found.requests]
    assert arrivals == [(0.0, 2048), (10.0, 1024), (60.0, 1536), (250.0, 2560)]


def test_mooncake_keeps_the_order_of_equal_stamps() -> None:
    found = load_trace(TRACES / "mooncake-fast25" / "conversation_trace.jsonl")
    rids = [one.rid for one in found.requests]
    assert rids == sorted(rids)
    assert not found.report.reordered
    assert sum(one.prompt_len > 32_768 for one in found.requests) == 828


def test_mooncake_says_one_request_twice_and_means_two() -> None:
    found = load_trace(TRACES / "mooncake-fast25" / "conversation_trace.jsonl")
    known = {one.rid: replace(one, rid="") for one in found.requests}
    assert known["r07728"] == known["r07733"]
    assert found.origins.of("r07733") == ("conversation_trace.jsonl", 7733, "")


def test_counts_with_a_point_are_counts() -> None:
    path = FORMATS / "vattention_arxiv_sample.first200.csv"
    found = load_trace(path, arrivals=ArrivalProcess("poisson", 1.0))
    assert found.report.format == "vidur-lengths"
    assert (found.requests[0].prompt_len, found.requests[0].output_len) == (7564, 192)


@pytest.mark.parametrize(
    ("limit", "blocks", "tokens"),
    [(200, None, 5.93), (1000, None, 21.57), (2000, None, 29.41), (None, 36.64, 37.36)],
)
def test_a_cache_without_limit_hits_what_is_told_of_mooncake(
    limit: int | None, blocks: float | None, tokens: float
) -> None:
    path = TRACES / "mooncake-fast25" / "conversation_trace.jsonl"
    report = load_trace(path, limit=limit).report
    cache = report.infinite_cache
    assert cache is not None
    assert (report.hash_block_size, report.unused_ids) == (512, {})
    assert round(cache.token_share * 100, 2) == tokens
    assert blocks in {None, round(cache.block_share * 100, 2)}


def test_hash_ids_that_do_not_match_their_lengths_are_not_used() -> None:
    found = load_trace(FORMATS / "bailian_docs_example.jsonl")
    assert [one.hash_ids for one in found.requests] == [(), ()]
    assert found.report.unused_ids == {"they are not one for each 16 tokens of the prompt": 2}


def test_every_measured_prompt_tells_its_tokens() -> None:
    found = load_trace(TRACES / "llmservingsim" / "sharegpt-llama-3.1-8b-300-sps10.jsonl")
    assert all(len(one.prompt_ids) == one.prompt_len for one in found.requests)


SESSIONS = TRACES / "kv-cache-tester"


def test_a_folder_of_agent_sessions() -> None:
    found = load_trace(SESSIONS)
    report = found.report
    assert (report.format, report.read, report.kept, report.files) == ("weka", 234, 234, 4)
    assert (report.hash_block_size, report.reordered, report.unused_ids) == (64, True, {})
    sizes = [load_trace(one).report.kept for one in sorted(SESSIONS.glob("*.json"))]
    assert sizes == [14, 12, 105, 103]


def test_agents_of_a_session_work_side_by_side_before_their_parent_goes_on() -> None:
    """In trace_0274 three agents start together at 19.486 s; the parent goes on at 323 s."""
    found = load_trace(SESSIONS / "trace_0274.json")
    inner: dict[str, list[float]] = {}
    for one, origin in zip(found.requests, found.origins, strict=True):
        assert origin is not None
        if "request" in origin.place.removeprefix("requests"):
            inner.setdefault(origin.place[:11], []).append(one.arrival_ms or 0.0)
    assert [min(times) for times in inner.values()] == [19_472.0, 19_486.0, 19_486.0]
    assert max(map(max, inner.values())) < 323_000.0


def test_a_schedule_of_one_gpu_is_run_from_a_folder() -> None:
    run = load(SESSIONS, limit=20).run().finish()
    assert run.status == "finished"
