"""The sum that the size of a memory comes from, wherever the knobs are told."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.workload.test_model_config import LLAMA

SUM = "2,587 blocks = 5.055 GiB / (16 tokens × 131,072 B) less 1 that the engine keeps"
WEIGHT = "131,072 B a token = 32 layers × 2 × 8 KV heads × 128 × 2 B (bfloat16)"
CASE = """\
requests = [["A", 0, 6, 4]]

[scheduler]
name = "vllm"

[memory]
gib = 5.055
config = "models/config.json"
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "config.json").write_text(json.dumps(LLAMA), encoding="utf-8")
    path = tmp_path / "case.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [("run",), ("show", "--step", "0")])
def test_it_is_told_under_the_knobs(driftwood: Driftwood, case: Path, words: list[str]) -> None:
    command, *options = words
    lines = driftwood(command, case, *options).out.splitlines()
    assert lines[1].startswith(
        "  vllm (equal to vLLM 0.33 on 33,117 recorded steps) · num_blocks 2587 · "
    )
    assert lines[2:4] == [f"  {SUM}", f"  {WEIGHT}"]


def test_the_document_has_its_parts(driftwood: Driftwood, case: Path) -> None:
    document = json.loads(driftwood("run", case, "--json").out)
    assert document["capacity"] == {
        "bytes": 5_427_764_920,
        "bytes_per_token": 131_072,
        "block_size": 16,
        "keeps": 1,
        "weight": WEIGHT.partition(" = ")[2],
        "count": 2587,
        "sum": SUM,
    }
    assert json.loads(driftwood("run", "brief/2-preemption", "--json").out)["capacity"] is None


def test_the_header_has_it_where_there_is_room(driftwood: Driftwood, case: Path) -> None:
    wide = driftwood("frame", case, "--step", 0, "--size", "220x40").out.splitlines()
    assert SUM in wide[0]
    narrow = driftwood("frame", case, "--step", 0, "--size", "100x40").out.splitlines()
    assert SUM not in narrow[0]
    assert "vllm" in narrow[0]


def test_a_budget_may_be_typed(driftwood: Driftwood, case: Path) -> None:
    called = driftwood("run", case, "--set", "memory.gib=1")
    assert (
        "  511 blocks = 1 GiB / (16 tokens × 131,072 B) less 1 that the engine keeps" in called.out
    )
    called = driftwood("run", case, "--set", "memory.config=none.json")
    assert (called.code, called.out) == (2, "")
    assert called.err == (
        "--set memory.config=none.json: config 'none.json': there is no such file\n"
    )
