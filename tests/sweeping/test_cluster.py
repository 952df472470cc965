"""`driftwood sweep --dask`: on a real cluster, whatever happens to its workers."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.commands.calling import Called, command, environment, process

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="Dask is not installed: the extra `cluster` brings it"
)

CASE = """\
[workload]
generator = "poisson"
rate = 20
requests = 1000
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
POINTS = 12
GRID = ("--set", "num_blocks=60,80,100,120,140,160", "--set", "workload.rate=10,20")
SLO = ("--slo", "ttft_p99<1000s")


class Host(NamedTuple):
    """A cluster: its address, the process ids of its workers and of itself."""

    address: str
    workers: list[int]
    process: int


@contextmanager
def hosted() -> Iterator[Host]:
    """A cluster of two workers, in processes of their own."""
    script = str(Path(__file__).with_name("cluster_host.py"))
    started = subprocess.Popen(
        [sys.executable, script],
        env=environment({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        text=True,
    )
    assert started.stdout is not None
    yield Host(**json.loads(started.stdout.readline()), process=started.pid)
    started.communicate(timeout=60)


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A cluster."""
    with hosted() as found:
        yield found


@pytest.fixture
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workload of which a run takes a moment, in a folder of its own to work in."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "case.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


def rows_of(path: Path) -> int:
    """Whole rows behind the header."""
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def ended(started: "subprocess.Popen[bytes]") -> Called:
    out, err = started.communicate(timeout=120)
    return Called(started.returncode, out.decode(), err.decode())


def begun(*words: object) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen(command(*words), env=environment({}), stdout=pipe, stderr=pipe)


def until(path: Path, rows: int) -> None:
    """Wait for so many rows."""
    end = time.monotonic() + 60
    while rows_of(path) < rows:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.slow
def test_a_worker_that_is_killed_changes_nothing(host: Host, case: Path) -> None:
    out = case.with_name("out.jsonl")
    words = ("sweep", case, *GRID, *SLO, "--json")
    sweep = begun(*words, "--dask", host.address, "-o", out)
    until(out, 3)
    os.kill(host.workers[0], signal.SIGKILL)
    there = rows_of(out)
    on_cluster = ended(sweep)
    assert 3 <= there < POINTS
    assert on_cluster == process(*words)
    assert (on_cluster.code, rows_of(out)) == (0, POINTS)


@pytest.mark.slow
def test_interrupted_on_a_cluster_it_is_gone_on_with_here(host: Host, case: Path) -> None:
    out = case.with_name("out.jsonl")
    words = ("sweep", case, *GRID, "-o", out, "--json")
    sweep = begun(*words, "--dask", host.address)
    until(out, 2)
    sweep.send_signal(signal.SIGINT)
    stopped = ended(sweep)
    there = rows_of(out)
    assert stopped.code == 130
    assert 2 <= there < POINTS
    assert f"{POINTS - there} points of {POINTS} left to run" in stopped.err
    assert f"--dask {host.address} --json --resume" in stopped.err
    resumed = process(*words, "--resume")
    assert resumed == process("sweep", case, *GRID, "--json")


@pytest.mark.slow
def test_a_cluster_that_goes_leaves_what_is_done(case: Path) -> None:
    out = case.with_name("out.jsonl")
    with hosted() as host:
        sweep = begun("sweep", case, *GRID, "-o", out, "--dask", host.address)
        until(out, 1)
        os.killpg(host.process, signal.SIGKILL)
        called = ended(sweep)
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(f"--dask {host.address}: the cluster is gone")
    assert called.err.endswith("what is done is kept, the same command with --resume goes on\n")
    assert called.err.count("\n") == 1
    assert 1 <= rows_of(out) < POINTS


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:9", "no cluster answers there: "),
        ("nowhere", "write its address as tcp://host:8786"),
        ("tcp://\x1b[31m:1", "write its address as tcp://host:8786"),
        ("", "write its address as tcp://host:8786"),
    ],
)
def test_where_no_cluster_is_it_is_told(case: Path, address: str, said: str) -> None:
    called = process("sweep", case, *GRID, "--dask", address)
    assert (called.code, called.out) == (2, "")
    assert said in called.err
    assert called.err.count("\n") == 1
    assert called.err.replace("\n", "").isprintable()
    assert [path.name for path in case.parent.iterdir()] == ["case.toml"]


WITHOUT = """\
import sys

sys.modules["distributed"] = None
from tui.commands import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_dask_it_is_told_how_to_get_it(case: Path) -> None:
    call = [sys.executable, "-c", WITHOUT, "sweep", str(case), *GRID, "--dask", "tcp://host:1"]
    run = subprocess.run(call, env=environment({}), capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    how = "in a clone of this driftwood, pip install '.[cluster]'"
    assert run.stderr == f"--dask needs Dask: {how}\n"


MINE = "def fair(candidate):\n    return candidate.emitted\n"


def test_a_policy_of_ones_own_runs_there_too(host: Host, case: Path) -> None:
    own = case.with_name("my.py")
    own.write_text(MINE, encoding="utf-8")
    words = ("sweep", case, "--victim", f"latest_admitted,{own}:fair", "--set", "num_blocks=60")
    assert process(*words, "--json", "--dask", host.address) == process(*words, "--json")
