"""What the right rules never do is found where a faulty scheduler does it, with exact evidence."""

from collections.abc import Iterator

import pytest

from core import Run
from core.findings import Jump, blocks
from core.schedulers.driftwood import Driftwood
from tests.findings.faulty import (
    AdmitsWithoutBlocks,
    ForgetsABlock,
    FreesTooMuch,
    HoldsForNothing,
    MakesRoomForTheHead,
    NeverSaysNever,
    OnePromptAStep,
    SleepsWhenEmpty,
)
from tests.findings.runs import kinds, only, run_of


def circling() -> Run:
    """Case 1: A is preempted for a head that does not fit, and is the head itself then."""
    return run_of(MakesRoomForTheHead(8, 4, 8, 16), ("A", 0, 16, 12), ("B", 1, 24, 4))


def states(run: Run) -> Iterator[list[tuple[object, ...]]]:
    """What each step left: who waits and runs, with sent and computed tokens."""
    for step in run.series.step:
        moment = run.at(step)
        rows = (*moment.waiting, *moment.running)
        yield [(row.rid, row.state, row.emitted, row.computed_tokens) for row in rows]


def test_a_cycle() -> None:
    found = only(circling(), "cycle")
    assert found.title == (
        "the state repeats from step 1 on: period 2, no token emitted, 2 requests never done"
    )
    assert dict(found.numbers) == {"period": 2, "first_step": 1, "last_token": 0, "requests": 2}
    assert (found.rids, found.steps, found.jump) == (("A", "B"), (1, 2), Jump(1, 4))


def test_the_first_step_of_a_cycle_is_exact() -> None:
    run = run_of(MakesRoomForTheHead(4, 4, 8, 4), ("A", 0, 16, 12), ("B", 9, 24, 4), ("C", 3, 1, 1))
    found, told = only(run, "cycle"), list(states(run))
    first, period = found.jump.step, int(found.numbers["period"])
    at = run.series.index_at(first)
    assert (first, period) == (9, 2)
    assert told[at] == told[at + period]
    assert told[at] != told[at + 1]
    assert told[at - 1] != told[at - 1 + period]


def test_a_stall() -> None:
    run = run_of(NeverSaysNever(8, 4, 12, 16), ("A", 0, 8, 3), ("B", 1, 60, 4), ("C", 2, 8, 3))
    found = only(run, "stall")
    assert found.title == (
        "nothing moves from step 3 on: 2 waiting, 0 running, B at the head needs 15 blocks, "
        "12 of 12 are free"
    )
    assert (found.rids, found.steps, found.jump) == (("B", "C"), (3,), Jump(3, 1))
    assert (found.numbers["needed_blocks"], found.numbers["total_blocks"]) == (15, 12)
    right = run_of(Driftwood(8, 4, 12, 16), ("A", 0, 8, 3), ("B", 1, 60, 4), ("C", 2, 8, 3))
    assert kinds(right) == set()


def test_a_stall_begins_before_the_last_arrival() -> None:
    requests = (("A", 0, 8, 3), ("B", 1, 60, 4), ("C", 9, 8, 3))
    found = only(run_of(NeverSaysNever(8, 4, 12, 16), *requests), "stall")
    assert (found.steps, found.rids) == ((3,), ("B",))


def test_a_block_that_nobody_has() -> None:
    found = only(run_of(ForgetsABlock(8, 4, 6, 16), ("A", 0, 8, 12), ("B", 0, 8, 12)), "blocks")
    assert found.title == (
        "after step 5 the blocks do not add up: 4 owned + 1 free ≠ 6; "
        "1 neither owned nor free, such as block 6"
    )
    assert dict(found.numbers) == {"owned": 4, "free": 1, "total": 6, "twice": 0, "never": 1}
    assert (found.steps, found.jump) == ((5,), Jump(5, 4))


def test_a_block_that_two_have() -> None:
    found = only(run_of(FreesTooMuch(8, 4, 6, 16), ("A", 0, 8, 12), ("B", 0, 8, 12)), "blocks")
    assert found.rids == ("A", "B")
    assert (found.numbers["twice"], found.numbers["owned"], found.steps) == (3, 8, (5,))


@pytest.mark.parametrize("pool", [600, 100_000])
def test_the_first_step_is_found_where_not_every_step_is_compared(
    pool: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "AFFORDABLE", 0)
    requests = [(f"r{n}", 0, 8 * (pool // 30 - 8), 200) for n in range(30)]
    run = run_of(ForgetsABlock(64, 8, pool), *requests)
    preempted = next(at for at, count in enumerate(run.series.preemptions) if count)
    assert preempted > 20
    assert only(run, "blocks").steps == (run.series.step[preempted],)


def test_a_head_that_nobody_looked_at() -> None:
    requests = (("A", 0, 4, 2), ("B", 0, 4, 2), ("C", 10, 4, 2))
    found = only(run_of(SleepsWhenEmpty(1, 4, 8, 16), *requests), "passed_over")
    assert found.title == (
        "B stood at the head in step 2 and was not admitted, held for slots: 0 of 1 slots taken, "
        "it needs 1 block, free were 8; so in 9 steps"
    )
    assert (found.rids, found.steps, found.jump) == (("B",), (2,), Jump(2, 1))
    assert kinds(run_of(Driftwood(1, 4, 8, 16), *requests)) == set()


def test_a_reason_that_is_not_true() -> None:
    found = only(run_of(HoldsForNothing(4, 4, 8), ("A", 0, 4, 5), ("B", 1, 4, 2)), "passed_over")
    assert "held for blocks: 1 of 4 slots taken, it needs 1 block, free were 6" in found.title
    assert dict(found.numbers) == {
        "in_steps": 4,
        "running": 1,
        "needed_blocks": 1,
        "free_blocks": 6,
    }


def test_no_reason_at_all() -> None:
    found = only(circling(), "passed_over")
    assert "A stood at the head in step 1 and was not admitted, for no recorded" in found.title


def test_a_preemption_that_freed_nothing() -> None:
    requests = (("A", 0, 2, 5), ("C", 0, 2, 5), ("D", 0, 2, 2))
    found = only(run_of(AdmitsWithoutBlocks(3, 2, 3), *requests), "freed_nothing")
    assert found.title.startswith("D was preempted for C in step 1 and freed no block, with 2 ")
    assert (found.rids, found.steps, found.jump) == (("D", "C"), (1,), Jump(1, 2))


def test_budget_left_idle() -> None:
    requests = (("P1", 0, 20, 1), ("P2", 0, 40, 1))
    found = only(run_of(OnePromptAStep(8, 4, 64, 16), *requests), "idle_budget")
    assert found.title == "step 1 processed 4 of 16 tokens while P2 had 40 left to process"
    assert dict(found.numbers) == {"in_steps": 1, "idle_tokens": 12, "tokens": 4, "left": 40}
    assert (found.rids, found.steps, found.jump) == (("P2",), (1,), Jump(1, 3))
    assert kinds(run_of(Driftwood(8, 4, 64, 16), *requests)) == set()


def test_a_prompt_left_although_there_is_no_budget() -> None:
    requests = (("P1", 0, 20, 1), ("P2", 0, 40, 1))
    found = only(run_of(OnePromptAStep(8, 4, 64), *requests), "idle_budget")
    assert found.title == "step 0 processed 20 tokens while P2 had 40 left to process"


def test_a_head_is_not_passed_over_where_a_slot_came_free_after_its_admission() -> None:
    """Prompts first: b was held for a slot when the queue was asked; long made room after that."""
    scheduler = Driftwood(2, 1, 3, prefill="first", queue="shortest_prompt")
    run = run_of(scheduler, ("a", 0, 1, 3), ("long", 1, 2, 2), ("b", 2, 1, 1))
    assert [event.kind for event in run.at(2).events][1:3] == ["held", "preempted"]
    assert "passed_over" not in kinds(run)
