"""Priority inversion: found with exact evidence, worked out once more from the moments; silent."""

from collections import Counter
from dataclasses import replace

import pytest

from core import Request, Run
from core.findings import Jump, find
from core.findings.finding import MOST_CASES
from core.findings.priority_inversion import LEAST_STEPS
from core.policies.orders import urgency
from core.schedulers.driftwood import Driftwood
from tests.findings.runs import kinds, only
from tests.naive_lab.cases import random_cases
from tests.naive_lab.really import faults_of, run_of

KIND = "priority_inversion"
LESS = (Request("L1", 0, 4, 12, priority=5), Request("L2", 1, 4, 12, priority=5))
URGENT = Request("H", 2, 4, 3)
EQUAL = Request("L3", 2, 4, 12, priority=5)


def case_11(last: Request, *, urgent: bool = False) -> Run:
    """Two slots, both taken when `last` arrives."""
    scheduler = Driftwood(2, 4, 64, queue="priority", preempt_for_urgent=urgent)
    return Run([*LESS, last], scheduler).finish()


def test_the_urgent_waits_for_slots_of_the_less_urgent() -> None:
    found = only(case_11(URGENT), KIND)
    assert found.title == (
        "H (priority 0) waits on slots held by L1, L2 (priority up to 5), in 10 steps from 2 on"
    )
    assert (found.rids, found.steps, found.jump) == (("H", "L1", "L2"), (2,), Jump(2, 4))
    assert found.numbers["in_steps"] == 10


def test_it_waits_for_blocks() -> None:
    run = Run([*LESS, URGENT], Driftwood(4, 4, 4, queue="priority")).finish()
    assert only(run, KIND).title == (
        "H (priority 0) waits on blocks held by L1, L2 (priority up to 5), in 8 steps from 2 on"
    )


def test_equals_do_not_and_preempting_for_the_urgent_ends_it() -> None:
    assert KIND not in kinds(case_11(EQUAL))
    assert KIND not in kinds(case_11(URGENT, urgent=True))


def test_nobody_less_urgent_has_what_it_needs() -> None:
    """The whole pool is needed, and half of it is its equal's."""
    requests = [Request("A", 0, 8, 9), Request("L", 0, 8, 9, priority=1), Request("H", 1, 24, 2)]
    assert KIND not in kinds(Run(requests, Driftwood(4, 4, 8)).finish())


def test_a_client_that_left_waits_for_nothing() -> None:
    """H waits until 6 and leaves; M, as urgent as those that run, waits on."""
    left, other = replace(URGENT, cancel_at=6), Request("M", 2, 4, 3, priority=5)
    run = Run([*LESS, left, other], Driftwood(2, 4, 64, queue="priority")).finish()
    assert only(run, KIND).numbers["in_steps"] == 4


@pytest.mark.parametrize("seed", range(520, 523))
def test_it_is_silent_where_room_is_made(seed: int) -> None:
    for case in random_cases(seed, 100, "urgent"):
        if not case.knobs.victim_guard:
            assert KIND not in kinds(run_of(case))


def inverted(run: Run, aging: float | None) -> Counter[str]:
    """In how many steps each waited for the less urgent, as the moments tell it."""
    steps: Counter[str] = Counter()
    for step in run.series.step:
        moment = run.at(step)
        rows = [(urgency(r.request.priority, r.request.arrived, aging), r) for r in moment.waiting]
        if not rows or moment.held is None:
            continue
        own, row = min(rows, key=lambda each: each[0])
        last = [e for e in moment.events if e.kind == "finished"]
        free = moment.free_blocks - sum(len(getattr(e, "blocks", ())) for e in last)
        less = [
            each
            for each in moment.running
            if urgency(each.request.priority, each.request.arrived, aging) > own
        ]
        needed = -(-row.known_tokens // moment.block_size) if moment.block_size else 0
        full = len(moment.running) + len(last) >= getattr(run.scheduler, "max_running", 0)
        fits = needed <= free + sum(len(each.blocks) for each in less)
        steps[row.rid] += bool(less) and fits and (needed > free or full)
    return steps


@pytest.mark.parametrize("seed", range(525, 528))
def test_who_waits_so_is_told_exactly(seed: int) -> None:
    for case in random_cases(seed, 60, "queue"):
        if faults_of(case):
            continue
        run = run_of(case)
        all_steps = inverted(run, case.knobs.aging)
        steps = {rid: count for rid, count in all_steps.items() if count >= LEAST_STEPS}
        told = [each for each in find(run) if each.kind == KIND]
        counts = [each.numbers["in_steps"] for each in told]
        assert sorted(counts) == sorted(steps.values())[-MOST_CASES:]
        assert all(steps[each.rids[0]] == each.numbers["in_steps"] for each in told)
