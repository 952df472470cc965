"""The drawn cases reach the corners of the rules, and every run of them ends or repeats."""

from collections.abc import Iterator

import pytest

from tests.naive_lab.cases import FAMILIES, mixed_cases, random_cases
from tests.naive_lab.engine import trace
from tests.naive_lab.records import Change, Knobs, Step, Trace

WANTED = {
    "queue": {"passed", "preempted", "turn"},
    "victim": {"own victim", "several victims"},
    "urgent": {"for a slot", "several victims", "for blocks"},
    "admission": {"budget", "held slots", "own victim", "prefilling grew", "blocks while free"},
    "contiguous": {"blocks while free"},
    "prefill": {"stalled", "admitted unserved", "preempted"},
    "on_preempt": {"preempted", "discarded", "swapped in"},
    "cancel": {"cancelled", "cancelled at arrival"},
    "sharing": {"hit", "freed in part"},
    "timed": {"preempted"},
}


def corners(knobs: Knobs, run: Trace) -> Iterator[str]:
    """Everything remarkable in a run, as often as it is there."""
    for step in run.steps:
        kinds = [str(change[0]) for change in step.changes]
        yield from kinds
        yield from of_queue(knobs, step)
        yield from of_preemptions(knobs, step)
        yield from of_work(step)
    yield from ("turn" for each in run.outcomes.values() if each.waited["turn"])
    yield from ("discarded" for each in run.outcomes.values() if each.discarded_tokens)


def of_queue(knobs: Knobs, step: Step) -> Iterator[str]:
    if step.held_slots:
        yield "held slots"
    if step.hold is not None:
        yield step.hold[1]
        if step.hold[1] == "blocks" and step.free:
            yield "blocks while free"
    admitted = any(change[0] == "admitted" for change in step.changes)
    if knobs.queue == "skip_ahead" and step.hold is not None and admitted:
        yield "passed"


def of_preemptions(knobs: Knobs, step: Step) -> Iterator[str]:
    victims = [change for change in step.changes if change[0] == "preempted"]
    if len(victims) > 1:
        yield "several victims"
    yield from ("own victim" for change in victims if change[1] == change[2])
    arrived = {change[1] for change in step.changes if change[0] == "admitted"}
    for change in victims:
        if change[2] in arrived:
            yield "for blocks" if knobs.paged and len(victims) > 1 else "for a slot"
    if knobs.on_preempt == "swap":
        yield from ("swapped in" for rid in arrived if step.lives.get(str(rid), ("", 0))[1] > 1)


def of_work(step: Step) -> Iterator[str]:
    grown = [change[1] for change in step.changes if change[0] == "grew"]
    prompts = {change[1] for change in step.changes if change[0] in {"chunk", "first_token"}}
    yield from ("prefilling grew" for rid in grown if rid in prompts)
    decoding = [rid for rid in step.ran if step.lives.get(rid, ("",))[0] == "decoding"]
    yield from ("stalled" for rid in decoding if rid not in step.emitted)
    yield from ("admitted unserved" for c in step.changes if is_unserved(c, step, prompts))
    kinds = [change[0] for change in step.changes]
    if "arrived" in kinds and "cancelled" in kinds[kinds.index("arrived") :]:
        yield "cancelled at arrival"
    owned = sum(len(table) for table in step.tables.values())
    if "finished" in kinds and owned > len({b for table in step.tables.values() for b in table}):
        yield "freed in part"


def is_unserved(change: Change, step: Step, prompts: set[str | int]) -> bool:
    return change[0] == "admitted" and change[1] not in prompts and change[1] not in step.emitted


@pytest.mark.parametrize("family", FAMILIES)
def test_the_cases_of_a_family_reach_its_corners(family: str) -> None:
    found: set[str] = set()
    for case in random_cases(301, 80, family):
        run = trace(list(case.asks), case.knobs, 400)
        assert run.ended
        found.update(corners(case.knobs, run))
    assert WANTED[family] - found == set()


def test_every_run_ends_or_repeats() -> None:
    """All choices at once; with progress discarded some never end."""
    endless = 0
    for case in mixed_cases(302, 200, *FAMILIES):
        run = trace(list(case.asks), case.knobs, 400)
        assert run.ended != run.endless
        endless += run.endless
    assert endless
