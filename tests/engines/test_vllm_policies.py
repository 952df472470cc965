"""vLLM with other queues and gates is the naive one with them, in every step at random."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.findings import find
from core.policies import WaitingRequest
from core.run import Run
from core.schedulers.vllm.admission import Asking
from tests.engines import exact, seen
from tests.engines.test_victims import check
from tests.engines.test_vllm_agrees import Case, agree, cases, requests_of

QUEUES: Sequence[str] = (
    *("fcfs", "shortest_prompt", "shortest_remaining"),
    *("priority", "round_robin", "skip_ahead", "own"),
)
Gates: TypeAlias = str | tuple[str, ...] | None
BOTH = ("static", "whole_life")
GATES: Sequence[Gates] = ("static", "whole_life", BOTH, None, None)
ERRORS = {"stall", "blocks", "passed_over", "freed_nothing", "idle_budget"}
"""Findings that no right rule makes; by another victim first chunks may go round for ever."""


def kindly(waiting: WaitingRequest) -> float:
    """Long prompts and the preempted first, then whoever came last."""
    return -10 * waiting.prompt_len - 3 * waiting.preemptions - waiting.arrival


@st.composite
def modified(draw: st.DrawFn, queue: str | None = None, admission: Gates = "any") -> Case:
    """A case whose queue or gates are not vLLM's own."""
    case = draw(cases())
    tenants = st.sampled_from(["x", "y", "z"])
    more = [draw(requests_of(f"s{number}")) for number in range(draw(st.integers(0, 6)))]
    fit = [one for one in more if case.scheduler.never_fits(one) is None]
    requests = tuple(replace(one, tenant=draw(tenants)) for one in [*case.requests, *fit])
    queue = draw(st.sampled_from(QUEUES)) if queue is None else queue
    gates = draw(st.sampled_from(GATES)) if admission == "any" else admission
    if gates == "static" and queue not in {"fcfs", "skip_ahead"}:
        gates = BOTH
    knobs: dict[str, Any] = {"queue": kindly if queue == "own" else queue}  # as its fields
    if queue == "priority":
        knobs["aging"] = draw(st.sampled_from([None, 1, 2.5]))
    elif queue == "round_robin":
        weights = draw(st.dictionaries(tenants, st.integers(1, 3)))
        knobs["weights"] = weights or None
    elif queue == "skip_ahead":
        knobs["max_overtakes"] = draw(st.integers(1, 3))
    whole = draw(st.booleans()) and not case.scheduler.long_prefill_token_threshold
    most = max(one.most_tokens for one in requests)  # of a rebuild, where nothing is split
    scheduler = replace(
        case.scheduler,
        policy="fcfs",
        max_num_seqs=draw(st.integers(1, 7)),
        admission=gates,
        enable_chunked_prefill=not whole,
        max_num_batched_tokens=max(case.scheduler.max_num_batched_tokens, most * whole),
        **knobs,
    )
    return Case(requests, scheduler)


@pytest.mark.parametrize("queue", QUEUES)
def test_every_step_is_equal_in_another_queue(queue: str) -> None:
    @settings(max_examples=150)
    @given(modified(queue, None))
    def trial(case: Case) -> None:
        agree(case)

    trial()


@settings(max_examples=400)
@given(modified())
def test_every_step_is_equal_under_gates(case: Case) -> None:
    agree(case)


@settings(max_examples=150)
@given(cases())
def test_without_gates_the_gated_way_is_the_page_s(case: Case) -> None:
    """Events and reasons too: what is written twice says the same."""
    gated = replace(case.scheduler)
    object.__setattr__(gated, "asking", Asking(None, None, skips=False))
    plain, other = (
        Run(case.requests, each, max_steps=200).finish() for each in (case.scheduler, gated)
    )
    for step in plain.series.step:
        assert other.at(step).events == plain.at(step).events
        assert other.at(step).held == plain.at(step).held


@settings(max_examples=60)
@given(modified(), st.data())
def test_going_back_is_exact(case: Case, data: st.DataObject) -> None:
    exact.check_going_back(seen.Case(case.requests, case.scheduler), data)


@settings(max_examples=60)
@given(modified())
def test_who_goes_is_the_first_of_the_ranking(case: Case) -> None:
    check(case.requests, case.scheduler)


@settings(max_examples=60)
@given(modified())
def test_each_block_has_the_owners_that_hold_it(case: Case) -> None:
    exact.check_owners(seen.Case(case.requests, case.scheduler))


@settings(max_examples=100)
@given(modified())
def test_the_replica_is_whole_after_every_event(case: Case) -> None:
    exact.check_invariants(seen.Case(case.requests, case.scheduler))


@settings(max_examples=100)
@given(modified(), st.data())
def test_a_run_whose_clients_leave_ends_all_the_same(case: Case, data: st.DataObject) -> None:
    leaves = st.none() | st.integers(0, 20)
    requests = tuple(replace(one, cancel_at=data.draw(leaves)) for one in case.requests)
    exact.check_invariants(seen.Case(requests, case.scheduler))
    scheduler = replace(case.scheduler, victim=None)
    run = Run(requests, scheduler, max_steps=3000).finish()
    assert run.status == "finished"
    assert not ERRORS & {one.kind for one in find(run)}


@settings(max_examples=100)
@given(modified())
def test_no_error_is_found(case: Case) -> None:
    run = Run(case.requests, case.scheduler, max_steps=300).finish()
    assert not ERRORS & {one.kind for one in find(run)}


@settings(max_examples=100)
@given(modified())
def test_every_run_ends(case: Case) -> None:
    """With vLLM's own victim: the oldest of those that run is preempted for nobody."""
    scheduler = replace(case.scheduler, victim=None)
    assert Run(case.requests, scheduler, max_steps=5000).finish().status == "finished"
