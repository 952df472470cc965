"""What a plan's moves tell, or blank events while nobody looks."""

from collections.abc import Sequence
from itertools import chain

from core import blank, events
from core.lifecycle import Preempted, Prefilling, Queued
from core.memory.cached import Cached
from core.replica.replica import Replica

GREW: Sequence[events.Event] = (blank.GREW,)
GREW_AND_EVICTED: Sequence[events.Event] = (blank.GREW, blank.EVICTED)


def grew(
    replica: Replica, cache: Cached, numbers: Sequence[int], taken: Sequence[int]
) -> Sequence[events.Event]:
    """`numbers` took the blocks `taken`, one each, and evicted what was in them.

    While nobody looks `taken` may be left out.
    """
    if not replica.quiet:
        free = cache.free_blocks
        told = events.Grew(tuple(numbers), tuple(taken), free, replica.admitted)
        return (told, evicted(replica, cache, numbers, taken)) if cache.evicted else (told,)
    if not cache.evicted:
        return GREW
    cache.evicted.clear()
    return GREW_AND_EVICTED


def evicted(
    replica: Replica, cache: Cached, numbers: Sequence[int], taken: Sequence[int]
) -> events.Evicted:
    """What `numbers` evicted by taking the blocks `taken`, some of which may have held nothing."""
    gone, cache.evicted = cache.evicted, []
    if replica.quiet:
        return blank.EVICTED
    takers = dict(zip(taken, numbers, strict=True))
    blocks = tuple(chain.from_iterable(blocks for blocks, _ in gone))
    keys = tuple(chain.from_iterable(keys for _, keys in gone))
    who = tuple(takers[block] for block in blocks)
    return events.Evicted(who, blocks, keys, replica.admitted, cache.contents)


def admitted(
    replica: Replica, queued: Queued, state: Prefilling, taken: Sequence[int], *, begins: bool
) -> events.Admitted:
    """`queued` is now `state`, and took the blocks `taken` besides its hits."""
    if replica.quiet:
        return blank.ADMITTED
    rid, known, resumed = state.request.rid, state.known_tokens, isinstance(queued, Preempted)
    return events.Admitted(rid, tuple(taken), known, resumed, replica.memory.free_blocks, begins)
