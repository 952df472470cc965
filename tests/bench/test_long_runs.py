"""Long runs: a million requests, and any moment of a hundred thousand steps.

Goals: a million requests in under 30 s and under 1 GB; a moment in under 16 ms at the median and
under 50 ms at the worst. Printed, and not asserted: seconds are of the machine.
"""

import random
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.run import Run
from core.schedulers import make_scheduler
from tests.bench.measure import count, no_garbage_collection, seconds
from tests.bench.workloads import Pool, chat

pytestmark = pytest.mark.bench

MILLION = 1_000_000
STEPS = 100_000
AMPLE, TIGHT = 200_000, 10_000
MOMENTS = 400
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("blocks", [AMPLE, TIGHT], ids=["ample memory", "tight memory"])
def test_a_million_requests(blocks: int) -> None:
    """In a process of its own, whose memory is that of the run alone."""
    words = [sys.executable, "-c", f"from {__name__} import million; million({blocks})"]
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
    print(f"\n{done.stdout.strip()}")
    assert "finished" in done.stdout


def million(blocks: int) -> None:
    """Run a million requests; print what they took."""
    requests = tuple(chat(MILLION))
    before, started = megabytes(), time.process_time()
    run = Run(requests, make_scheduler("driftwood", **Pool(16, blocks)._asdict())).finish()
    took, after = time.process_time() - started, megabytes()
    print(
        f"a million requests, {blocks:,} blocks: {run.status} after {run.last_step + 1:,} steps, "
        f"{took:.1f} s of CPU; {after:,.0f} MB at most, {before:,.0f} MB of it before the run"
    )


def megabytes() -> float:
    """The most memory this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def long_run(blocks: int) -> Run:
    """A run of a hundred thousand steps, with a few thousand requests that wait as well."""
    requests = chat(STEPS + STEPS // 4)
    run = Run(requests, make_scheduler("driftwood", **Pool(16, blocks)._asdict()))
    return run.advance(STEPS)


@pytest.mark.parametrize("blocks", [AMPLE, TIGHT], ids=["ample memory", "tight memory"])
def test_any_moment_of_a_hundred_thousand_steps(blocks: int) -> None:
    """Far from the last one each time, at the end of a step and within it; then step by step."""
    run, dice = long_run(blocks), random.Random(3)
    jumps = [dice.randrange(STEPS) for _ in range(MOMENTS)]
    start = dice.randrange(STEPS // 2)
    walk = range(start + MOMENTS, start, -1)
    loop = seconds(lambda: count(MILLION)) * 1000
    print(f"\na plain loop of a million increments: {loop:.1f} ms")
    for name, steps in (("jumps", jumps), ("step by step backwards", walk)):
        with no_garbage_collection():
            times = sorted(milliseconds(run, step) for step in steps)
        print(
            f"{blocks:,} blocks, {name}: median {statistics.median(times):.1f} ms, "
            f"p99 {times[int(0.99 * len(times))]:.1f} ms, worst {times[-1]:.1f} ms"
        )


def milliseconds(run: Run, step: int) -> float:
    """CPU time of making the moment."""
    started = time.process_time()
    moment = run.at(step)
    took = time.process_time() - started
    assert moment.step == step
    return took * 1000
