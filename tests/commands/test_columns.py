"""`--columns`: a trace of one's own, in every command that runs one."""

import json
import shlex
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

COLUMNS = ("--columns", "arrival_ms=ts,prompt_len=in,output_len=out,tenant=who")
ROWS = "ts,in,out,who\n100,20,3,a\n120,900000,4,b\n130,9,2,b\n"


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "own.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_a_run_reports_them_as_a_format(driftwood: Driftwood, trace: Path) -> None:
    called = driftwood("run", trace, *COLUMNS)
    assert "\n  columns, milliseconds, no content ids: 3 rows read, 3 kept" in called.out
    assert "r00002 (own.csv:3) needs 56251 blocks" in called.out
    document = json.loads(driftwood("run", trace, *COLUMNS, "--json").out)
    assert (document["trace"]["format"], document["trace"]["unit"]) == ("columns", "milliseconds")
    assert document["tenants"].keys() == {"a", "b"}
    assert document["requests"]["r00003"]["arrival_ms"] == 30.0
    as_knob = ("--set", f"workload.{COLUMNS[0].removeprefix('--')}={COLUMNS[1]}")
    assert json.loads(driftwood("run", trace, *as_knob, "--json").out) == document


@pytest.mark.parametrize(
    "words",
    [
        ("show", "--step", "1"),
        ("frame", "--step", "1"),
        ("explain", "r00003"),
        ("compare", "--with", "max_running=1"),
        ("sweep", "--set", "max_running=1,2", "-j", "1"),
        ("cut", "--around", "r00003", "-o", "-"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_takes_them(
    driftwood: Driftwood, trace: Path, words: tuple[str, ...]
) -> None:
    command, *options = words
    called = driftwood(command, trace, *options, *COLUMNS)
    assert called.code == 0, called.err
    assert driftwood(command, trace, *options).code == 2


def test_a_sweep_of_other_columns_is_another_sweep(driftwood: Driftwood, trace: Path) -> None:
    out = trace.with_name("out.jsonl")
    words = ("sweep", trace, "--set", "max_running=1,2", "-j", "1", "-o", out)
    assert driftwood(*words, *COLUMNS).code == 0
    assert driftwood(*words, *COLUMNS, "--resume").code == 0
    other = driftwood(*words, "--columns", COLUMNS[1].replace("_ms", "_s"), "--resume")
    assert other.code == 2
    assert "columns" in other.err


def test_the_command_that_opens_a_finding_has_them(driftwood: Driftwood, trace: Path) -> None:
    thrashing = ("--set", "num_blocks=7", "--set", "block_size=8", "--set", "max_running=5")
    trace.write_text("ts,in,out,who\n" + "0,8,40,a\n" * 5, encoding="utf-8")
    called = driftwood("run", trace, *COLUMNS, *thrashing)
    (first, *_) = [line for line in called.out.splitlines() if "driftwood step" in line]
    assert shlex.join(COLUMNS) in first


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ("arrival_ms=tss,prompt_len=in,output_len=out", "there is no column 'tss'; did you mean"),
        ("arrival_mss=ts,prompt_len=in,output_len=out", "arrival_mss in columns is unknown; did"),
        ("arrival_ms=ts,prompt_len=in", "output_len is missing in columns: which column holds it"),
    ],
)
def test_what_is_wrong_is_told_of_the_option(
    driftwood: Driftwood, trace: Path, columns: str, fault: str
) -> None:
    called = driftwood("run", trace, "--columns", columns)
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(f"--columns {columns}: {fault}")
    (line,) = called.err.splitlines()
    assert "Traceback" not in line


def test_they_are_for_traces(driftwood: Driftwood) -> None:
    called = driftwood("run", "brief/2-preemption", *COLUMNS)
    assert called.code == 2
    assert "columns is for traces, and this is none" in called.err


def test_a_scenario_with_columns_is_checked(driftwood: Driftwood, trace: Path) -> None:
    scenario = trace.with_suffix(".toml")
    scenario.write_text(
        '[scheduler]\nname = "driftwood"\nmax_running = 2\n[workload]\ntrace = "own.csv"\n'
        'columns = { arrival_step = "ts", prompt_len = "in", output_len = "out" }\n'
        "[expect.request.r00003]\nfirst_token = 30\n",
        encoding="utf-8",
    )
    called = driftwood("check", scenario)
    assert called.code == 0, called.out
