"""`driftwood run --log`: a record per executed step, whole or not at all."""

import json
import os
import threading
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

LOGGED = [
    {"step": 0, "scheduled": {"A": 2}, "blocks_used": 0, "preempted": [], "waiting": 1},
    {"step": 1, "scheduled": {"A": 1}, "blocks_used": 0, "preempted": [], "waiting": 1},
    {"step": 2, "scheduled": {"A": 1}, "blocks_used": 0, "preempted": [], "waiting": 1},
    {"step": 3, "scheduled": {"B": 2}, "blocks_used": 0, "preempted": [], "waiting": 0},
]


def records(text: str) -> list[object]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_record_per_step(driftwood: Driftwood, scenario: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    called = driftwood("run", scenario, "--log", out)
    assert (called.code, called.err) == (0, "")
    assert called.out == driftwood("run", scenario).out
    assert records(out.read_text(encoding="utf-8")) == LOGGED
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one-slot.toml", "out.jsonl"]


def test_preemptions_are_in_it(driftwood: Driftwood, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    driftwood("run", "brief/2-preemption", "--log", out)
    written = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [record["preempted"] for record in written] == [[], [], [], ["B"], [], []]
    assert [record["blocks_used"] for record in written] == [3, 4, 4, 3, 3, 3]


def test_what_was_there_is_replaced_and_a_link_stays(
    driftwood: Driftwood, scenario: Path, tmp_path: Path
) -> None:
    out, link = tmp_path / "out.jsonl", tmp_path / "link"
    out.write_text("before", encoding="utf-8")
    link.symlink_to(out)
    driftwood("run", scenario, "--log", link)
    assert link.is_symlink()
    assert records(out.read_text(encoding="utf-8")) == LOGGED


@pytest.mark.parametrize("path", ["nowhere/out.jsonl", "", ".", "x" * 300, "one-slot.toml/out"])
def test_a_path_that_cannot_be_written(
    driftwood: Driftwood, scenario: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(scenario.parent)
    called = driftwood("run", scenario, "--log", path)
    assert (called.code, called.out) == (2, "")
    assert "cannot be written: " in called.err
    assert called.err.count("\n") == 1
    assert [found.name for found in scenario.parent.iterdir()] == ["one-slot.toml"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk(driftwood: Driftwood, scenario: Path) -> None:
    called = driftwood("run", scenario, "--log", "/dev/full")
    assert called.code == 2
    assert called.err == "/dev/full cannot be written: No space left on device\n"


def test_a_pipe_is_written_as_it_is(driftwood: Driftwood, scenario: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(
        target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True
    )
    reader.start()
    driftwood("run", scenario, "--log", pipe)
    reader.join(10)
    assert records(read[0]) == LOGGED
    assert pipe.is_fifo()
