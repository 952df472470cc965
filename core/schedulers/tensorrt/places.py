"""TensorRT-LLM's list of requests: in the order of arrival, in which who is paused stays."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from heapq import merge

from core.events import Choice
from core.lifecycle import Queued, Running
from core.policies import Candidate, VictimRule
from core.policies.named import Named
from core.replica import Replica


class ListPlaces:
    """A queue's key: the place of a request in the list.

    The numbers are the same in every copy of a replica, which is why they can be shared.
    """

    __slots__ = ("_places",)

    def __init__(self) -> None:
        """Start with an empty list."""
        self._places: dict[str, int] = {}

    def __call__(self, queued: Queued) -> int:
        """The place of `queued`."""
        return self._places.setdefault(queued.request.rid, len(self._places))


def place(replica: Replica, one: Running | Queued) -> int:
    """The place of `one` in the list."""
    return replica.arrivals.rank(one.request)


def by_place(replica: Replica, running: Iterable[Running]) -> list[Running]:
    """Who runs in the order of the list."""
    return sorted(running, key=partial(place, replica))


def with_waiting(replica: Replica, running: Sequence[Running]) -> Iterator[Running | Queued]:
    """`running`, given in the order of the list, and everyone that waits, in that order.

    As far as somebody looks: a deep queue costs nothing.
    """
    return merge(running, replica.queue, key=partial(place, replica))


def nobody_is_paused(replica: Replica) -> bool:
    """Whether it is seen at once that all that run come first and have their blocks."""
    if replica.prefilling or replica.unscheduled:
        return False
    if len(replica.due_to_grow()) > replica.memory.free_blocks:
        return False
    head, rank = replica.queue.head, replica.arrivals.rank
    return head is None or all(
        rank(state.request) < rank(head.request) for state in replica.running.values()
    )


def _last_first(candidate: Candidate) -> int:
    return -candidate.place


WORDS = Named(
    _last_first, "the last one started in the list goes first", "started last", "before it"
)
LAST_STARTED = VictimRule("last_started", _last_first, words=WORDS)
"""Who is paused, as the candidates of a pause are ranked."""


def started_last(kept: int) -> Choice:
    """Why it is this one, where `kept` blocks are for those before the one that asks."""
    more = f" ({kept:,} of the free blocks are for those before it)" if kept else ""
    return Choice(LAST_STARTED.name, "", f"started last{more}")
