"""Plausible faulty rules of the engines: the naive ones tell each of them."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TypeVar
from unittest.mock import PropertyMock, patch

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.event_parts import Admissions
from core.lifecycle import Preempted, Queued
from core.memory import Radix
from core.memory.cached import Cached
from core.memory.index import Index
from core.override import override
from core.policies import Candidate, VictimRule
from core.replica import Replica
from core.replica.queues import ListedQueue
from core.request import Request
from core.schedulers.sglang import ratio, retraction
from core.schedulers.sglang.adder import Adder
from core.schedulers.sglang.ratio import Hidden
from core.schedulers.tensorrt import TensorRtLlm, places, sums
from tests.engines import test_sglang_agrees as sglang
from tests.engines import test_tensorrt_agrees as tensorrt
from tests.engines import test_vllm_agrees as vllm

EXAMPLES = 400
AnyCase = TypeVar("AnyCase")


def is_told(cases: st.SearchStrategy[AnyCase], agree: Callable[[AnyCase], None]) -> bool:
    """Whether some case shows that the engine does not do what the naive one does."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def trial(case: AnyCase) -> None:
        agree(case)

    try:
        trial()
    except (AssertionError, ExceptionGroup):
        return True
    return False


def of_prompt(replica: Replica, request: Request) -> int:
    return replica.memory.needed(request.prompt_len)


def of_stored(replica: Replica, request: Request) -> int:
    return replica.memory.needed(request.most_tokens)


class NewPlaces(places.ListPlaces):
    """Who is paused goes to the end of the list."""

    count = 0

    @override
    def __call__(self, queued: Queued) -> int:
        super().__call__(queued)
        NewPlaces.count += 1
        return NewPlaces.count


TENSORRT: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "only prompts are kept": lambda: patch.object(sums, "life", of_prompt),
    "the last token is not counted": lambda: patch.object(sums, "life", of_stored),
    "nobody is promised anything": lambda: patch.object(sums, "promised", lambda _: 0),
    "batches are joined": lambda: patch.object(
        TensorRtLlm, "static_batch", TensorRtLlm.guaranteed_no_evict
    ),
    "paused ones lose their place": lambda: patch.object(places, "ListPlaces", NewPlaces),
    "nobody is ever paused": lambda: patch.object(places, "nobody_is_paused", lambda _: True),
    "a block is enough to start": lambda: patch.object(
        sums, "of_a_step", lambda _, one: 1 if isinstance(one, Queued) else 0
    ),
}


@pytest.mark.parametrize("fault", TENSORRT)
def test_a_faulty_rule_of_tensorrt_is_told(fault: str) -> None:
    with TENSORRT[fault]():
        assert is_told(tensorrt.cases(), tensorrt.agree)


def rule(key: Callable[[Candidate], tuple[bool, int, int]]) -> VictimRule:
    return VictimRule("faulty", key)


def most_sent(candidate: Candidate) -> tuple[bool, int, int]:
    return (candidate.state == "prefilling", -candidate.emitted, -candidate.prompt_len)


def shortest_prompt(candidate: Candidate) -> tuple[bool, int, int]:
    return (candidate.state == "prefilling", candidate.emitted, candidate.prompt_len)


def to_the_front(self: ListedQueue, preempted: Preempted, *, after_admission: bool = False) -> None:
    self._line.insert(0, preempted)
    self._joined(preempted.since, after_admission=after_admission)


def all_there_is(self: Hidden, members: int) -> Hidden:
    return replace(self, is_full=False, seen=members)


SGLANG: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "the most sent tokens go": lambda: patch.object(retraction, "FEWEST_SENT", rule(most_sent)),
    "the shortest prompt goes": lambda: patch.object(
        retraction, "FEWEST_SENT", rule(shortest_prompt)
    ),
    "retracted to the front": lambda: patch.object(ListedQueue, "come_back", to_the_front),
    "no decay": lambda: patch.object(Hidden, "decayed", lambda self: self),
    "no reset": lambda: patch.object(Hidden, "idle", lambda self: replace(self, is_full=False)),
    "no steps to come": lambda: patch.object(ratio, "RETRACT_STEPS", 0),
    "no estimate": lambda: patch.object(Hidden, "estimated", lambda self, *_: self),
    "never full": lambda: patch.object(Hidden, "filled", lambda self, *_: self),
    "full for ever": lambda: patch.object(
        Hidden, "looked", lambda self, members: replace(self, seen=members)
    ),
    "who is left is asked at once": lambda: patch.object(Hidden, "looked", all_there_is),
    "all that is left may be taken": lambda: patch.object(
        Adder, "left", PropertyMock(return_value=10**6)
    ),
    "nothing is published": lambda: patch.object(Radix, "publish", lambda *_: None),
}


@pytest.mark.parametrize("fault", SGLANG)
def test_a_faulty_rule_of_sglang_is_told(fault: str) -> None:
    with SGLANG[fault]():
        assert is_told(sglang.cases(), sglang.agree)


def all_late(self: Cached, numbers: Iterable[int], admitted: Admissions) -> None:
    """As if nobody else could ask for what a request sends."""
    self._known = None
    for number in numbers:
        key = self.contents.key(admitted[number - 1], len(self._tables[number]) - 1)
        self._index.late.setdefault(number, []).append(key)


def lost(self: Index, number: int, _: list[int]) -> int:
    """What is not in the index when its request leaves never gets there."""
    self.late.pop(number, None)
    return self._full(number)


FILLED: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "told late although others have it": lambda: patch.object(Cached, "fill", all_late),
    "lost when its request leaves": lambda: patch.object(Index, "settle", lost),
    "never filled": lambda: patch.object(Cached, "fill", lambda *_: None),
}


@pytest.mark.parametrize("fault", FILLED)
def test_a_faulty_way_to_fill_blocks_is_told(fault: str) -> None:
    with FILLED[fault]():
        assert is_told(vllm.cases(), vllm.agree)
