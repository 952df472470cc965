"""Findings and explanations on engines read from source: silent where their rules do no wrong."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from core.events import Event
from core.explain import reason, why_waiting
from core.findings import find
from core.metrics import totals
from core.override import override
from core.replica import Replica
from core.run import Run
from core.schedulers.vllm_v0 import VllmV0
from core.story import story
from tests.engines.sourced import ENGINES, MOST, Case, cases
from tests.findings.runs import kinds, only, run_of

MAY = {"thrash", "starvation", "head_blocked"}
"""What the right rules may do; all other kinds are errors of an engine or end a run."""


@pytest.mark.parametrize("engine", ENGINES)
def test_the_rules_are_found_to_do_no_wrong(engine: str) -> None:
    @settings(max_examples=300)
    @given(cases(engine))
    def right(case: Case) -> None:
        run = Run(case.requests, case.scheduler, max_steps=MOST).finish()
        ends = {"stall"} if run.status == "stalled" else set()
        assert {found.kind for found in find(run)} <= MAY | ends

    right()


@pytest.mark.parametrize("engine", ENGINES)
def test_everything_can_be_explained(engine: str) -> None:
    @settings(max_examples=60)
    @given(cases(engine))
    def told(case: Case) -> None:
        run = Run(case.requests, case.scheduler, max_steps=MOST).finish()
        assert totals(run)["preemptions"] == run.series.preemptions[-1]
        for request in case.requests:
            assert all(line.text for line in story(run, request.rid))
        for step in run.series.step:
            moment = run.at(step)
            assert all(reason(event) for event in moment.events)
            assert all(why_waiting(moment, at) for at in range(len(moment.waiting)))

    told()


def small(kind: type[VllmV0] = VllmV0, watermark: float = 0.2) -> VllmV0:
    """Ten blocks of 4, two of them the watermark's."""
    return kind(10, max_num_seqs=4, block_size=4, watermark=watermark)


def test_a_head_in_the_way_beside_the_watermark() -> None:
    """B needs five blocks, with six free of which two are to stay; c would have its one."""
    run = run_of(small(), ("A", 0, 14, 6), ("B", 0, 20, 2), ("c", 1, 4, 2))
    found = only(run, "head_blocked")
    assert found.rids == ("B", "c")
    assert (found.numbers["needed_blocks"], found.numbers["free_blocks"]) == (5, 6)


def test_those_behind_need_the_watermark_too() -> None:
    """With three free and two to stay, c, which takes two, would not fit either."""
    run = run_of(small(), ("A", 0, 26, 6), ("B", 0, 12, 2), ("c", 1, 8, 2))
    assert "head_blocked" not in kinds(run)


class CountsItTwice(VllmV0):
    """Holds a head for a watermark that is twice as large."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        head, spare = replica.queue.head, 2 * self.spare_blocks
        blocks = 0 if head is None else replica.memory.needed_at_most(head)
        if blocks and blocks + spare > replica.memory.free_blocks:
            if held := replica.hold_head("blocks", blocks, f"{blocks} and {spare}"):
                yield held
        else:
            yield from VllmV0.admit(self, replica)


def test_a_reason_in_words_that_is_not_true() -> None:
    asked = [("A", 0, 14, 6), ("B", 1, 12, 2)]
    assert "passed_over" not in kinds(run_of(small(), *asked))
    found = only(run_of(small(CountsItTwice), *asked), "passed_over")
    assert found.rids == ("B",)
