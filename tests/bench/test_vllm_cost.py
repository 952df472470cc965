"""What vLLM's schedule costs against the brief's on the same chats, with a prefix cache or not.

`pytest --bench` prints the ratios of CPU time.
"""

from functools import partial
from typing import NamedTuple

import pytest

from core import Request
from core.run import Run
from core.schedulers import Scheduler, make_scheduler
from tests.bench.measure import fastest
from tests.bench.workloads import chat

pytestmark = pytest.mark.bench

TIGHT, BUDGET, SLOTS = 10_000, 2_048, 256


class Case(NamedTuple):
    """A scheduler and the largest ratio to the brief's."""

    name: str
    scheduler: Scheduler
    limit: float


def cases() -> list[Case]:
    knobs = {"num_blocks": TIGHT, "max_num_seqs": SLOTS, "max_num_batched_tokens": BUDGET}
    return [
        Case("vllm", make_scheduler("vllm", **knobs, enable_prefix_caching=False), 3.0),
        Case("vllm, prefix caching", make_scheduler("vllm", **knobs), 6.0),
    ]


def finished(requests: list[Request], scheduler: Scheduler) -> Run:
    run = Run(requests, scheduler).finish()
    assert run.status == "finished"
    return run


def test_vllm_costs_a_few_times_the_brief() -> None:
    requests = chat(20_000)
    brief = make_scheduler(
        "driftwood", max_running=SLOTS, block_size=16, num_blocks=TIGHT, token_budget=BUDGET
    )
    print(f"\n{'schedule':<24}{'brief':>9}{'run':>9}{'ratio':>7}{'goal':>7}")
    ratios: dict[str, tuple[float, float]] = {}
    for name, scheduler, limit in cases():
        own, other = fastest(
            lambda: finished(requests, brief),
            partial(finished, requests, scheduler),
        )
        ratios[name] = (other / own, limit)
        print(f"{name:<24}{own:>8.3f}s{other:>8.3f}s{other / own:>7.2f}{limit:>7.2f}")
    assert {name for name, (ratio, goal) in ratios.items() if ratio > goal} == set()
