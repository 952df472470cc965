"""The step in which a run failed: its levels are as they stood there, and nothing was processed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Never

import pytest

from core import Candidate, Run
from core.cost import Cost
from core.events import Event
from core.metrics import totals
from core.override import override
from core.replica import Replica
from core.request import Request
from core.schedulers.driftwood import Driftwood
from core.workload import load_scenario

BRIEF = Path(__file__).parents[2] / "fixtures" / "brief" / "2-preemption.toml"
LEVELS = ("step", "running", "waiting", "blocks", "tokens", "emitted")


def raises(candidate: Candidate) -> Never:
    raise RuntimeError(f"no idea of {candidate.rid}")


@dataclass(frozen=True, slots=True)
class RaisesAfterWork(Driftwood):
    """Performs step 3 but for its end."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:
        for event in Driftwood.step(self, replica):
            yield event
            if event.kind == "ran" and replica.clock.step == 3:
                raise RuntimeError("enough")


def failed(cost: Cost | None = None) -> Run:
    """A run whose policy raises in step 3, asked who makes room."""
    scenario = replace(load_scenario(BRIEF).with_settings({}, victim=raises), cost=cost)
    run = scenario.run().finish()
    assert (run.status, run.last_step) == ("failed", 3)
    return run


def levels(run: Run, index: int) -> dict[str, int]:
    return {name: getattr(run.series, name)[index] for name in LEVELS}


def test_its_levels_are_as_they_stood() -> None:
    run = failed()
    assert levels(run, -1) == {
        "step": 3,
        "running": 2,
        "waiting": 1,
        "blocks": 4,
        "tokens": 0,
        "emitted": 0,
    }
    whole = load_scenario(BRIEF).run().finish()
    assert all(levels(run, at) == levels(whole, at) for at in range(3))
    figures = totals(run)
    assert (figures["mean_running"], figures["mean_blocks"]) == (2.0, 3.75)
    held = sum(run.series.held_slots(index) for index in range(len(run.series)))
    assert figures["held_slot_steps"] == held


def test_it_takes_no_time() -> None:
    run = failed(Cost(20.0))
    assert run.series.now_ms[-1] == 60.0
    assert totals(run)["duration_ms"] == 60.0
    assert run.series.kv_tokens[-1] == run.series.kv_tokens[-2]


@pytest.mark.parametrize("cost", [None, Cost(20.0)])
def test_what_was_done_before_it_failed_counts(cost: Cost | None) -> None:
    requests = (Request("A", 0, 6, 4), Request("B", 0, 4, 5))
    run = Run(requests, RaisesAfterWork(2, 4, 9), cost=cost).finish()
    whole = Run(requests, Driftwood(2, 4, 9), cost=cost).finish()
    assert run.status == "failed"
    assert levels(run, 3) == levels(whole, 3)
    assert totals(run).get("duration_ms") == (None if cost is None else 80.0)
