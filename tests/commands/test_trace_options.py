"""What is wrong with how a trace is asked for is told once, and of the option that is wrong."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

LENGTHS = "num_prefill_tokens,num_decode_tokens\n7,2\n9,3\n"
TIMES = "arrived_at,num_prefill_tokens,num_decode_tokens\n0.5,7,2\n1.5,9,3\n"


@pytest.mark.parametrize(
    ("rows", "options", "faults"),
    [
        (LENGTHS, [], ["this trace has lengths only: say how its requests arrive"]),
        (LENGTHS, ["--set", "workload.arrivals=bursty", "--set", "workload.rate=4"], ["cv is"]),
        (
            LENGTHS,
            ["--set", "workload.arrivals=poison", "--set", "workload.rate=4"],
            ["--set workload.arrivals=poison: there is no arrival process 'poison'; did you mean"],
        ),
        (TIMES, ["--limit", "0"], ["--limit 0: limit must be at least 1, not 0"]),
        (TIMES, ["--format", "vidr"], ["--format vidr: there is no format 'vidr'; did you mean"]),
        (TIMES, ["--window", "9..3"], ["--window 9..3: window must end after it starts"]),
        (
            TIMES,
            ["--speed", "2y"],
            ["--speed 2y: speed must be a number, such as 2 or 2x, not '2y'"],
        ),
        (TIMES, ["--speed", "0x"], ["--speed 0x: speed must be between 1e-06 and 1,000,000, not"]),
        (TIMES, ["--set", "workload.speed=0"], ["speed must be between 1e-06 and 1,000,000, not"]),
        (
            TIMES,
            ["--set", "workload.arrivals=poisson", "--set", "workload.rate=4"],
            ["arrivals are for a trace of lengths only: this one has its times"],
        ),
    ],
)
def test_each_fault_once(
    driftwood: Driftwood, tmp_path: Path, rows: str, options: list[str], faults: list[str]
) -> None:
    file = tmp_path / "trace.csv"
    file.write_text(rows, encoding="utf-8")
    called = driftwood("run", file, *options)
    assert called.code == 2
    lines = called.err.splitlines()
    assert len(lines) == len(faults)
    assert all(fault in line for fault, line in zip(faults, lines, strict=True))


def test_a_trace_is_played_faster(driftwood: Driftwood, tmp_path: Path) -> None:
    file = tmp_path / "trace.csv"
    file.write_text(TIMES, encoding="utf-8")
    for options in (["--speed", "2x"], ["--set", "workload.speed=2x"], ["--speed", "2"]):
        document = json.loads(driftwood("run", file, *options, "--json").out)
        assert document["requests"]["r00002"]["arrival_ms"] == 500.0
    both = ("--speed", "2x", "--set", "workload.speed=3")
    assert driftwood("run", file, *both).err == (
        "--speed 2x and --set workload.speed=3 contradict each other: keep one\n"
    )


def test_a_row_of_a_trace_is_named_by_its_line(driftwood: Driftwood, tmp_path: Path) -> None:
    file = tmp_path / "trace.csv"
    file.write_text(TIMES.replace("9,3", "900000,3"), encoding="utf-8")
    called = driftwood("run", file)
    assert "           r00002 (trace.csv:3) needs 56251 blocks, the pool has 2588\n" in called.out
    assert "\n  from trace.csv:2\n" in driftwood("explain", file, "r00001").out


SESSION = (
    '{"block_size": 64, "requests": [{"t": 0, "in": 70, "out": 2, "hash_ids": [1]}, '
    '{"t": 3, "in": 90000000, "out": 2, "hash_ids": []}]}'
)


def test_a_folder_of_sessions_is_a_trace(driftwood: Driftwood, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(SESSION, encoding="utf-8")
    called = driftwood("run", tmp_path, "--limit", 3)
    assert "\n  weka, seconds, hash_ids of 64 tokens: 3 rows read, 3 kept, none" in called.out
    assert " dropped, put in order of arrival, in 2 files, stopped at the limit\n" in called.out
    assert "\n           r00002 (a.json, requests[1]) needs " in called.out
    document = json.loads(driftwood("show", tmp_path, "--step", 0, "--json").out)
    assert document["running"][1]["origin"] == {
        "file": "b.json",
        "line": None,
        "place": "requests[0]",
    }


def test_a_folder_of_scenarios_is_none(driftwood: Driftwood, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("", encoding="utf-8")
    called = driftwood("run", tmp_path)
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(f"{tmp_path}: this is a folder without agent sessions (.json)")


def test_what_is_read_of_a_folder_is_not_written_over(driftwood: Driftwood, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(SESSION, encoding="utf-8")
    called = driftwood("run", tmp_path, "--log", file)
    assert (called.code, called.err) == (2, f"{file} is what is read: write to another file\n")
    assert file.read_text(encoding="utf-8") == SESSION
