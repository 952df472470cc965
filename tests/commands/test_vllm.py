"""Every command on vLLM: scenarios with its name, a trace by itself, and what is said of knobs."""

import json
from pathlib import Path

import pytest

from core.workload import load, load_scenario
from tests.commands.calling import Driftwood

CASE = """\
title = "A prefix that stays"

[scheduler]
name = "vllm@0.33"
num_blocks = 8
block_size = 4
max_num_seqs = 3
max_num_batched_tokens = 16

[[request]]
rid = "A"
arrival = 0
prompt_len = 12
output_len = 3
prefix = "sys"
prefix_len = 8
output_key = "yes"

[[request]]
rid = "B"
arrival = 1
prompt_len = 14
output_len = 6
prefix = "sys"
prefix_len = 8

[[request]]
rid = "D"
arrival = 9
prompt_len = 20
output_len = 4
"""
ROWS = "arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,40,4\n0.01,90,3\n"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A scenario on vLLM with prefix caching."""
    path = tmp_path / "case.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """A trace of two requests."""
    path = tmp_path / "two.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_run(driftwood: Driftwood, case: Path) -> None:
    ended = driftwood("run", case)
    assert ended.code == 0
    assert "vllm@0.33 (equal to vLLM 0.33 on " in ended.out
    assert ") · num_blocks 8 · max_num_seqs 3 · max_num_batched_tokens 16" in ended.out
    assert "policy" not in ended.out
    assert "enable" not in ended.out
    assert "Findings: none" in ended.out
    assert "shared     8 tokens found in blocks that held them, not computed\n" in ended.out


def test_knobs_that_are_not_the_default_are_told(driftwood: Driftwood, case: Path) -> None:
    words = ("--set", "enable_prefix_caching=false", "--set", "watermark=0.2")
    ended = driftwood("run", case, *words, "--set", "policy=priority")
    assert "policy priority · enable_prefix_caching false · watermark 0.2" in ended.out
    assert "shared" not in ended.out


@pytest.mark.parametrize("name", ["vllm", "vllm@0.24", "vllm@0.21", "vllm@0.15"])
def test_the_versions(driftwood: Driftwood, case: Path, name: str) -> None:
    ended = driftwood("run", case, "--scheduler", name, "--json")
    assert (ended.code, json.loads(ended.out)["status"]) == (0, "finished")


def test_a_knob_of_a_later_version(driftwood: Driftwood, case: Path) -> None:
    ended = driftwood("run", case, "--scheduler", "vllm@0.21", "--set", "watermark=0.2")
    assert ended.code == 2
    assert "vllm@0.21 has no knob 'watermark'" in ended.err


def test_show_and_explain(driftwood: Driftwood, case: Path) -> None:
    shown = driftwood("show", case, "--step", 1)
    assert "8 of its 14 tokens are there" in shown.out
    assert "explain" not in driftwood("explain", case, "B").err
    assert "shares 2 blocks" in driftwood("explain", case, "B").out


def test_frame(driftwood: Driftwood, case: Path) -> None:
    ended = driftwood("frame", case, "--step", 9, "--size", "100x30")
    assert (ended.code, "vllm@0.33" in ended.out) == (0, True)


def test_cut_is_a_scenario_that_does_the_same(
    driftwood: Driftwood, case: Path, tmp_path: Path
) -> None:
    part = tmp_path / "part.toml"
    ended = driftwood("cut", case, "--around", "B", "-o", part, "--set", "watermark=0.1")
    assert (ended.code, ended.err) == (0, "")
    whole, cut = load_scenario(case).with_settings({"watermark": "0.1"}), load_scenario(part)
    assert cut.scheduler == whole.scheduler
    assert cut.scheduler_name == "vllm@0.33"
    assert cut.requests == whole.requests[:2]
    assert driftwood("check", part).code == 0


def test_compare(driftwood: Driftwood, case: Path) -> None:
    ended = driftwood("compare", case, "--with", "vllm@0.24", "--with", "num_blocks=9")
    assert ended.code == 0
    assert "base against vllm@0.24\n  the same in every step" in ended.out


def test_knobs_of_the_other_kind(driftwood: Driftwood) -> None:
    case = ("run", "brief/3-chunked-prefill", "--scheduler", "vllm")
    ended = driftwood(*case)
    assert (ended.code, "vllm needs num_blocks" in ended.err) == (2, True)
    ended = driftwood(*case, "--set", "num_blocks=9", "--set", "token_budget=8")
    assert ended.code == 2
    assert "vllm has no knob 'token_budget'; there it is called max_num_batched" in ended.err
    ended = driftwood("run", "brief/2-preemption", "--set", "max-num-seqs=8")
    assert (ended.code, "; there it is called max_running" in ended.err) == (2, True)


def test_a_scenario_of_the_other_kind(driftwood: Driftwood) -> None:
    ended = driftwood("run", "brief/2-preemption", "--scheduler", "vllm")
    assert (ended.code, "preempted  1 time" in ended.out) == (0, True)
    assert "num_blocks 4 · max_num_seqs 3 · max_num_batched_tokens 2048 · block_size 4" in ended.out


def test_vllm_has_a_memory_of_its_own(driftwood: Driftwood, case: Path) -> None:
    ended = driftwood("run", case, "--set", "memory.bytes_per_token=2")
    assert ended.code == 2
    assert "[memory] of vllm@0.33 is a budget: gib is missing, or bytes" in ended.err


def test_a_trace_by_itself(driftwood: Driftwood, trace: Path) -> None:
    ended = driftwood("run", trace, "--scheduler", "vllm", "--json")
    knobs = json.loads(ended.out)["knobs"]
    assert ended.code == 0
    assert [knobs[k] for k in ("max_num_seqs", "num_blocks", "block_size")] == [256, 2587, 16]
    assert knobs["max_num_batched_tokens"] == 2048


def test_what_is_set_on_a_trace_stays(driftwood: Driftwood, trace: Path) -> None:
    words = ("--set", "num_blocks=30", "--with", "vllm@0.15", "--with", "driftwood")
    ended = driftwood("compare", trace, "--scheduler", "vllm", *words)
    assert ended.code == 0
    assert ended.out.count("num_blocks 30") == 3
    assert "driftwood · max_running 256 · block_size 16" in ended.out


def test_another_scheduler_after_the_knobs_of_a_trace(trace: Path) -> None:
    changed = load(trace).with_settings({"num_blocks": "30"}).with_settings({}, scheduler="vllm")
    assert changed.source.document["scheduler"] == {
        "name": "vllm",
        "max_num_seqs": 256,
        "block_size": 16,
        "num_blocks": 30,
        "max_num_batched_tokens": 2048,
    }


@pytest.mark.parametrize("version", ["vllm@0.33", "vllm@0.21", "vllm@0.15"])
def test_what_is_cut_has_only_the_knobs_of_its_version(
    driftwood: Driftwood, trace: Path, version: str
) -> None:
    case = trace.with_name("case.toml")
    called = driftwood("cut", trace, "--scheduler", version, "--window", "0..9", "-o", case)
    assert (called.code, called.err) == (0, "")
    assert driftwood("check", case).code == 0
    assert load(case).scheduler == load(trace).with_settings({}, scheduler=version).scheduler


@pytest.mark.parametrize(
    ("engine", "knob"),
    [
        ("vllm", "gpu_memory_utilization"),
        ("sglang", "mem_fraction_static"),
        ("tensorrt-llm", "free_gpu_memory_fraction"),
        ("driftwood", "gpu_memory_utilization"),
    ],
)
def test_a_share_of_the_hardwares_memory_leads_to_what_says_it_here(
    driftwood: Driftwood, engine: str, knob: str
) -> None:
    ended = driftwood("run", "brief/2-preemption", "--scheduler", engine, "--set", f"{knob}=0.9")
    assert ended.code == 2
    said = (
        f"{engine} has no knob '{knob}': say what it leaves for the cache; [memory] has it as gib"
    )
    assert said in ended.err
