"""How schedulers that plan a step first let somebody in, with what the prefix cache holds of it."""

from collections.abc import Iterator

from core import events
from core.lifecycle import Queued
from core.memory.strand import NO_HITS, Hits
from core.replica import caching, telling
from core.replica.keeping import found_again
from core.replica.plan import Plan
from core.replica.replica import Replica


def hits_of_head(replica: Replica) -> Hits:
    """The blocks that hold what the head knows first, its last token left to compute."""
    head, cache = replica.queue.head, caching.cache_of(replica)
    assert head is not None
    if not cache.caching:
        return NO_HITS
    most = (head.known_tokens - 1) // cache.block_size
    return cache.hits(cache.contents.keys(head.request, 0, most))


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
    state, again = one.admit(step, number, replica.queue.remove(one, step)), found_again(one, found)
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
