"""From a scheduler's knobs to the queue order in force, and to the queue of a replica."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from core.key import Key
from core.lifecycle import Queued
from core.policies.choosing import name_of
from core.policies.orders import (
    FCFS,
    PRIORITY,
    QUEUES,
    ROUND_ROBIN,
    SKIP_AHEAD,
    QueuePolicy,
    urgency,
)
from core.policies.own import OwnPolicy
from core.policies.rule import PolicyError, check_key, place_of, words_of
from core.policies.waiting import waiting_request
from core.replica.queues import KeyedQueue, RotatingQueue, SkippingQueue, WaitingQueue


@dataclass(frozen=True, slots=True)
class QueueRule:
    """The queue order `name` and what it takes: knobs of the same names, None if not given."""

    name: str = FCFS
    own: QueuePolicy | None = None
    aging: float | None = None
    weights: Mapping[str, int] | None = field(default=None, hash=False)
    max_overtakes: int | None = None

    @property
    def is_default(self) -> bool:
        """Whether it is the brief's order."""
        return self.name == FCFS

    @property
    def first(self) -> str:
        """Who is asked first, in words."""
        if self.own is not None:
            return f"the smallest key by {self.name} first"
        said = QUEUES[self.name].first
        if self.aging is not None:
            said += f", {self.aging:g} of waiting worth a level"
        if self.weights:
            turns = ", ".join(f"{tenant} {turns:,}" for tenant, turns in self.weights.items())
            said += f", turns in a row: {turns}, others 1"
        if self.max_overtakes is not None:
            said += f", each at most {self.max_overtakes:,} times"
        return said

    def key(self, queued: Queued) -> Key | None:
        """The key of `queued`; None where the order has none."""
        found = self._key()
        return None if found is None else found(queued)

    def _key(self) -> Callable[[Queued], Key] | None:
        if self.own is not None:
            return partial(_own_key, self.name, self.own)
        if self.name == PRIORITY:
            return partial(_urgency, self.aging)
        return QUEUES[self.name].key

    def queue(self) -> WaitingQueue | None:
        """An empty queue in this order; None for the brief's, which a replica has by itself."""
        if self.name == ROUND_ROBIN:
            return RotatingQueue(self.weights or {})
        if self.name == SKIP_AHEAD and self.max_overtakes is not None:
            return SkippingQueue(self.max_overtakes)
        key = self._key()
        return None if key is None else KeyedQueue(key)


def queue_rule_in_force(scheduler: object) -> QueueRule:
    """The queue order of `scheduler`; the brief's, if it has no such knob."""
    queue: object = getattr(scheduler, "queue", None)
    if callable(queue):
        return QueueRule(name_of(queue), queue)
    if not isinstance(queue, str) or queue not in QUEUES:
        return QueueRule()
    aging: object = getattr(scheduler, "aging", None)
    weights: object = getattr(scheduler, "weights", None)
    most: object = getattr(scheduler, "max_overtakes", None)
    return QueueRule(
        queue,
        aging=aging if isinstance(aging, int | float) else None,
        weights=weights if isinstance(weights, Mapping) else None,
        max_overtakes=most if isinstance(most, int) else None,
    )


def _urgency(aging: float | None, queued: Queued) -> float:
    return urgency(queued.request.priority, queued.request.arrived, aging)


class _OwnKey:
    """A key of a user's own order: what is wrong with comparing it is told with their code."""

    __slots__ = ("_key", "_name", "_policy")

    def __init__(self, name: str, policy: QueuePolicy, key: Key) -> None:
        self._name, self._policy, self._key = name, policy, key

    def __lt__(self, other: "_OwnKey") -> bool:
        try:
            return bool(self._key < other._key)
        except (Exception, SystemExit) as error:  # a user's code may raise anything
            raise _wrong(self._name, self._policy, error) from error


def _own_key(name: str, policy: QueuePolicy, queued: Queued) -> Key:
    try:
        key = policy(waiting_request(queued))
        check_key(key)
    except (Exception, SystemExit) as error:  # as above
        raise _wrong(name, policy, error) from error
    return _OwnKey(name, policy, key)


def _wrong(name: str, policy: QueuePolicy, error: BaseException) -> PolicyError:
    key = policy.key if isinstance(policy, OwnPolicy) else policy
    return PolicyError(place_of(key), f"{name}: {words_of(error)}", "queue")
