"""In which order SGLang asks those that wait: its schedule policies."""

from collections.abc import Sequence
from random import Random

from core.lifecycle import Queued
from core.memory.strand import NO_HITS, Hits
from core.replica import Replica, caching
from core.replica.queues import ListedQueue
from core.schedulers.sglang.knobs import FCFS, LOF, LPM, RANDOM

MOST_MATCHED = 128
"""Longer queues are not matched with the cache."""


def put_in_order(replica: Replica, policy: str, seed: int) -> None:
    """Those that wait stand in the order of `policy` from now on, equals as they stood."""
    queue = replica.queue
    assert isinstance(queue, ListedQueue)
    order = None if policy == FCFS else _in_order(replica, policy, seed)
    if order is not None:
        queue.put_in_order(order, replica.clock.step)


def _in_order(replica: Replica, policy: str, seed: int) -> Sequence[Queued] | None:
    waiting = list(replica.queue)
    if policy == LPM and caching.cache_of(replica).caching and len(waiting) <= MOST_MATCHED:
        found = {queued.request.rid: len(hits(replica, queued)) for queued in waiting}
        return sorted(waiting, key=lambda queued: -found[queued.request.rid])
    if policy == LOF:
        return sorted(waiting, key=lambda queued: -queued.request.output_len)
    if policy == RANDOM:
        dice = Random(f"{seed} {replica.clock.step}")  # noqa: S311 - to be shown again
        dice.shuffle(waiting)
        return waiting
    return None


def hits(replica: Replica, queued: Queued, most: int | None = None) -> Hits:
    """The pages that hold the first of the `most` tokens that `queued` knows, all if None."""
    cache = caching.cache_of(replica)
    if not cache.caching:
        return NO_HITS
    pages = (queued.known_tokens if most is None else most) // cache.block_size
    return cache.hits(cache.contents.keys(queued.request, 0, pages))
