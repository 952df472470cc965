"""Blocks from hardware: a budget and what a token weighs, for every engine by its own name."""

import json
from pathlib import Path

import pytest

from core.schedulers import knobs_of
from core.workload import Scenario, ScenarioError, load
from tests.workload.files import scenario, told, written
from tests.workload.test_model_config import LLAMA

REQUESTS = 'requests = [["A", 0, 6, 4]]\n'
HEAD = REQUESTS + '[scheduler]\nname = "driftwood"\nmax_running = 2\nblock_size = 16\n[memory]\n'
VLLM = REQUESTS + '[scheduler]\nname = "vllm"\n[memory]\n'
BUDGET = 'gib = 5.055\nconfig = "config.json"\n'
WEIGHT = "131,072 B a token = 32 layers × 2 × 8 KV heads × 128 × 2 B (bfloat16)"


@pytest.fixture(autouse=True)
def _config(tmp_path: Path) -> None:
    written(tmp_path, json.dumps(LLAMA), "config.json")


def blocks(found: Scenario) -> int:
    return found.scheduler.new_memory().total_blocks


def test_a_budget_and_a_model_are_blocks_and_the_sum_is_told(tmp_path: Path) -> None:
    found = scenario(tmp_path, HEAD + BUDGET)
    assert blocks(found) == 2588
    assert found.capacity is not None
    assert found.capacity.told == ("2,588 blocks = 5.055 GiB / (16 tokens × 131,072 B)", WEIGHT)
    assert found.capacity.count == 2588


def test_bytes_a_token_may_be_given(tmp_path: Path) -> None:
    found = scenario(tmp_path, HEAD + "bytes = 5000\nbytes_per_token = 100\n")
    assert blocks(found) == 3
    assert found.capacity is not None
    assert found.capacity.told == ("3 blocks = 5,000 B / (16 tokens × 100 B)",)


def test_the_cache_may_be_of_another_type(tmp_path: Path) -> None:
    found = scenario(tmp_path, f'{HEAD}{BUDGET}kv_dtype = "fp8"\n')
    assert blocks(found) == 2588 * 2 + 0
    assert "(fp8)" in str(found.capacity and found.capacity.told)


def test_contiguous_memory_is_tokens(tmp_path: Path) -> None:
    text = HEAD.replace("block_size = 16\n", "") + BUDGET + 'model = "contiguous"\n'
    assert str(scenario(tmp_path, text).capacity) == "41,410 tokens = 5.055 GiB / 131,072 B"


@pytest.mark.parametrize(
    ("name", "knob", "number", "count"),
    [
        ("vllm", "num_blocks", 2587, 2587),
        ("vllm@0.15", "num_blocks", 2587, 2587),
        ("vllm-v0", "num_gpu_blocks", 2588, 2588),
        ("sarathi", "num_gpu_blocks", 2588, 2588),
        ("nano-vllm", "num_kvcache_blocks", 161, 161),
        ("tensorrt-llm", "max_tokens", 1294 * 32, 1294),
    ],
)
def test_every_engine_gets_it_by_its_own_name_at_its_own_size_of_a_block(
    tmp_path: Path, name: str, knob: str, number: int, count: int
) -> None:
    found = scenario(tmp_path, VLLM.replace('"vllm"', f'"{name}"') + BUDGET)
    assert knobs_of(found.scheduler)[knob] == number
    assert found.capacity is not None
    assert found.capacity.count == blocks(found) == count


def test_vllm_keeps_a_block(tmp_path: Path) -> None:
    sum_ = "2,587 blocks = 5.055 GiB / (16 tokens × 131,072 B) less 1 that the engine keeps"
    assert str(scenario(tmp_path, VLLM + BUDGET).capacity) == sum_


def test_orca_counts_slots_for_tokens(tmp_path: Path) -> None:
    text = VLLM.replace('"vllm"', '"orca"\nmax_bs = 2') + BUDGET
    found = scenario(tmp_path, text)
    assert knobs_of(found.scheduler)["n_slots"] == 41_410


def test_without_a_budget_there_is_no_sum(tmp_path: Path) -> None:
    text = HEAD.replace("[memory]", "num_blocks = 4\n[memory]") + "bytes_per_token = 100\n"
    assert scenario(tmp_path, text).capacity is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            HEAD + "gib = 0\nbytes_per_token = 1",
            "7: gib must be a number above 0 and at most",
        ),
        (HEAD + 'gib = "4"\nbytes_per_token = 1', "7: gib must be a number above 0 and at most 1,"),
        (HEAD + "gib = true\nbytes_per_token = 1", "7: gib must be a number above 0"),
        (HEAD + "gib = nan\nbytes_per_token = 1", "7: gib must be a number above 0"),
        (HEAD + "gib = 4", "7: gib needs bytes_per_token, or the config of a model: what a token"),
        (HEAD + "gib = 4\nbytes = 4\nbytes_per_token = 1", "7: give either gib or bytes: both say"),
        (HEAD + BUDGET + "bytes_per_token = 1", "9: give either bytes_per_token or config: both"),
        (
            HEAD + 'gib = 4\nconfig = "/etc/x.json"',
            "8: config must be relative to this file, not '/",
        ),
        (HEAD + "gib = 4\nconfig = 7", "8: config is 7: it is the path of a model's config.json"),
        (HEAD + 'gib = 4\nconfig = "no.json"', "8: config 'no.json': there is no such file"),
        (HEAD + BUDGET + 'kv_dtype = "fp7"', "9: there is no kv_dtype 'fp7'; known: float32, floa"),
        (HEAD + 'gib = 4\nbytes_per_token = 1\nkv_dtype = "fp8"', "9: kv_dtype is for the config"),
        (
            HEAD.replace("[memory]", "num_blocks = 4\n[memory]") + BUDGET,
            "8: give either gib or num_blocks: both say how large the memory is",
        ),
        (
            VLLM + "gib = 0.001\nbytes_per_token = 131072",
            "5: the budget holds no block: -1 b",
        ),
        (VLLM + 'model = "contiguous"', "5: model is not for vllm, which has a memory of its own"),
        (VLLM + "bytes_per_token = 7", "4: [memory] of vllm is a budget: gib is missing, or bytes"),
        (
            VLLM.replace("[memory]", "num_blocks = 9\n[memory]") + BUDGET,
            "6: give either gib or",
        ),
        (
            VLLM.replace("[memory]", 'block_size = "x"\n[memory]') + BUDGET,
            "4: block_size must be",
        ),
    ],
)
def test_what_is_wrong_is_told_once_with_its_line(tmp_path: Path, text: str, expected: str) -> None:
    (only,) = told(tmp_path, text)
    assert only.startswith(expected)


def test_it_can_be_set_and_a_trace_leaves_its_own_number_of_blocks_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path on the command line is seen from where one is."""
    trace = written(tmp_path, "arrived_at,num_prefill_tokens,num_decode_tokens\n0,5,5\n", "t.csv")
    found = load(trace)
    assert (blocks(found), found.capacity) == (2588, None)
    monkeypatch.chdir(tmp_path)
    typed = {"memory.gib": "1", "memory.config": "config.json"}
    assert blocks(found.with_settings(typed)) == 512
    assert blocks(found.with_settings(typed, scheduler="vllm")) == 511
    with pytest.raises(ScenarioError, match=r"--set memory\.gib=1: give either gib or num_b"):
        found.with_settings({**typed, "num_blocks": "7"})
    assert blocks(found.with_settings({"memory.bytes_per_token": "7"})) == 2588


def test_a_variant_may_have_another_budget(tmp_path: Path) -> None:
    found = scenario(tmp_path, f'{HEAD}{BUDGET}[[variant]]\nname = "more"\nmemory.gib = 10.11\n')
    assert [blocks(one) for one in (found, found.variant("more"))] == [2588, 5176]
