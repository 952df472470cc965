"""Moves of schedulers that plan a step before anything in it is computed, as vLLM does.

Everybody who runs gets tokens by the plan, or none: a decode that gets none is paused, which costs
nothing while it lasts, and takes up its place in rota and calendar when it goes on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from core import events
from core.lifecycle import Decoding, Running
from core.memory.cached import Cached
from core.replica import caching, telling
from core.replica.plan import Plan
from core.replica.replica import Replica


def computed(replica: Replica, state: Running) -> int:
    """Tokens of `state` that are in the cache."""
    if isinstance(state, Decoding):
        return state.computed_tokens(replica.clock.tick)
    return state.computed_tokens


def left(state: Running) -> int:
    """Tokens of `state` to be computed before its next token."""
    return 1 if isinstance(state, Decoding) else state.known_tokens - state.computed_tokens


def missing(replica: Replica, state: Running, tokens: int) -> int:
    """Blocks that `state` must take to compute `tokens` more; 0 if it has more than that."""
    memory = replica.memory
    owned = len(memory.table(state.admission))
    return max(0, memory.needed(computed(replica, state) + tokens) - owned)


# Running requests


def serve_all(replica: Replica, plan: Plan) -> Iterable[events.Event] | None:
    """Schedule everyone that runs; None if budget or free blocks do not last for all.

    It costs what changes: who takes or fills a block, who prefills.
    """
    chunks = {n: plan.part(left(state)) for n, state in replica.prefilling.items()}
    needed = len(replica.running) - len(chunks) + sum(chunks.values())
    if needed > plan.budget:
        return None
    askers, filling = replica.due_to_grow(), due_to_fill(replica, caching.cache_of(replica))
    if not replica.unscheduled and _come_before(chunks, askers, filling):
        return _served_in_turn(replica, plan, chunks, askers)
    served = [replica.running[n] for n in sorted(changing(replica))]
    blocks = sum(missing(replica, state, chunks.get(state.admission, 1)) for state in served)
    if blocks > replica.memory.free_blocks:
        return None
    plan.budget -= len(replica.running) - len(served)  # decodes in which nothing changes
    return _served(replica, plan, served, chunks)


def serve_decodes(replica: Replica, plan: Plan) -> Iterable[events.Event] | None:
    """Schedule everyone that decodes, whoever prefills; None if budget or blocks do not last.

    It costs what changes, as `serve_all` does.
    """
    cache, rota = replica.memory, replica._grow_at
    assert isinstance(cache, Cached)
    decodes = len(replica.running) - len(replica.prefilling)
    askers = rota.lines.get((replica.clock.tick + 1) % rota.grows_by, ())
    if replica.unscheduled or decodes > plan.budget or len(askers) > cache.free_blocks:
        return None
    plan.budget -= decodes
    return _decodes(replica, cache, askers)


def due_to_fill(replica: Replica, cache: Cached) -> Sequence[int]:
    """Decoding requests that fill a block which can be hit at once, oldest first."""
    if not (cache.caching and cache.keeps_planned):
        return ()
    rota = replica._grow_at  # written out, as every step asks
    return rota.lines.get((replica.clock.tick + 2) % rota.grows_by, ())


def changing(replica: Replica) -> set[int]:
    """Who takes or fills a block in this step, prefills, or was not scheduled in the last one."""
    growing, filling = replica.due_to_grow(), due_to_fill(replica, caching.cache_of(replica))
    return {*growing, *filling, *replica.prefilling, *replica.unscheduled}


def _come_before(chunks: Mapping[int, int], *decodes: Sequence[int]) -> bool:
    """Whether every one of `decodes`, oldest first, was admitted before all that prefill."""
    first = next(iter(chunks), None)
    return first is None or all(not numbers or numbers[-1] < first for numbers in decodes)


def _served_in_turn(
    replica: Replica, plan: Plan, chunks: Mapping[int, int], askers: list[int]
) -> Iterator[events.Event] | None:
    """First the decodes, of which `askers` take a block; then prompts.

    None if the free blocks do not last for all.
    """
    prompts = [*replica.prefilling.values()]
    blocks = sum([missing(replica, state, chunks[state.admission]) for state in prompts])
    if len(askers) + blocks > replica.memory.free_blocks:
        return None
    plan.budget -= len(replica.running) - len(chunks)
    return chain(
        _decodes(replica, caching.cache_of(replica), askers),
        _served(replica, plan, prompts, chunks),
    )


def _decodes(replica: Replica, cache: Cached, askers: Sequence[int]) -> Iterable[events.Event]:
    """A block for each of `askers`, as one event; who fills one enters what is in it."""
    if askers:
        cache.extend(askers)
    if filled := due_to_fill(replica, cache):
        cache.fill(filled, replica.admitted)
    if not askers:
        return ()
    taken = () if replica.quiet else [cache.table(number)[-1] for number in askers]
    return telling.grew(replica, cache, askers, taken)


def _served(
    replica: Replica, plan: Plan, changing: Sequence[Running], chunks: Mapping[int, int]
) -> Iterator[events.Event]:
    for state in changing:
        yield from serve(replica, plan, state, chunks.get(state.admission, 1))


def serve(replica: Replica, plan: Plan, state: Running, tokens: int) -> Iterator[events.Event]:
    """Schedule `state` for `tokens` more; it takes the blocks for them, which are free.

    What it fills with them can be hit from now on.
    """
    number, cache, before = state.admission, caching.cache_of(replica), computed(replica, state)
    after = before + tokens
    if isinstance(state, Decoding) and number in replica.unscheduled:
        replica.resume(number, state)
    plan.give(number, tokens)
    blocks = max(0, cache.needed(after) - len(cache.table(number)))  # it may have room already
    taken = cache.lengthen(number, blocks) if blocks else ()
    caching.enter(cache, state, before, after)
    if blocks:
        yield from telling.grew(replica, cache, (number,) * blocks, taken)


def pause_rest(replica: Replica, plan: Plan) -> None:
    """Decoding requests that are not in `plan` get no token in this step."""
    for number, state in [*replica.running.items()]:
        if number not in plan.tokens and isinstance(state, Decoding):
            replica.pause(number, state)


# Work


def execute(replica: Replica, plan: Plan) -> Iterable[events.Event]:
    """Compute what is planned: prompts and rebuilds in order of admission, and every decode."""
    if replica.prefilling:
        return _computed_with_prompts(replica, plan)
    return (replica.close_tick(len(replica.running) - len(replica.unscheduled)),)


def _computed_with_prompts(replica: Replica, plan: Plan) -> Iterator[events.Event]:
    decodes = len(replica.running) - len(replica.unscheduled) - len(replica.prefilling)
    for number, state in [*replica.prefilling.items()]:
        if tokens := plan.tokens.get(number):
            yield replica.prefill(state, tokens)
    yield replica.close_tick(decodes + replica.prefilled)
