"""Admission gates with a wrong rule, each as what takes the place of which part of the engine.

Two that one would think of are not among them, since they do the same: behind the first that
prefills nobody has anything to plan, and no plan goes beyond the blocks that were taken for it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core import events
from core.lifecycle import Prefilling, Queued
from core.policies.admission.chunks import left_for, rest_of, room_of
from core.policies.admission.gate import Refusal
from core.policies.admission.static import static
from core.replica import Replica, Terms
from core.schedulers.driftwood.chunked import Chooses, grow_chunks


class Wrong(NamedTuple):
    """`part` takes the place of what is at `path`; the checks named in `caught_by` find it."""

    path: str
    part: object
    caught_by: str = "naive"


def promises_the_others_alone(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG001 - a gate's shape
    """Whole life without the head's own."""
    needed = replica.memory.needed
    lives = sum(needed(state.request.most_tokens) for state in replica.running.values())
    return None if lives <= replica.memory.total_blocks else Refusal("blocks", "promised")


def promises_the_last_token(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG001 - a gate's shape
    """Whole life with the last token's own entry, which is never stored."""
    needed, requests = replica.memory.needed, [s.request for s in replica.running.values()]
    lives = sum(needed(r.prompt_len + r.output_len) for r in [*requests, queued.request])
    fits = lives <= replica.memory.total_blocks or not requests
    return None if fits else Refusal("blocks", "promised")


class MarkBefore(NamedTuple):
    """A watermark that looks at what is free before the admission."""

    watermark_blocks: int

    def __call__(self, replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG002 - a gate's shape
        low = replica.memory.free_blocks < self.watermark_blocks and replica.running
        return Refusal("blocks", "watermark") if low else None


class MarkAlone(NamedTuple):
    """A watermark that is kept although nobody runs, so that nobody ever comes in."""

    watermark_blocks: int

    def __call__(self, replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG002 - a gate's shape
        low = replica.memory.free_blocks - blocks < self.watermark_blocks
        return Refusal("blocks", "watermark") if low else None


def batch_without_end(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG001 - a gate's shape
    """Static for the preempted as well: who lost its place never comes back."""
    closed = replica.held_slots or replica.running
    return Refusal("slots", "the batch runs") if closed else None


def batch_with_an_open_door(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:
    """Static until the first has finished; from then on anybody joins."""
    return None if replica.held_slots else static(replica, queued, blocks)


def plans_alone(replica: Replica, budget: int, before: int | None = None) -> int:
    """What is left of the budget, as if nobody else were prefilling."""
    del before
    return budget - replica.decoding


def grows_as_far_as_it_goes(
    replica: Replica, budget: int, choose: Chooses, terms: Terms
) -> Iterator[events.Event]:
    """A prefill takes the blocks that are there, if they are too few for its chunk."""
    free = replica.memory.free_blocks
    for number, state in list(replica.prefilling.items()):
        if 0 < free < _short(replica, state, budget):
            yield replica.grow_chunk(number, free)
            break
    yield from grow_chunks(replica, budget, choose, terms)


def _short(replica: Replica, state: Prefilling, budget: int) -> int:
    chunk = min(rest_of(state), left_for(replica, budget, state.admission))
    return replica.memory.needed(chunk - room_of(replica, state))


def keeps_no_slot(replica: Replica, finished: object) -> int:  # noqa: ARG001 - a move's shape
    """Slots of finished members are given back at once."""
    return 1


NAMED = "core.policies.admission.named"
MUTANTS: Mapping[str, Wrong] = {
    "promises the others alone": Wrong(
        f"{NAMED}.whole_life", promises_the_others_alone, "naive invariants"
    ),
    "promises the last token": Wrong(
        f"{NAMED}.whole_life", promises_the_last_token, "naive invariants"
    ),
    "a mark before": Wrong(f"{NAMED}.Watermark", MarkBefore),
    "a mark alone": Wrong(f"{NAMED}.Watermark", MarkAlone),
    "a batch without end": Wrong(f"{NAMED}.static", batch_without_end),
    "a batch with an open door": Wrong(f"{NAMED}.static", batch_with_an_open_door),
    "keeps no slot": Wrong("core.replica.Replica._keep_slot", keeps_no_slot),
    "plans alone at admission": Wrong(
        "core.policies.admission.first_chunk.left_for", plans_alone, "naive invariants"
    ),
    "grows as far as it goes": Wrong(
        "core.schedulers.driftwood.variants.grow_chunks", grows_as_far_as_it_goes
    ),
}
