"""Plausible faulty rules of vLLM's other queues and gates: the naive one tells each of them."""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from unittest.mock import PropertyMock, patch

import pytest

from core import events
from core.lifecycle import Preempted, Queued
from core.policies.admission.gate import Refusal
from core.policies.admission.static import static
from core.replica import Replica, admitting
from core.replica.plan import Plan
from core.replica.queues import KeyedQueue, RotatingQueue, SkippingQueue, WaitingQueue
from core.replica.queues.line import Line
from core.schedulers.vllm import Vllm, admission
from core.schedulers.vllm.admission import Asking, Look, Page
from tests.engines.test_mutants import is_told
from tests.engines.test_vllm_agrees import Case, agree
from tests.engines.test_vllm_policies import modified


def to_the_front(queue: KeyedQueue, preempted: Preempted, *, after_admission: bool = False) -> None:
    queue._insert(0, queue._key(preempted), preempted)
    queue._joined(preempted.since, after_admission=after_admission)


def behind_equals(
    queue: KeyedQueue, preempted: Preempted, *, after_admission: bool = False
) -> None:
    at = sum(not queue._key(preempted) < key for key in queue._keys)
    queue._insert(at, queue._key(preempted), preempted)
    queue._joined(preempted.since, after_admission=after_admission)


def uncounted(queue: WaitingQueue, queued: Queued, step: int) -> object:
    return queue.remove(queued, step)


def the_next_alone(
    asking: Asking, page: Page, replica: Replica, plan: Plan
) -> tuple[Queued, Look] | None:
    """Whoever stands right behind the head."""
    assert isinstance(replica.queue, SkippingQueue)
    behind = next(replica.queue.behind_the_head(), None)
    look = None if behind is None else asking.look(page, replica, plan, behind)
    return (behind, look) if behind and look and look.refusal is None else None


def whoever_fits(
    asking: Asking, page: Page, replica: Replica, plan: Plan
) -> tuple[Queued, Look] | None:
    """Also behind one that waits for the budget."""
    assert isinstance(replica.queue, SkippingQueue)
    for queued in replica.queue.behind_the_head():
        look = asking.look(page, replica, plan, queued)
        if look.refusal is None:
            return queued, look
    return None


def never_the_head_again(
    asking: Asking, page: Page, replica: Replica, plan: Plan
) -> tuple[Queued, Look] | None:
    """Others go on passing although the head has no budget left to be held for blocks."""
    assert isinstance(replica.queue, SkippingQueue)
    for queued in replica.queue.behind_the_head():
        look = asking.look(page, replica, plan, queued)
        if look.refusal is None:
            return queued, look
        if look.refusal.cause != "blocks":
            break
    return None


def past_the_gates(
    asking: Asking, page: Page, replica: Replica, plan: Plan
) -> tuple[Queued, Look] | None:
    """Who passes is not asked what the head is."""
    return whoever_fits(asking._replace(first=None, then=None), page, replica, plan)


def one_alone(asking: Asking, page: Page, replica: Replica, plan: Plan) -> Iterator[events.Event]:
    """At most one passes in a step."""
    if found := asking._first_behind(page, replica, plan):
        queued, look = found
        yield from admitting.admit(replica, plan, look.hits, look.tokens, queued=queued)


def beside_a_preemption(
    asking: Asking, page: Page, replica: Replica, plan: Plan
) -> Iterator[events.Event]:
    plan.preempted = False
    return WAITING(asking, page, replica, plan)


def for_the_preempted_too(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:
    """A member that lost its place comes back only when the batch is done."""
    is_open = not (replica.running or replica.held_slots)
    return static(replica, queued, blocks) if is_open else Refusal("slots", "closed")


def until_one_is_done(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:
    """Anybody joins once the first has finished."""
    return None if replica.held_slots else static(replica, queued, blocks)


def of_the_prompts(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:
    """Whole life of prompts alone."""
    del blocks
    needed = replica.memory.needed
    requests = [queued.request, *(one.request for one in replica.running.values())]
    lives = sum(needed(one.prompt_len) for one in requests)
    return Refusal("blocks", "promised") if lives > replica.memory.total_blocks else None


WAITING = Asking.waiting

QUEUES: dict[str, tuple[str, Callable[[], AbstractContextManager[object]]]] = {
    "the preempted to the front": (
        "shortest_prompt",
        lambda: patch.object(KeyedQueue, "come_back", to_the_front),
    ),
    "the preempted behind equals": (
        "priority",
        lambda: patch.object(KeyedQueue, "come_back", behind_equals),
    ),
    "a turn is not used": ("round_robin", lambda: patch.object(RotatingQueue, "leave", Line.leave)),
    "not counted": ("skip_ahead", lambda: patch.object(admitting, "_stay_behind", uncounted)),
    "the next alone": (
        "skip_ahead",
        lambda: patch.object(Asking, "_first_behind", the_next_alone),
    ),
    "one alone": ("skip_ahead", lambda: patch.object(Asking, "_pass", one_alone)),
    "beside a preemption": (
        "skip_ahead",
        lambda: patch.object(Asking, "waiting", beside_a_preemption),
    ),
    "first chunks": (
        "skip_ahead",
        lambda: patch.object(Vllm, "asks_for_all", PropertyMock(return_value=False)),
    ),
    "the watermark forgotten": (
        "skip_ahead",
        lambda: patch.object(Vllm, "spare_now", lambda *_: 0),
    ),
}


@pytest.mark.parametrize("fault", QUEUES)
def test_a_faulty_queue_is_told(fault: str) -> None:
    queue, faulty = QUEUES[fault]
    with faulty():
        assert is_told(modified(queue, None), agree)


@pytest.mark.parametrize("faulty", [whoever_fits, never_the_head_again])
def test_one_that_waits_for_the_budget_is_passed_by_nobody(faulty: Callable[..., object]) -> None:
    whole = modified("skip_ahead", None).filter(lambda case: not is_split(case))
    with patch.object(Asking, "_first_behind", faulty):
        assert is_told(whole, agree)


def is_split(case: Case) -> bool:
    """Whether a prompt may be."""
    return case.scheduler.enable_chunked_prefill


GATES: dict[str, tuple[tuple[str, ...], Callable[[], AbstractContextManager[object]]]] = {
    "the preempted too": (
        ("static",),
        lambda: patch.object(admission, "static", for_the_preempted_too),
    ),
    "until one is done": (
        ("static",),
        lambda: patch.object(admission, "static", until_one_is_done),
    ),
    "slots given back at once": (
        ("static",),
        lambda: patch.object(Asking, "in_batches", PropertyMock(return_value=False)),
    ),
    "of the prompts": (
        ("whole_life",),
        lambda: patch.object(admission, "whole_life", of_the_prompts),
    ),
    "past the gates": (
        ("static", "whole_life"),
        lambda: patch.object(Asking, "_first_behind", past_the_gates),
    ),
}


@pytest.mark.parametrize("fault", GATES)
def test_a_faulty_gate_is_told(fault: str) -> None:
    gates, faulty = GATES[fault]
    with faulty():
        assert is_told(modified("skip_ahead", gates), agree)
