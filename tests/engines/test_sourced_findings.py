"""Findings and explanations on engines read from source: silent where their rules do no wrong."""

import pytest
from hypothesis import given, settings

from core.explain import reason, why_waiting
from core.findings import find
from core.metrics import totals
from core.run import Run
from core.story import story
from tests.engines.sourced import ENGINES, MOST, Case, cases

MAY = {"thrash", "starvation", "head_blocked"}
"""What the right rules may do; all other kinds are errors of an engine or end a run."""


@pytest.mark.parametrize("engine", ENGINES)
def test_the_rules_are_found_to_do_no_wrong(engine: str) -> None:
    @settings(max_examples=300, deadline=None)
    @given(cases(engine))
    def right(case: Case) -> None:
        run = Run(case.requests, case.scheduler, max_steps=MOST).finish()
        ends = {"stall"} if run.status == "stalled" else set()
        assert {found.kind for found in find(run)} <= MAY | ends

    right()


@pytest.mark.parametrize("engine", ENGINES)
def test_everything_can_be_explained(engine: str) -> None:
    @settings(max_examples=60, deadline=None)
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
