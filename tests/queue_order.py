"""How a queue must stand, whatever its order, told from the states alone."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.lifecycle import Preempted, Queued, Waiting
from core.policies import QueueRule, queue_rule_in_force
from core.replica import Replica
from core.replica.queues import SkippingQueue


def check_queue(replica: Replica, scheduler: object) -> None:
    """The head is the first, and those between whom only the base order decides stand in it."""
    queued = list(replica.queue)
    assert len(replica.queue) == len(queued)
    assert replica.queue.head is (queued[0] if queued else None)
    assert all(state.since <= replica.clock.step for state in queued)
    if isinstance(replica.queue, SkippingQueue):
        passed = [replica.queue.overtaken(state.request.rid) for state in queued]
        assert max(passed, default=0) <= replica.queue.most
    for equals in lines(queued, queue_rule_in_force(scheduler)):
        check_base_order(equals)


def lines(queued: Sequence[Queued], rule: QueueRule) -> Iterator[Sequence[Queued]]:
    """Those with the same key, which never falls down the line; or of the same tenant."""
    if rule.name == "round_robin":
        for tenant in {state.request.tenant for state in queued}:
            yield [state for state in queued if state.request.tenant == tenant]
        return
    equals: list[Queued] = []
    for state in queued:
        key, before = rule.key(state), rule.key(equals[-1]) if equals else None
        if key is not None and before is not None and before < key:
            yield equals
            equals = []
        assert key is None or before is None or not key < before
        equals.append(state)
    yield equals


def check_base_order(queued: Sequence[Queued]) -> None:
    """The preempted stand in front, the last one first; then who arrived, in that order."""
    returned = [state for state in queued if isinstance(state, Preempted)]
    arrived = [state for state in queued if isinstance(state, Waiting)]
    assert [*queued] == [*returned, *arrived]
    assert all(one.since >= other.since for one, other in pairwise(returned))
    assert all(one.since <= other.since for one, other in pairwise(arrived))
    assert all(0 <= state.emitted < state.request.output_len for state in returned)
