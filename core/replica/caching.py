"""What moves of a planned step enter in the prefix cache."""

from core.lifecycle import Running
from core.memory.cached import Cached
from core.replica.replica import Replica


def cache_of(replica: Replica) -> Cached:
    """The memory of `replica`, of the kind that planning needs."""
    assert isinstance(replica.memory, Cached)
    return replica.memory


def is_entered(cache: Cached) -> bool:
    """Whether what is planned can be hit at once."""
    return cache.caching and cache.keeps_planned


def enter(cache: Cached, state: Running, before: int, after: int) -> None:
    """The blocks that `state` fills between `before` and `after` tokens can be hit."""
    if not is_entered(cache):
        return
    first, until = before // cache.block_size, after // cache.block_size
    if until > first:
        cache.enter(state.admission, first, cache.contents.keys(state.request, first, until))
