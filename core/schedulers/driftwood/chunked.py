"""Growing and running where prompts grow as well: under the admission gate `first_chunk`."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import TypeAlias

from core import events
from core.policies.admission.chunks import chunks, left_for, rest_of, room_of
from core.replica import Replica, Terms

Chooses: TypeAlias = Callable[[Replica], tuple[int, events.Choice]]
"""Who makes room, as an admission number, and why."""


def grow_chunks(
    replica: Replica, budget: int, choose: Chooses, terms: Terms
) -> Iterator[events.Event]:
    """Decoding and prefilling requests, oldest first, take the blocks of this step's tokens.

    A decoding one takes one more if it needs one. A prefilling one takes those of its next chunk,
    all or none: the rest of its prompt, if less than what decodes and older chunks leave of the
    budget. If too few are free, a victim is chosen, and what it needs is looked at again; so until
    there are enough or the asker itself went.
    """
    askers = sorted((*replica.due_to_grow(), *replica.prefilling))
    yield from _grow(replica, askers, budget, choose, terms)


def grow_prompts(
    replica: Replica, budget: int, choose: Chooses, terms: Terms
) -> Iterator[events.Event]:
    """Only those that prefill do: where prompts go first, decodes stand still meanwhile."""
    yield from _grow(replica, [*replica.prefilling], budget, choose, terms)


def _grow(
    replica: Replica, askers: list[int], budget: int, choose: Chooses, terms: Terms
) -> Iterator[events.Event]:
    while askers:
        needed = _needed(replica, askers[0], budget)
        if needed > replica.memory.free_blocks:
            victim, choice = choose(replica)
            yield replica.preempt(victim, askers[0], choice, needed, terms)
            if victim in askers:
                askers.remove(victim)
        elif askers[0] in replica.prefilling:
            number = askers.pop(0)
            if needed:
                yield replica.grow_chunk(number, needed)
        else:
            yield from _grow_decoding(replica, askers)


def _grow_decoding(replica: Replica, askers: list[int]) -> Iterator[events.Event]:
    """A block for each of the decoding ones before the next that prefills, as far as they go."""
    decoding = list(takewhile(lambda number: number not in replica.prefilling, askers))
    asked = len(decoding)
    grew = replica.grow(decoding)
    del askers[: asked - len(decoding)]
    yield grew


def _needed(replica: Replica, asker: int, budget: int) -> int:
    """Blocks that `asker` needs beside those it has."""
    state = replica.prefilling.get(asker)
    if state is None:
        return 1
    chunk = min(rest_of(state), left_for(replica, budget, asker))
    return max(0, replica.memory.needed(chunk - room_of(replica, state)))


def run_chunks(replica: Replica, budget: int) -> Iterator[events.Event]:
    """Decoding requests go first, one token each; then prompts, as far as budget and blocks go."""
    processed = replica.decoding
    for number, tokens in list(chunks(replica, budget)):
        yield replica.prefill(replica.prefilling[number], tokens)
        processed += tokens
    yield replica.close_tick(processed)
