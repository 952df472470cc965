"""Contiguous memory is told in places of tokens, nowhere in blocks: only a cause is called so."""

import json
import re
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

CASE = """
title = "Pieces"

[scheduler]
name = "driftwood"
max_running = 3
queue = "priority"
preempt_for_urgent = true

[memory]
model = "contiguous"
tokens = 24

[[request]]
rid = "A"
prompt_len = 8
output_len = 9
priority = 3

[[request]]
rid = "B"
arrival = 2
prompt_len = 12
output_len = 6

[[request]]
rid = "C"
arrival = 3
prompt_len = 14
output_len = 2

[[request]]
rid = "D"
arrival = 3
prompt_len = 2
output_len = 40
"""
NAMES = re.compile(r"blocks [0-9]+|[a-z]+_block[a-z]+")
"""Names of figures, and of the cause of a wait with its steps: they are one in every memory."""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "pieces.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("run",),
        ("show", "--step", "2"),
        ("show", "--step", "3"),
        ("frame", "--step", "2", "--size", "160x50"),
        ("frame", "--step", "3", "--size", "80x24"),
        ("explain", "A"),
        ("explain", "B"),
        ("explain", "C"),
        ("compare", "--with", "max_running=2", "--with", "memory.tokens=40"),
    ],
    ids=" ".join,
)
def test_no_text_speaks_of_blocks(driftwood: Driftwood, case: Path, words: tuple[str, ...]) -> None:
    called = driftwood(words[0], case, *words[1:])
    assert (called.code, called.err) == (0, "")
    lines = [NAMES.sub("", line) for line in called.out.splitlines()]
    rest = [line for line in lines if "block" in line.lower()]
    if words[0] == "frame":  # the rule of an event has the words of the README
        rest = [line for line in rest if "are freed" not in line and "its blocks" not in line]
    assert [line for line in rest if not line.startswith("the same: ")] == []
    assert "place" in called.out


def test_what_happens_is_told_in_places(driftwood: Driftwood, case: Path) -> None:
    out = driftwood("show", case, "--step", 2).out
    assert "for token places: frees 16 token places, 9 computed tokens to redo" in out
    assert "A  9 computed tokens to redo  frees 16 token places  chosen" in out
    assert "takes a slot, 17 token places for 12 tokens; 7 free" in out
    events = json.loads(driftwood("show", case, "--step", 2, "--json").out)["events"]
    assert "frees 16 token places" in events[1]["reason"]
    life = driftwood("explain", case, "C").out
    assert "for token places (needs 15 in one piece, 7 free)" in life


def test_findings_are_told_in_places(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "blocked.toml"
    rows = '[["A", 0, 8, 9], ["B", 0, 12, 4], ["C", 1, 2, 2]]'
    memory = '[memory]\nmodel = "contiguous"\ntokens = 24\n'
    head = '[scheduler]\nname = "driftwood"\nmax_running = 3\n'
    path.write_text(f"requests = {rows}\n{head}{memory}", encoding="utf-8")
    called = driftwood("run", path)
    assert "it needs 15 token places with 8 free, C behind it 3" in called.out
