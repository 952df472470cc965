"""`driftwood run --log`: a record per executed step, whole or not at all."""

import json
import os
import subprocess
import threading
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood, command, environment, process

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


@pytest.mark.parametrize("name", ["one-slot.toml", "./one-slot.toml", "link", "hard"])
def test_the_scenario_is_never_written_over(
    driftwood: Driftwood, scenario: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(scenario.parent)
    Path("link").symlink_to(scenario)
    os.link(scenario, "hard")
    before = scenario.read_bytes()
    called = driftwood("run", scenario, "--log", name)
    assert (called.code, called.out) == (2, "")
    assert called.err == f"{Path(name)} is what is read: write to another file\n"
    assert scenario.read_bytes() == before


def test_nor_is_its_trace(driftwood: Driftwood, tmp_path: Path) -> None:
    trace, case = tmp_path / "trace.csv", tmp_path / "case.toml"
    row = "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00,1,1\n"
    trace.write_text(row, encoding="utf-8")
    knobs = '[scheduler]\nname = "driftwood"\nmax_running = 1\n'
    case.write_text(f'{knobs}[workload]\ntrace = "trace.csv"\n', encoding="utf-8")
    for file in (trace, case):
        called = driftwood("run", file, "--log", trace)
        assert (called.code, called.err) == (2, f"{trace} is what is read: write to another file\n")
    assert trace.read_text(encoding="utf-8") == row


def test_on_stdout_with_the_rest_on_stderr(driftwood: Driftwood, scenario: Path) -> None:
    called = driftwood("run", scenario, "--log", "-")
    assert (called.code, records(called.out)) == (0, LOGGED)
    assert called.err == driftwood("run", scenario).out


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
def test_stdout_is_a_pipe(scenario: Path, name: str) -> None:
    called = process("run", scenario, "--log", name)
    assert (called.code, records(called.out)) == (0, LOGGED)
    assert "requests   2: 2 finished" in called.err


def test_stdout_is_a_file(scenario: Path) -> None:
    out = scenario.with_name("out.jsonl")
    with out.open("wb") as file:
        call = command("run", scenario, "--log", out)
        subprocess.run(call, stdout=file, stderr=subprocess.PIPE, check=True, env=environment({}))
    assert records(out.read_text(encoding="utf-8")) == LOGGED


def test_another_pipe_by_its_number(driftwood: Driftwood, scenario: Path) -> None:
    reading, writing = os.pipe()
    called = driftwood("run", scenario, "--log", f"/dev/fd/{writing}")
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        assert (called.code, records(pipe.read())) == (0, LOGGED)


def test_stdout_holds_one_thing(driftwood: Driftwood, scenario: Path) -> None:
    called = driftwood("run", scenario, "--log", "-", "--json")
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith("--json and --log both go to stdout")
