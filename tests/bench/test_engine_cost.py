"""What a run costs against the plain loop that counts as many tokens.

A step costs what changes in it. The ratios of CPU time are the promise, the times are of the
machine. `pytest --bench` prints them.
"""

import os
import runpy
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

import pytest

from core import Request, simulate
from core.run import Run
from core.schedulers import make_scheduler
from tests.bench.measure import count, fastest
from tests.bench.workloads import Pool, chat, gap, long_decodes

pytestmark = pytest.mark.bench

AMPLE, TIGHT = 200_000, 10_000
"""Blocks of 16 tokens that 256 chat requests never fill, and that they outgrow now and then."""

FOLDER = os.environ.get("DRIFTWOOD_DATA")
SPIKE = Path(FOLDER or ".") / "spike" / "engine.py"
"""A first try at the same schedule, with less to tell and nothing to go back to."""
Ends: TypeAlias = Literal["first_token", "finish", "preemptions"]
ENDS: tuple[Ends, ...] = get_args(Ends)


class Case(NamedTuple):
    """A workload, its memory, and the largest ratio to the plain loop."""

    name: str
    requests: list[Request]
    pool: Pool
    limit: float


def run_of(requests: list[Request], pool: Pool) -> Run:
    return Run(requests, make_scheduler("driftwood", **pool._asdict())).finish()


def cases() -> list[Case]:
    chats, decodes = chat(20_000), long_decodes(2_000, 20_000)
    fine, coarse = Pool(16, 2_520_000, None, 2_000), Pool(256, 160_000, None, 2_000)
    return [
        Case("chat, ample memory", chats, Pool(16, AMPLE), 2.5),
        Case("chat, tight memory", chats, Pool(16, TIGHT), 2.5),
        Case("chat, ample memory, budget 2,048", chats, Pool(16, AMPLE, 2048), 2.5),
        Case("chat, tight memory, budget 2,048", chats, Pool(16, TIGHT, 2048), 2.5),
        Case("20,000-token decodes, 16-token blocks", decodes, fine, 1.2),
        Case("20,000-token decodes, 256-token blocks", decodes, coarse, 0.15),
    ]


HEADINGS = (
    f"\n{'workload':<40}{'tokens':>12}{'steps':>9}{'preempted':>10}"
    f"{'loop':>9}{'run':>9}{'ratio':>7}{'goal':>7}"
)


def test_a_run_costs_little_more_than_counting() -> None:
    print(HEADINGS)
    ratios = {case.name: (measured(case), case.limit) for case in cases()}
    assert {name for name, (ratio, goal) in ratios.items() if ratio > goal} == set()


def measured(case: Case) -> float:
    """The ratio, after its line of the table is printed."""
    tokens = tokens_of(case.requests)
    loop, run = fastest(lambda: count(tokens), lambda: run_of(case.requests, case.pool))
    ended = run_of(case.requests, case.pool)
    preemptions = sum(result["preemptions"] for result in ended.results().values())
    times = f"{loop:>8.3f}s{run:>8.3f}s{run / loop:>7.2f}{case.limit:>7.2f}"
    print(f"{case.name:<40}{tokens:>12,}{ended.last_step + 1:>9,}{preemptions:>10,}{times}")
    return run / loop


@pytest.mark.skipif(FOLDER is None, reason="DRIFTWOOD_DATA, the folder of the spike, is unset")
def test_a_run_beside_the_spike() -> None:
    """How much of a ratio is the machine's: the loop touches no memory, the spike and a run do.

    The loop took 1 and the spike 1.2 to 1.6 where the goal of 2.5 was set, so that is 1.6 times
    the spike at least.
    """
    for case in cases()[:4]:
        spike = partial(spike_of, case.requests, case.pool)
        ours = partial(run_of, case.requests, case.pool)
        loop, bare, run = fastest(partial(count, tokens_of(case.requests)), spike, ours)
        ratios = f"the spike {bare / loop:.2f}, a run {run / loop:.2f} times the loop"
        print(f"\n{case.name}: {ratios}; a run {run / bare:.2f} times the spike")
        ends = ours().results().items()
        assert spike() == {rid: {key: end[key] for key in ENDS} for rid, end in ends}


def spike_of(requests: list[Request], pool: Pool) -> object:
    simulated: Callable[..., object] = runpy.run_path(str(SPIKE))["simulate"]
    return simulated(requests, pool.max_running, *pool[:2], pool.token_budget)


def tokens_of(requests: list[Request]) -> int:
    return sum(request.output_len for request in requests)


def test_simulate_costs_what_its_run_costs() -> None:
    requests, pool = chat(20_000), Pool(16, TIGHT)
    run, plain = fastest(
        lambda: run_of(requests, pool),
        lambda: simulate(requests, pool.max_running, pool.block_size, pool.num_blocks),
    )
    print(f"\nsimulate: {plain / run:.2f} times its run ({plain:.3f}s)")
    assert plain < 1.2 * run


def test_an_idle_gap_is_free() -> None:
    near, far = gap(20), gap(1_000_000)
    pool = Pool(16, 100)
    short, long = fastest(
        lambda: [run_of(near, pool) for _ in range(100)],
        lambda: [run_of(far, pool) for _ in range(100)],
    )
    print(f"\na gap of 1,000,000 steps: {long * 10:.3f} ms, of 10 steps: {short * 10:.3f} ms")
    assert long < 1.5 * short


def test_memory_of_a_finished_request() -> None:
    requests = chat(20_000)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    run = run_of(requests, Pool(16, TIGHT))
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    steps = run.last_step + 1
    print(
        f"\na run of {len(requests):,} finished requests and {steps:,} steps keeps "
        f"{(after - before) / len(requests):,.0f} bytes a request "
        f"(at its peak {(peak - before) / len(requests):,.0f}), the requests themselves left out"
    )
    assert run.status == "finished"
