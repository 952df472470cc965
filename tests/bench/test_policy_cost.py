"""What each policy costs against the brief's own rules, on the same tight memory.

A policy whose nature is to look at everyone who waits or runs may cost what it looks at; the
default may not, and its own bench holds it. `pytest --bench` prints the ratios of CPU time.
"""

from dataclasses import replace

import pytest

from core import Request
from core.run import Run
from core.schedulers import make_scheduler
from tests.bench.measure import fastest
from tests.bench.workloads import chat

pytestmark = pytest.mark.bench

POOL = {"max_running": 256, "block_size": 16, "num_blocks": 8_000, "token_budget": 2_048}
POLICIES: dict[str, dict[str, object]] = {
    "victim largest_cache": {"victim": "largest_cache"},
    "victim guard": {"victim_guard": 20},
    "queue shortest_prompt": {"queue": "shortest_prompt"},
    "queue priority, aging": {"queue": "priority", "aging": 100.0},
    "queue round_robin": {"queue": "round_robin"},
    "queue skip_ahead": {"queue": "skip_ahead", "max_overtakes": 4},
    "room for the urgent": {"queue": "priority", "preempt_for_urgent": True},
    "admission first_chunk": {"admission": "first_chunk"},
    "admission whole_life": {"admission": "whole_life"},
    "admission watermark": {"admission": "watermark", "watermark_blocks": 100},
    "admission static": {"admission": "static"},
    "prefill first": {"prefill": "first"},
    "prefill last": {"prefill": "last"},
    "on_preempt discard": {"on_preempt": "discard"},
    "on_preempt swap": {"on_preempt": "swap"},
    "prefix sharing": {"prefix_sharing": True},
}
SLOWEST = 30.0
"""More than that against the default is no cost of looking at everyone, but a mistake."""


def workload() -> list[Request]:
    """Chats of four tenants and three priorities, a quarter of them with a prefix in common."""
    return [
        replace(
            one,
            tenant=f"t{at % 4}",
            priority=at % 3,
            prefix=None if at % 4 else "system",
            prefix_len=0 if at % 4 else min(200, one.prompt_len),
        )
        for at, one in enumerate(chat(2_000))
    ]


def test_what_each_policy_costs() -> None:
    requests = workload()
    print(f"\n{'policy':<26}{'steps':>8}{'preempted':>10}{'against the default':>21}")
    ratios = {name: measured(requests, name) for name in POLICIES}
    slowest = max(ratios, key=ratios.__getitem__)
    print(f"the slowest: {slowest}, {ratios[slowest]:.1f} times the default")
    assert {name for name, ratio in ratios.items() if ratio > SLOWEST} == set()


def measured(requests: list[Request], name: str) -> float:
    """The ratio, after its line of the table is printed."""
    default, own = fastest(lambda: finished(requests), lambda: finished(requests, name))
    run = finished(requests, name)
    preemptions = run.series.preemptions[-1]
    print(f"{name:<26}{len(run.series):>8,}{preemptions:>10,}{own / default:>21.2f}")
    return own / default


def finished(requests: list[Request], name: str | None = None) -> Run:
    knobs = POLICIES[name] if name else {}
    run = Run(requests, make_scheduler("driftwood", **POOL, **knobs)).finish()
    assert run.status == "finished"
    return run
