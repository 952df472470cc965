"""A sweep that is stopped: by Ctrl+C, by the end of a worker, by its own."""

import json
import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.commands.calling import Called, command, environment, process

CASE = """\
[workload]
generator = "poisson"
rate = 20
requests = 400
prompt_len = 300
output_len = 150

[scheduler]
name = "driftwood"
max_running = 8
block_size = 16
num_blocks = 300

[cost]
base_ms = 20
"""
POINTS = 40
SOME = rb" [1-9]\d* of 40 points"
GRID = ("--set", f"num_blocks={','.join(str(60 + number) for number in range(POINTS))}")


@pytest.fixture
def case(elsewhere: Path) -> Path:
    """A workload of which a run takes a moment."""
    path = elsewhere / "case.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


class OnTerminal:
    """A sweep whose stderr is a terminal; Ctrl+C is for its whole group, as from one."""

    def __init__(self, *words: object) -> None:
        self._own, theirs = pty.openpty()
        self.started = subprocess.Popen(
            command("sweep", *words),
            env=environment({"TERM": "xterm"}),
            stdout=subprocess.PIPE,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._told = b""
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        """What it tells, to its end: a terminal that nobody reads would stop it."""
        with suppress(OSError):  # the other end is closed
            while piece := os.read(self._own, 4096):
                self._told += piece

    def until(self, words: bytes) -> None:
        """Wait until something is told that matches."""
        end = time.monotonic() + 60
        while re.search(words, self._told) is None:
            assert time.monotonic() < end
            time.sleep(0.01)

    def press(self) -> None:
        """Ctrl+C."""
        os.killpg(self.started.pid, signal.SIGINT)

    def ended(self) -> Called:
        out, _ = self.started.communicate(timeout=120)
        self._reader.join()
        os.close(self._own)
        return Called(self.started.returncode, out.decode(), self._told.decode())


def workers_of(parent: int) -> Iterator[int]:
    """The processes that `parent` started to run points."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = stat.read_text().rpartition(")")[2].split()
            line = stat.with_name("cmdline").read_bytes()
            if int(words[1]) == parent and b"spawn_main" in line:
                yield int(stat.parent.name)


def runs(number: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


on_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look in")


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(case: Path, elsewhere: Path) -> None:
    sweep = OnTerminal(case, *GRID, "--json")
    sweep.until(SOME)
    sweep.press()
    called = sweep.ended()
    kept = elsewhere / "case.sweep.jsonl"
    rows = kept.read_bytes().count(b"\n") - 1
    assert called.code == 130
    assert 1 <= rows < POINTS
    points = json.loads(called.out)["points"]
    assert sum(one["status"] == "finished" for one in points) == rows
    assert sum(one["status"] == "not run" for one in points) == POINTS - rows
    last = called.err.rstrip().splitlines()[-1]
    assert last.endswith(
        f"interrupted: {POINTS - rows} points of 40 left to run, the others are in "
        f"case.sweep.jsonl; to go on: driftwood sweep {case} {GRID[0]} {GRID[1]} --json --resume"
    )
    assert "points/s · " in called.err
    assert "Traceback" not in called.err
    resumed = process("sweep", case, *GRID, "--json", "--resume")
    assert not kept.exists()
    assert resumed == process("sweep", case, *GRID, "--json")
    assert resumed.code == 0


def test_ctrl_c_while_points_are_checked_runs_nothing(case: Path, elsewhere: Path) -> None:
    many = ("--set", f"num_blocks={','.join(map(str, range(60, 6060)))}")
    sweep = OnTerminal(case, *many)
    sweep.until(b"checked")
    sweep.press()
    called = sweep.ended()
    assert (called.code, called.out) == (130, "")
    assert "interrupted: nothing was run" in called.err
    assert [path.name for path in elsewhere.iterdir()] == ["case.toml"]


@on_linux
def test_no_worker_outlives_a_sweep_that_is_killed(case: Path) -> None:
    sweep = OnTerminal(case, *GRID)
    sweep.until(SOME)
    workers = list(workers_of(sweep.started.pid))
    sweep.started.kill()
    sweep.ended()
    assert workers
    end = time.monotonic() + 30
    while any(map(runs, workers)):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
@on_linux
def test_a_worker_that_is_killed_changes_nothing(case: Path) -> None:
    sweep = OnTerminal(case, *GRID, "--json", "--jobs", 2)
    sweep.until(SOME)
    os.kill(next(workers_of(sweep.started.pid)), signal.SIGKILL)
    called = sweep.ended()
    assert called.code == 0
    assert called.out == process("sweep", case, *GRID, "--json").out


@on_linux
def test_who_kills_its_worker_is_lost_and_the_others_are_run(case: Path, elsewhere: Path) -> None:
    own = elsewhere / "my.py"
    own.write_text("import os\n\n\ndef bad(candidate):\n    os.kill(os.getpid(), 9)\n")
    words = ("--victim", f"latest_admitted,{own}:bad,largest_cache", "--set", "num_blocks=60")
    called = process("sweep", case, *words, "--json")
    assert called.code == 2
    statuses = [one["status"] for one in json.loads(called.out)["points"]]
    assert statuses == ["finished", "lost", "finished"]
    assert "1 point of 3 left to run, the others are in case.sweep.jsonl; to go on: " in called.err
    assert "its worker died, also with nothing else under way" in called.err
    assert len((elsewhere / "case.sweep.jsonl").read_text().splitlines()) == 3


def test_without_a_terminal_there_is_no_progress(case: Path) -> None:
    assert process("sweep", case, "--set", "num_blocks=60,70").err == ""
