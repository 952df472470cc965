"""Other victims and orders on engines read from source: equal to their naive twins with these."""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import make_scheduler
from core.findings import find
from core.lifecycle import Preempted
from core.policies import QUEUES, VICTIMS, Candidate
from core.replica.queues import KeyedQueue, RotatingQueue
from core.replica.queues.line import Line
from core.run import Run
from tests.engines import exact, seen
from tests.engines.naive_order import ByKey, InTurns, NaiveOrder
from tests.engines.naive_sourced import Asked
from tests.engines.sourced import Case, cases, compare
from tests.engines.test_mutants import is_told
from tests.engines.test_victims import check

ENGINES: Mapping[str, str] = {
    "vllm-v0": "num_gpu_blocks",
    "sarathi": "num_gpu_blocks",
    "nano-vllm": "num_kvcache_blocks",
}
"""What each calls the size of its memory."""


def of(key: Callable[[Asked], int]) -> Callable[[Sequence[Asked]], Asked]:
    """The smallest key, of equals the last."""
    return lambda running: min(reversed(running), key=key)


NAIVE_VICTIMS: Mapping[str, Callable[[Sequence[Asked]], Asked]] = {
    "latest_admitted": lambda running: running[-1],
    "earliest_admitted": lambda running: running[0],
    "largest_cache": of(lambda one: -one.computed),
    "least_computed": of(lambda one: one.computed),
    "fewest_output_tokens": of(lambda one: one.sent),
    "lowest_priority": of(lambda one: -one.priority),
}
ORDERS: Mapping[str, Callable[[], NaiveOrder[Asked]]] = {
    "fcfs": NaiveOrder[Asked],
    "shortest_prompt": partial(ByKey[Asked], lambda one: one.prompt),
    "shortest_remaining": partial(ByKey[Asked], lambda one: one.prompt + one.output),
    "priority": partial(ByKey[Asked], lambda one: one.priority),
    "round_robin": partial(InTurns[Asked], {"x": 2}),
}
ERRORS = {"blocks", "passed_over", "freed_nothing", "idle_budget"}
"""Findings that no right rule makes; nano-vllm refuses nobody, and stalls where it crashes."""


@st.composite
def modified(draw: st.DrawFn, engine: str) -> Case:
    """A case of the engine with policies that are not its own."""
    case = draw(cases(engine))
    requests = tuple(
        replace(one, priority=draw(st.integers(0, 2)), tenant=draw(st.sampled_from("xyz")))
        for one in case.requests
    )
    victim, queue = draw(st.sampled_from([*NAIVE_VICTIMS])), draw(st.sampled_from([*ORDERS]))
    made: Any = case.scheduler  # one of two kinds, which have the same knobs
    weights = {"x": 2} if queue == "round_robin" else None
    scheduler = replace(made, victim=victim, queue=queue, weights=weights)
    rules = replace(case.rules, victim=NAIVE_VICTIMS[victim], order=ORDERS[queue])
    return replace(case, requests=requests, scheduler=scheduler, rules=rules)


def test_all_that_are_named_are_tried() -> None:
    assert {*NAIVE_VICTIMS} == {*VICTIMS}
    assert {*ORDERS, "skip_ahead"} == {*QUEUES}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_step_is_equal(engine: str) -> None:
    @settings(max_examples=300)
    @given(modified(engine))
    def trial(case: Case) -> None:
        compare(case)

    trial()


@pytest.mark.parametrize("engine", ENGINES)
def test_no_error_is_found(engine: str) -> None:
    @settings(max_examples=60)
    @given(modified(engine))
    def trial(case: Case) -> None:
        run = Run(case.requests, case.scheduler, max_steps=400).finish()
        assert not ERRORS & {one.kind for one in find(run)}

    trial()


@pytest.mark.parametrize("engine", ENGINES)
def test_who_goes_is_the_first_of_the_ranking(engine: str) -> None:
    @settings(max_examples=40)
    @given(modified(engine))
    def trial(case: Case) -> None:
        check(case.requests, case.scheduler)

    trial()


@pytest.mark.parametrize("engine", ENGINES)
def test_going_back_is_exact(engine: str) -> None:
    @settings(max_examples=40)
    @given(modified(engine), st.data())
    def trial(case: Case, data: st.DataObject) -> None:
        exact.check_going_back(seen.Case(case.requests, case.scheduler), data)

    trial()


@pytest.mark.parametrize("engine", ENGINES)
def test_it_says_that_it_is_modified(engine: str) -> None:
    def name(**knobs: object) -> object:
        return getattr(make_scheduler(engine, **{ENGINES[engine]: 200}, **knobs), "name", None)

    assert name() == name(victim="latest_admitted", queue="fcfs") == engine
    assert name(victim="largest_cache") == name(queue="priority", aging=2) == f"{engine} modified"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"victim": "largest_cash"}, "did you mean largest_cache?"),
        ({"queue": "skip_ahead"}, "not there on this engine: a head that is held ends admission"),
        ({"aging": 2}, 'aging needs queue = "priority"'),
        ({"max_overtakes": 2}, "has no knob 'max_overtakes'"),
    ],
)
def test_what_is_wrong_is_told(engine: str, knobs: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_scheduler(engine, **{ENGINES[engine]: 200}, **knobs)


def to_the_front(queue: KeyedQueue, preempted: Preempted, *, after_admission: bool = False) -> None:
    queue._insert(0, queue._key(preempted), preempted)
    queue._joined(preempted.since, after_admission=after_admission)


FAULTS: Mapping[str, Callable[[], AbstractContextManager[object]]] = {
    "the preempted to the front": lambda: patch.object(KeyedQueue, "come_back", to_the_front),
    "the largest prompt goes": lambda: patch.object(
        Candidate, "computed_tokens", property(lambda one: one.prompt_len)
    ),
    "a turn is not used": lambda: patch.object(RotatingQueue, "leave", Line.leave),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_policy_is_told(engine: str, fault: str) -> None:
    with FAULTS[fault]():
        assert is_told(modified(engine), compare)
