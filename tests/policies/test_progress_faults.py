"""What makes no sense of `prefill`, `on_preempt`, a price and `cancel_at`, with its reason."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from core import Request, Run, make_scheduler, simulate
from core.cost import Cost
from core.schedulers import scheduler_faults
from core.workload import ScenarioError, load_scenario

PAGED: Mapping[str, object] = {"max_running": 2, "block_size": 2, "num_blocks": 9}
PRICED: Mapping[str, object] = {**PAGED, "on_preempt": "swap", "swap_ms_per_block": 0.5}
NO_CLOCK = "swap_ms_per_block needs a clock: say how long a step takes, as base_ms of the cost"
A = Request("A", 0, 1, 1)

REFUSED: list[tuple[Mapping[str, object], str]] = [
    ({"prefill": "frist"}, "prefill cannot be 'frist'; did you mean first?"),
    ({"prefill": "x"}, "prefill cannot be 'x'; known: mixed, first, last"),
    ({"prefill": 3}, "prefill must be one of mixed, first, last, not 3"),
    ({"on_preempt": "drop"}, "on_preempt cannot be 'drop'; known: keep, discard, swap"),
    ({"on_preempt": True}, "on_preempt must be one of keep, discard, swap, not True"),
    (
        {"on_preempt": "swap", "block_size": None, "num_blocks": None},
        "on_preempt needs block_size and num_blocks: else nobody is preempted",
    ),
    (
        {"swap_ms_per_block": 1},
        'swap_ms_per_block needs on_preempt = "swap": else nothing is moved',
    ),
    (
        {"on_preempt": "discard", "swap_ms_per_block": 1},
        'swap_ms_per_block needs on_preempt = "swap": else nothing is moved',
    ),
    (
        {"on_preempt": "swap", "swap_ms_per_block": -1},
        "swap_ms_per_block must be at least 0 and at most 1,000,000,000, not -1",
    ),
    (
        {"on_preempt": "swap", "swap_ms_per_block": float("nan")},
        "swap_ms_per_block must be at least 0 and at most 1,000,000,000, not nan",
    ),
    (
        {"on_preempt": "swap", "swap_ms_per_block": "1"},
        "swap_ms_per_block must be a number of milliseconds, not '1'",
    ),
]


@pytest.mark.parametrize(("knobs", "message"), REFUSED)
def test_what_makes_no_sense_is_refused(knobs: Mapping[str, object], message: str) -> None:
    given = {key: knob for key, knob in {**PAGED, **knobs}.items() if knob is not None}
    assert message in [fault.message for fault in scheduler_faults("driftwood", given)]
    with pytest.raises((ValueError, TypeError)):
        make_scheduler("driftwood", **given)


def test_a_price_in_milliseconds_needs_a_clock() -> None:
    """A cost is one, and so are arrivals in milliseconds."""
    scheduler = make_scheduler("driftwood", **PRICED)
    with pytest.raises(ValueError, match=NO_CLOCK):
        Run([A], scheduler)
    assert Run([A], scheduler, cost=Cost(1.0)).finish().status == "finished"
    assert Run([Request("A", 0, 1, 1, arrival_ms=2.0)], scheduler).finish().status == "finished"


def test_no_price_needs_no_clock() -> None:
    scheduler = make_scheduler("driftwood", **{**PRICED, "swap_ms_per_block": 0})
    assert Run([A], scheduler).finish().status == "finished"


SCENARIO = """\
requests = [["A", 0, 1, 1]]
[scheduler]
name = "driftwood"
max_running = 2
block_size = 2
num_blocks = 9
on_preempt = "swap"
swap_ms_per_block = 0.5
"""
PRICED_VARIANT = '[[variant]]\nname = "priced"\nscheduler.swap_ms_per_block = 0.5\n'


def test_a_file_with_a_price_needs_a_clock(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(SCENARIO)
    with pytest.raises(ScenarioError) as caught:
        load_scenario(file)
    assert f"{file}:8: {NO_CLOCK}" in str(caught.value)
    file.write_text(SCENARIO + "[cost]\nbase_ms = 10\n")
    assert load_scenario(file).run().finish().status == "finished"


def test_a_variant_that_sets_a_price_needs_a_clock_too(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    free = SCENARIO.replace("swap_ms_per_block = 0.5\n", "")
    file.write_text(free + PRICED_VARIANT)
    with pytest.raises(ScenarioError, match="swap_ms_per_block needs a clock"):
        load_scenario(file)


def test_simulate_takes_nobody_who_may_leave() -> None:
    """It returns a last token of everyone; a run tells who has left."""
    leaving = Request("B", 0, 1, 9, cancel_at=3)
    with pytest.raises(ValueError, match=r"request 'B': cancel_at is not for simulate.*make a Run"):
        simulate([A, leaving], 2)
