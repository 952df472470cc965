"""Engines read from source with a clock, and with clients that leave: laws that no twin is asked.

A request's gaps are its tokens less one; the time to its first token and all its gaps are the time
to its last; who leaves takes nothing with them.
"""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.cost import Cost
from core.findings import find
from core.gaps import Gaps
from core.metrics.groups import gaps_of
from core.metrics.totals import members_of
from core.run import Run
from tests.engines.sourced import ENGINES, MOST, Case, cases
from tests.engines.test_sourced_findings import MAY
from tests.engines.test_vllm_agrees import Case as VllmCase
from tests.engines.test_vllm_agrees import cases as vllm_cases

NOISE_MS = 2e-6
COST = Cost(20.0, 0.5, 0.25, 0.01)


def with_leavers(case: Case, data: st.DataObject) -> Case:
    """Some clients leave."""
    size = len(case.requests)
    leave = data.draw(st.lists(st.none() | st.integers(0, 25), min_size=size, max_size=size))
    asked = [replace(r, cancel_at=at) for r, at in zip(case.requests, leave, strict=True)]
    return replace(case, requests=tuple(asked))


def check_tokens(run: Run) -> None:
    """First, last and longest gap as the schedule has them."""
    sent: dict[str, list[int]] = {}
    for record in run.records():
        assert record.tokens == sum(record.scheduled.values())
        for rid in record.emitted:
            sent.setdefault(rid, []).append(record.step)
    for rid, result in run.results().items():
        steps = sent.get(rid, [])
        assert len(steps) == result["emitted_tokens"]
        gaps = [later - one for one, later in pairwise(steps)]
        assert result["longest_gap"] == max(gaps, default=0)


def check_gaps(run: Run) -> None:
    """The two laws, in milliseconds."""
    watch, results = run.stopwatch(), run.results()
    assert watch is not None
    tokens = [result["emitted_tokens"] for result in results.values()]
    assert Gaps(watch).count == sum(max(0, each - 1) for each in tokens)
    for member in members_of(run, results):
        gaps, last = gaps_of(watch, [member]), member.result["last_token"]
        assert gaps.count == max(0, member.result["emitted_tokens"] - 1)
        first_ms = member.result.get("ttft_ms")
        if first_ms is None or last is None:
            assert last is None
            continue
        until_last = watch.end_of(last) - watch.arrival_of(member.request)
        passed = first_ms + (gaps.mean * gaps.count if gaps.count else 0.0)
        assert abs(passed - until_last) <= NOISE_MS * (1 + gaps.count)


@settings(max_examples=150)
@given(vllm_cases())
def test_laws_of_gaps_where_vllm_pauses_a_decode(case: VllmCase) -> None:
    run = Run(case.requests, case.scheduler, cost=COST, max_steps=200).finish()
    check_gaps(run)


@pytest.mark.parametrize("engine", ENGINES)
def test_laws_of_gaps_and_of_those_who_leave(engine: str) -> None:
    @settings(max_examples=150)
    @given(cases(engine), st.data())
    def kept(case: Case, data: st.DataObject) -> None:
        case = with_leavers(case, data)
        run = Run(case.requests, case.scheduler, cost=COST, max_steps=MOST).finish()
        check_tokens(run)
        check_gaps(run)
        ends = {"stall"} if run.status == "stalled" else set()
        assert {found.kind for found in find(run)} <= MAY | ends
        if run.status == "finished":
            end = run.at(run.last_step)
            assert [*end.running] == []
            assert end.used_blocks == end.kv_tokens == 0

    kept()
