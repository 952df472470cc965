"""Findings on engines whose rules were read from source: silent where their rules do no wrong."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from core.findings import find
from tests.engines import test_sglang_agrees as sglang
from tests.engines import test_tensorrt_agrees as tensorrt
from tests.engines.seen import Case

MAY = {"thrash", "starvation", "head_blocked", "priority_inversion"}
"""What right rules may do; all other kinds are errors of an engine or end a run."""
EITHER = st.one_of(tensorrt.cases(), sglang.cases())


@settings(max_examples=400)
@given(EITHER)
def test_the_rules_are_found_to_do_no_wrong(case: Case) -> None:
    run = case.run()
    ends = {"stall"} if run.status == "stalled" else set()
    assert {found.kind for found in find(run)} <= MAY | ends


@settings(max_examples=200)
@given(EITHER, st.data())
def test_nothing_is_left_of_those_whose_clients_leave(case: Case, data: st.DataObject) -> None:
    leave = data.draw(st.lists(st.none() | st.integers(0, 12), min_size=7, max_size=7))
    asked = [replace(r, cancel_at=at) for r, at in zip(case.requests, leave, strict=False)]
    run = Case(tuple(asked), case.scheduler).run()
    ends = {"stall"} if run.status == "stalled" else set()
    assert {found.kind for found in find(run)} <= MAY | ends
    if run.status == "finished":
        last = run.at(run.last_step)
        assert last.available_blocks == last.total_blocks
        assert [*last.running] == []
