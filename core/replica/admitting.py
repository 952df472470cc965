"""How schedulers that plan a step first let somebody in, with what the prefix cache holds of it."""

from collections.abc import Iterator

from core import events
from core.lifecycle import Queued
from core.memory.strand import NO_HITS, Hits
from core.past import Stay
from core.replica import caching, telling
from core.replica.keeping import found_again
from core.replica.plan import Plan
from core.replica.queues import SkippingQueue, WaitingQueue
from core.replica.replica import Replica


def hits_of(replica: Replica, queued: Queued) -> Hits:
    """The blocks that hold what `queued` knows first, its last token left to compute."""
    cache = caching.cache_of(replica)
    if not cache.caching:
        return NO_HITS
    most = (queued.known_tokens - 1) // cache.block_size
    return cache.hits(cache.contents.keys(queued.request, 0, most))


def admit(
    replica: Replica,
    plan: Plan,
    hits: Hits,
    tokens: int,
    *,
    queued: Queued | None = None,
    room: int | None = None,
) -> Iterator[events.Event]:
    """The head of the queue takes a slot, `hits` and blocks for `tokens` more; it is scheduled.

    Or `queued` does, wherever it stands. The blocks have room for `room` tokens, if that is given.
    """
    head, cache, step = replica.queue.head, caching.cache_of(replica), replica.clock.step
    one = queued or head
    assert one is not None
    found, number = len(hits) * cache.block_size, replica.admitted.append(one.request)
    from_cache = cache.unheld(hits)
    own = cache.take_with(number, hits, cache.needed(room or found + tokens) - len(hits))
    if one is head:
        replica.held = None
        stay = replica.queue.leave(step)
    else:
        stay = _stay_behind(replica.queue, one, step)
    state, again = one.admit(step, number, stay), found_again(one, found)
    if hits:
        state = state.hit(found, again)
    replica.running[number] = replica.prefilling[number] = state
    plan.give(number, tokens)
    caching.enter(cache, state, found, found + tokens)
    yield telling.admitted(replica, one, state, own[len(hits) :], begins=room is None)
    if cache.evicted:
        taken = own[len(hits) :]
        yield telling.evicted(replica, cache, (number,) * len(taken), taken)
    if hits:
        if replica.clock.now_ms is not None:
            replica.kv_tokens += found
        rid, known = one.request.rid, state.known_tokens
        yield events.Hit(rid, tuple(hits), found, known, from_cache, again)


def _stay_behind(queue: WaitingQueue, queued: Queued, step: int) -> Stay:
    """`queued`, who is not the head, leaves the `queue` in `step`; its stay."""
    if isinstance(queue, SkippingQueue):
        return queue.overtake(queued)
    return queue.remove(queued, step)
