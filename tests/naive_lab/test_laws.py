"""What must hold of every run of the naive lab, whatever the choices: limits, sums, ends."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.naive_lab.cases import FAMILIES, LabCase, mixed_cases, random_cases
from tests.naive_lab.engine import trace
from tests.naive_lab.records import Change, Knobs, Step, Trace


def check_laws(case: LabCase, run: Trace) -> None:
    for step in run.steps:
        check_limits(case.knobs, step)
        check_blocks(case.knobs, step)
        check_queue(case, step)
    check_sums(case, run)
    if run.ended:
        check_ends(case, run)
    for earlier, later in pairwise(run.steps):
        assert earlier.step < later.step
        assert earlier.now_ms < later.now_ms or case.knobs.cost is None


def check_limits(knobs: Knobs, step: Step) -> None:
    assert len(step.running) + len(step.held_slots) <= knobs.max_running
    assert len(step.ran) <= knobs.max_running
    assert knobs.token_budget is None or step.tokens <= knobs.token_budget
    assert set(step.emitted) <= set(step.ran)
    if "static" not in knobs.admission:  # a batch whose last member was preempted ends a step late
        assert not step.waiting or step.ran, "somebody waits and nobody runs"


def check_blocks(knobs: Knobs, step: Step) -> None:
    """Each block is free or owned, by one unless blocks are shared, and enough for the cache."""
    owned = [block for table in step.tables.values() for block in table]
    total = knobs.num_blocks or knobs.space or 0
    assert sorted({*owned, *step.free}) == list(range(1, total + 1))
    assert not set(owned) & set(step.free)
    assert knobs.prefix_sharing or len(set(owned)) == len(owned)
    size = knobs.block_size or 1
    for rid, table in step.tables.items():
        assert not total or len(table) * size >= step.lives[rid][2]
        if knobs.space is not None:
            assert list(table) == list(range(table[0], table[-1] + 1))
    assert step.used_tokens <= step.blocks_used * size or not total


def check_queue(case: LabCase, step: Step) -> None:
    """Look at two neighbours: nobody stands before somebody more urgent or shorter."""
    asks = {ask.rid: ask for ask in case.asks}
    for before, behind in pairwise(step.waiting):
        first, second = asks[before], asks[behind]
        if case.knobs.queue == "priority" and case.knobs.aging is None:
            assert first.priority <= second.priority
        if case.knobs.queue == "shortest_prompt":
            assert first.prompt_len <= second.prompt_len
    if case.knobs.queue == "priority" and case.knobs.aging is None and step.hold is not None:
        arrived = [c[1] for c in step.changes if c[0] == "admitted"]
        held = asks[step.hold[0]]
        assert all(asks[str(rid)].priority <= held.priority for rid in arrived)


def found_again(told: list[tuple[int, Change]]) -> Iterator[int]:
    """Of what its last preemption took, what each of its hits finds."""
    lost = 0
    for _, change in told:
        if change[0] == "preempted":
            lost = int(change[4])
        if change[0] == "hit":
            yield min(lost, int(change[3]))


def check_sums(case: LabCase, run: Trace) -> None:
    """Tokens sent, waits and losses of each request add up from what was told of it."""
    for ask in case.asks:
        outcome = run.outcomes[ask.rid]
        told = [(step.step, c) for step in run.steps for c in step.changes if c[1] == ask.rid]
        losses = [int(c[4]) for _, c in told if c[0] == "preempted"]
        assert outcome.preemptions == len(losses)
        assert outcome.recomputed_tokens == sum(losses) - sum(found_again(told))
        sent = [step.step for step in run.steps if ask.rid in step.emitted]
        assert outcome.first_token == (sent[0] if sent else None)
        if outcome.state == "finished":
            assert len(sent) == ask.output_len + outcome.discarded_tokens
            assert outcome.finish == sent[-1]
        if outcome.state in {"finished", "cancelled"}:
            joins = sum(s for s, c in told if c[0] in {"arrived", "preempted"})
            leaves = sum(s for s, c in told if c[0] == "admitted")
            waits = len([c for _, c in told if c[0] in {"arrived", "preempted"}])
            if waits > len([c for _, c in told if c[0] == "admitted"]):
                leaves += told[-1][0]
            assert sum(outcome.waited.values()) == leaves - joins


def check_ends(case: LabCase, run: Trace) -> None:
    states = {ask.rid: run.outcomes[ask.rid].state for ask in case.asks}
    for ask in case.asks:
        ends = {"finished", "rejected"} if ask.cancel_at is None else {"finished", "cancelled"}
        assert states[ask.rid] in ends | {"rejected"}
    assert not run.steps[-1].running
    assert not run.steps[-1].waiting
    assert not run.steps[-1].held_slots


@pytest.mark.parametrize("family", FAMILIES)
def test_the_laws_hold_for_each_family(family: str) -> None:
    for case in random_cases(321, 40, family):
        check_laws(case, trace(list(case.asks), case.knobs, 300))


def test_the_laws_hold_for_all_choices_at_once() -> None:
    for case in mixed_cases(322, 120, *FAMILIES):
        check_laws(case, trace(list(case.asks), case.knobs, 300))
