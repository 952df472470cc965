"""Points of a sweep in a second, on one process and on two: what the pool and the file cost.

`pytest --bench` prints it; what two bring depends on the cores there are.
"""

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.commands.calling import command, environment

pytestmark = pytest.mark.bench

CASE = """\
[workload]
generator = "poisson"
rate = 20
requests = 1000
prompt_len = 300
output_len = 150

[scheduler]
name = "driftwood"
max_running = 256
block_size = 16
num_blocks = 2000
token_budget = 2048

[cost]
base_ms = 20
"""
POINTS = 40


def seconds(case: Path, processes: int, points: int) -> float:
    """How long a sweep of so many points takes, from its start to its report."""
    blocks = ",".join(str(1000 + 10 * number) for number in range(points))
    words = command("sweep", case, "--set", f"num_blocks={blocks}", "--jobs", processes)
    started = time.perf_counter()
    subprocess.run(words, env=environment({}), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def test_points_in_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    case = tmp_path / "case.toml"
    case.write_text(CASE, encoding="utf-8")
    print(f"\nsweep, {POINTS} points of 1,000 requests, on {os.cpu_count()} cores")
    for processes in (1, 2):
        start = seconds(case, processes, 1)
        rate = (POINTS - 1) / (seconds(case, processes, POINTS) - start)
        print(f"{processes} at work: {rate:.1f} points/s, {start:.1f} s for the first")
        assert rate > 0
