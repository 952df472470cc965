"""Queues, and room for the urgent, with one fault each: methods in the place of the right ones."""

# ruff: noqa: SLF001, ARG001 - what a mutant breaks is what the parts keep to themselves

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from core.lifecycle import Cause, Preempted, Queued, Waiting
from core.past import Stay
from core.policies.admission import Admission
from core.policies.candidate import Candidate
from core.policies.urgent import RoomForUrgent, Urgency
from core.replica import Replica
from core.replica.held import NEVER
from core.replica.queues import KeyedQueue, RotatingQueue, SkippingQueue
from core.replica.queues.line import Line
from core.request import Request


class Fault(NamedTuple):
    """`method` in the place of that of the same name of `of`; seen by the checks `by`."""

    of: type
    name: str
    method: Callable[..., object]
    by: str


def arrives_before_equals(queue: KeyedQueue, waiting: Waiting) -> None:
    key = queue._key(waiting)
    queue._insert(bisect_left(queue._keys, key), key, waiting)


def returns_behind_equals(queue: KeyedQueue, preempted: Preempted) -> None:
    key = queue._key(preempted)
    queue._insert(bisect_right(queue._keys, key), key, preempted)


def forgets_what_it_was_held(line: Line, first: Queued | None) -> None:
    line.head, line._at_head = first, line._counted


def shares_the_line(queue: KeyedQueue) -> KeyedQueue:
    twin = Line.copy(queue)
    twin._line = queue._line
    return twin


def ignores_weights(queue: RotatingQueue, place: int, pointer: int, used: int) -> tuple[int, int]:
    return (place + 1) % len(queue._lines), 0


def counts_the_turns_of_others(
    queue: RotatingQueue, place: int, pointer: int, used: int
) -> tuple[int, int]:
    tenant = queue._lines[place][0].request.tenant
    used += 1
    if used < queue._weights.get(tenant, 1):
        return place, used
    return (place + 1) % len(queue._lines), 0


def goes_back_to_the_first(queue: RotatingQueue) -> Queued | None:
    return queue._lines[queue._waiting[0]][0] if queue._waiting else None


def overtakes_everyone(queue: SkippingQueue, queued: Queued) -> Stay:
    for each in queue._line:
        if each is not queued:
            rid = each.request.rid
            queue._overtaken[rid] = queue._overtaken.get(rid, 0) + 1
    queue._drop(queued)
    return (queued.since, NEVER, queue._had.pop(queued.request.rid, NEVER))


def passes_without_bound(queue: SkippingQueue) -> Iterator[Queued]:
    yield from queue._line[1:]


def remembers_for_good(queue: SkippingQueue, queued: Queued) -> None:
    queue._line.remove(queued)


def shares_the_counts(queue: SkippingQueue) -> SkippingQueue:
    twin = Line.copy(queue)
    twin._overtaken = queue._overtaken
    return twin


def equals_make_room(urgency: Urgency, one: Candidate | Request, head: Request) -> bool:
    return urgency._key(one) >= urgency._key(head)


def spares_nobody(urgency: Urgency, candidate: Candidate) -> bool:
    return False


def goes_in_vain(
    room: RoomForUrgent,
    replica: Replica,
    head: Queued,
    blocks: int,
    cause: Cause,
    agrees: object,
) -> bool:
    return cause != "budget" and bool(room.urgency.eligible(replica, head.request))


def passes_for_slots(admission: Admission, replica: Replica) -> tuple[Queued, int] | None:
    assert isinstance(replica.queue, SkippingQueue)
    for queued in [*replica.queue][1:]:
        blocks = admission.needed(replica, queued)
        if admission.refusal(replica, queued, blocks) is None:
            return queued, blocks
    return None


FAULTS: Mapping[str, Fault] = {
    "arrives_before_equals": Fault(KeyedQueue, "arrive", arrives_before_equals, "naive"),
    "returns_behind_equals": Fault(KeyedQueue, "come_back", returns_behind_equals, "naive"),
    "forgets_what_it_was_held": Fault(Line, "_seat", forgets_what_it_was_held, "naive"),
    "shares_the_line": Fault(KeyedQueue, "copy", shares_the_line, "walk"),
    "ignores_weights": Fault(RotatingQueue, "_after_turn", ignores_weights, "naive"),
    "counts_the_turns_of_others": Fault(
        RotatingQueue, "_after_turn", counts_the_turns_of_others, "naive"
    ),
    "goes_back_to_the_first": Fault(RotatingQueue, "_first", goes_back_to_the_first, "naive"),
    "overtakes_everyone": Fault(SkippingQueue, "overtake", overtakes_everyone, "naive"),
    "passes_without_bound": Fault(SkippingQueue, "behind_the_head", passes_without_bound, "naive"),
    "remembers_for_good": Fault(SkippingQueue, "_drop", remembers_for_good, "naive"),
    "shares_the_counts": Fault(SkippingQueue, "copy", shares_the_counts, "walk"),
    "equals_make_room": Fault(Urgency, "is_less", equals_make_room, "naive"),
    "spares_nobody": Fault(Urgency, "is_guarded", spares_nobody, "naive"),
    "goes_in_vain": Fault(RoomForUrgent, "is_enough", goes_in_vain, "naive"),
    "passes_past_the_bound": Fault(Admission, "_first_behind", passes_for_slots, "naive"),
}
