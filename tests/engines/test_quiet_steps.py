"""What a step of vLLM's costs in which nobody arrives, takes a block or ends."""

import sys
from types import FrameType

import pytest

from core import Request, Run, make_scheduler

STEPS, MOST_CALLS = 500, 14
"""Calls of functions of ours, those that go on with a generator counted in."""


@pytest.mark.parametrize("running", [1, 50])
@pytest.mark.parametrize("caching", [False, True])
def test_a_quiet_step_costs_fourteen_calls(running: int, *, caching: bool) -> None:
    requests = [Request(f"r{n}", 0, 10, 10 * STEPS) for n in range(running)]
    knobs = {"num_blocks": 100, "block_size": 100 * STEPS, "enable_prefix_caching": caching}
    run = Run(requests, make_scheduler("vllm", **knobs)).advance(10)
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    run.advance(STEPS)
    sys.setprofile(before)
    assert len(run.series) == 10 + STEPS
    assert calls / STEPS <= MOST_CALLS
