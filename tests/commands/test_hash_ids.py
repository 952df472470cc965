"""A trace with hash ids: what is told of it, run with a prefix cache, and cut to a scenario."""

import json
from pathlib import Path

import pytest

from core.workload import load_scenario
from tests.commands.calling import Driftwood

ROWS = (
    '{"timestamp": 0, "input_length": 1300, "output_length": 4, "hash_ids": [7, 8, 9]}',
    '{"timestamp": 400, "input_length": 1400, "output_length": 4, "hash_ids": [7, 8, 5]}',
    '{"timestamp": 800, "input_length": 1300, "output_length": 4, "hash_ids": [7, 8, 9]}',
)


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    file = tmp_path / "trace.jsonl"
    file.write_text("\n".join(ROWS), encoding="utf-8")
    return file


def test_run_tells_what_an_infinite_cache_would_hit(driftwood: Driftwood, trace: Path) -> None:
    out = driftwood("run", trace, "--scheduler", "vllm").out
    cache = "an infinite cache would hit 55.56% of 9 blocks, 58.10% of 4,000 prompt tokens"
    assert ", hash_ids of 512 tokens: " in out
    assert f"  {cache}\n" in out
    document = json.loads(driftwood("run", trace, "--scheduler", "vllm", "--json").out)["trace"]
    assert document["hash_block_size"] == 512
    assert document["unused_ids"] == {}
    assert document["infinite_cache"] == {
        "blocks": 9,
        "hit_blocks": 5,
        "tokens": 4000,
        "hit_tokens": 2324,
        "block_share": 5 / 9,
        "token_share": 0.581,
    }


def test_whole_blocks_of_the_engine_are_hit(driftwood: Driftwood, trace: Path) -> None:
    called = driftwood("run", trace, "--scheduler", "vllm", "--json")
    assert json.loads(called.out)["totals"]["hit_tokens"] == 1024 + 1296  # 1,300 tokens: 81 blocks
    called = driftwood("run", trace, "--scheduler", "vllm", "--set", "block_size=512", "--json")
    assert json.loads(called.out)["totals"]["hit_tokens"] == 1024 + 1024


def test_the_size_of_the_ids_is_an_option(driftwood: Driftwood, trace: Path) -> None:
    called = driftwood("run", trace, "--set", "workload.hash_block_size=64")
    assert "3 kept without their ids: they are not one for each 64 tokens" in called.out
    called = driftwood("run", trace, "--set", "workload.hash_block_size=none")
    assert "hash_ids of 512 tokens" in called.out


def test_a_cut_says_it_again(driftwood: Driftwood, trace: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    options = ("--scheduler", "vllm", "--around", "r00002", "-o", case)
    assert driftwood("cut", trace, *options).code == 0
    (request,) = load_scenario(case).requests
    assert (request.hash_ids, request.hash_block_size) == ((7, 8, 5), 512)
    assert driftwood("check", case).code == 0
