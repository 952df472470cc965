"""Ctrl+C: what is done is kept and reported, exit 130."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.calling import command, environment
from tests.commands.interrupting import interrupted

ENDLESS = """\
requests = [["A", 0, 1, 900000000], ["B", 0, 1, 900000000]]
[scheduler]
name = "driftwood"
max_running = 1
[run]
max_steps = 900000000
"""


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A scenario that takes half an hour."""
    path = tmp_path / "endless.toml"
    path.write_text(ENDLESS, encoding="utf-8")
    return path


def test_what_was_done_is_reported(endless: Path) -> None:
    called = interrupted("run", endless)
    assert called.code == 130
    assert "steps/s · Ctrl+C stops" in called.err
    assert called.err.rstrip().splitlines()[-1].endswith("this is what was done by then")
    assert "requests   2: 0 finished, 0 rejected, 2 not ended" in called.out


def test_the_document_too(endless: Path) -> None:
    called = interrupted("run", endless, "--json")
    assert called.code == 130
    document = json.loads(called.out)
    assert (document["status"], document["requests"]["A"]["state"]) == ("running", "decoding")
    assert document["totals"]["emitted_tokens"] == document["steps"] > 0


def test_no_log_is_left_half_written(endless: Path) -> None:
    out = endless.with_name("out.jsonl")
    called = interrupted("run", endless, "--log", out)
    assert called.code == 130
    assert "and the log is not written" in called.err
    assert [path.name for path in endless.parent.iterdir()] == ["endless.toml"]


def test_on_the_way_to_a_moment(endless: Path) -> None:
    called = interrupted("show", endless, "--step", 800_000_000)
    assert (called.code, called.out) == (130, "")
    assert "on the way to step 800,000,000" in called.err


def test_while_runs_are_compared(endless: Path) -> None:
    called = interrupted("compare", endless, "--with", "max_running=2")
    assert (called.code, called.out) == (130, "")
    assert "interrupted: nothing was compared" in called.err


def test_in_a_check(endless: Path) -> None:
    called = interrupted("check", endless)
    assert called.code == 130
    assert called.out == "no scenario was checked\n"
    assert "1 file is not checked" in called.err


def test_without_a_terminal_there_is_no_progress(endless: Path) -> None:
    started = subprocess.Popen(
        command("run", endless, "--log", endless.with_name("log.jsonl")),
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    until_it_runs(endless.parent, "log.jsonl")
    started.send_signal(signal.SIGINT)
    _, told = started.communicate(timeout=60)
    assert started.returncode == 130
    assert told.decode().startswith("interrupted after step ")


def until_it_runs(folder: Path, name: str) -> None:
    """Wait for a file that a run begins with, or makes, and a little longer."""
    for _ in range(600):
        if any(name in path.name for path in folder.iterdir()):
            break
        time.sleep(0.1)
    time.sleep(0.5)


WHILE_IT_LOADS = """\
import os, signal, sys

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press())
from tui.commands import main
sys.exit(main(["run", "brief/2-preemption"]))
"""


def test_while_the_command_loads() -> None:
    call = [sys.executable, "-c", WHILE_IT_LOADS]
    ended = subprocess.run(call, env=environment({}), capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


LOOPS = """\
from pathlib import Path


def loops(candidate):
    while True:
        Path(__file__).with_name("looping").touch()
"""


def test_code_of_ones_own_that_never_returns(tmp_path: Path) -> None:
    own = tmp_path / "my.py"
    own.write_text(LOOPS, encoding="utf-8")
    started = subprocess.Popen(
        command("run", "brief/2-preemption", "--victim", f"{own}:loops"),
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    until_it_runs(tmp_path, "looping")
    started.send_signal(signal.SIGINT)
    out, told = started.communicate(timeout=60)
    assert started.returncode == 130
    assert told.decode() == "interrupted after step 2: this is what was done by then\n"
    assert "requests   3: 0 finished, 0 rejected, 3 not ended" in out.decode()
