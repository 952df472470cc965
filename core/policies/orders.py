"""Queue orders: who is asked first whether it can be admitted.

The *base order* is the brief's: the preempted in front, the last one first, then in order of
arrival. A keyed order sorts by a key, the smallest first, ties in base order; the key is worked out
when a request joins the queue and holds while it waits. `round_robin` and `skip_ahead` are no keys:
what they remember is in the queue itself (`core.replica.queues`), and copied with it.

Liveness. *Every run ends, whatever the order.* The head is admitted as soon as there is room,
whoever it is, and everyone fits alone; what then keeps a run going does not ask who was admitted
(`core.policies.victim`). *Starving* is another matter, that one request waits while others come and
go; each order says what follows.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from core.key import Key
from core.lifecycle import Queued
from core.policies.waiting import WaitingRequest


class QueuePolicy(Protocol):
    """One call: a function does, and so does an object that can be called."""

    def __call__(self, waiting: WaitingRequest, /) -> Key:
        """The key of `waiting`: the smallest is asked first."""
        ...


def shortest_prompt(queued: Queued) -> int:
    """The shortest prompt first: as many as possible get their first token soon.

    Can starve (`fixtures/policies/shortest-prompt-starves.toml`): a long prompt waits for as long
    as shorter ones keep coming and take its place.
    """
    return queued.request.prompt_len


def shortest_remaining(queued: Queued) -> int:
    """The fewest tokens first, those that are known and those still to send.

    It knows the future, as no real scheduler does: a bound for the others. Can starve as
    `shortest_prompt` can (`fixtures/policies/shortest-remaining.toml`).
    """
    sent = queued.known_tokens - queued.request.prompt_len
    return queued.known_tokens + queued.request.output_len - sent


def urgency(priority: int, arrival: float, aging: float | None = None) -> float:
    """The priority, the smallest first; with `aging`, each so much of waiting is worth a level.

    As everyone ages alike, the earlier arrival is what counts, and the key stays the same while it
    waits: `priority + arrival / aging`, here times `aging`, which is as exact as an arrival is.

    Strict priority can starve (`fixtures/policies/priority-starves.toml`): the less urgent wait for
    as long as more urgent ones keep coming. With aging nobody starves: who is so many levels more
    urgent and comes that much later stands behind, and only so many can come before.
    """
    return priority if aging is None else priority * aging + arrival


class NamedOrder(NamedTuple):
    """A queue order and its words: `first` says who is asked first, `liveness` who can starve."""

    first: str
    liveness: str
    key: Callable[[Queued], Key] | None = None


FCFS = "fcfs"
PRIORITY = "priority"
ROUND_ROBIN = "round_robin"
SKIP_AHEAD = "skip_ahead"

QUEUES: Mapping[str, NamedOrder] = {
    FCFS: NamedOrder("first come, first served", "nobody starves"),
    "shortest_prompt": NamedOrder(
        "the shortest prompt first", "a long one can starve", shortest_prompt
    ),
    "shortest_remaining": NamedOrder(
        "the fewest tokens still to process and send first",
        "a long one can starve",
        shortest_remaining,
    ),
    PRIORITY: NamedOrder(
        "the smallest priority first", "the less urgent can starve, unless they age"
    ),
    ROUND_ROBIN: NamedOrder(
        "the tenants in turn",
        "nobody starves: between two turns of a tenant the others have theirs",
    ),
    SKIP_AHEAD: NamedOrder(
        "first come, first served, but who fits passes a head that needs more blocks",
        "nobody starves: each is passed a bounded number of times",
    ),
}
"""Every queue order by its name in files and on the command line; the first is the default."""
