"""What a plan's moves tell, or blank events while nobody looks."""

from collections.abc import Sequence

from core import blank, events
from core.lifecycle import Preempted, Prefilling, Queued
from core.memory.cached import Cached
from core.replica.replica import Replica


def grew(replica: Replica, number: int, taken: Sequence[int]) -> events.Grew:
    """`number` took the blocks `taken`."""
    if replica.quiet:
        return blank.GREW
    numbers, free = (number,) * len(taken), replica.memory.free_blocks
    return events.Grew(numbers, tuple(taken), free, replica.admitted)


def evicted_by(replica: Replica, cache: Cached, number: int) -> events.Evicted:
    """What `number` evicted by taking blocks, one after another."""
    return evicted(replica, cache, (number,) * len(cache.evicted))


def evicted_by_each(
    replica: Replica, cache: Cached, takers: Sequence[int], taken: Sequence[int]
) -> events.Evicted:
    """What `takers` evicted by taking the blocks `taken`, of which some held nothing."""
    if not replica.quiet and len(cache.evicted) < len(takers):
        pairs = zip(takers, taken, strict=True)
        takers = [number for number, block in pairs if block in cache.evicted]
    return evicted(replica, cache, takers)


def evicted(replica: Replica, cache: Cached, takers: Sequence[int]) -> events.Evicted:
    """What `takers` evicted, one block each."""
    blocks, keys = cache.evicted, cache.evicted_keys
    cache.evicted, cache.evicted_keys = [], []
    if replica.quiet:
        return blank.EVICTED
    told = (tuple(takers), tuple(blocks), tuple(keys))
    return events.Evicted(*told, replica.admitted, cache.contents)


def admitted(
    replica: Replica, queued: Queued, state: Prefilling, taken: Sequence[int], *, begins: bool
) -> events.Admitted:
    """`queued` is now `state`, and took the blocks `taken` besides its hits."""
    if replica.quiet:
        return blank.ADMITTED
    rid, known, resumed = state.request.rid, state.known_tokens, isinstance(queued, Preempted)
    return events.Admitted(rid, tuple(taken), known, resumed, replica.memory.free_blocks, begins)
