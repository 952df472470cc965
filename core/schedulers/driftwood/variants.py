"""What takes the place of the page's phases where knobs say so: chosen once, at construction."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from core import events
from core.policies import choose
from core.policies.admission.first_chunk import FirstChunk
from core.replica import Replica
from core.schedulers.driftwood.chunked import grow_chunks, grow_prompts, run_chunks
from core.schedulers.driftwood.chunks_first import chunks_first
from core.schedulers.driftwood.knobs import Knobs
from core.schedulers.driftwood.prefill_first import Phases, prefill_first
from core.schedulers.driftwood.prefill_last import prefill_last

Variants: TypeAlias = Mapping[str, Callable[..., object]]
"""By the names of the phases whose places they take."""


def variants_of(knobs: Knobs, page: Phases) -> Variants:
    """What the `knobs` of `page` change; nothing by default."""
    return {**_memory(knobs), **_admission(knobs), **_prompts(knobs, page)}


def _memory(knobs: Knobs) -> Variants:
    """What is not written as blocks says itself what fits in it; who hits a prefix is told."""
    variants: dict[str, Callable[..., object]] = {}
    if knobs.memory is not None:
        variants["never_fits"] = knobs.new_memory().never_fits
    if knobs.prefix_sharing or (knobs.memory is not None and knobs.memory.is_contiguous):
        variants["admit"] = knobs.named_gates.admit
    return variants


def _admission(knobs: Knobs) -> Variants:
    """Other gates, and slots that a batch gives back together."""
    variants: dict[str, Callable[..., object]] = {}
    if knobs.gates is not None:
        variants["admit"] = knobs.gates.admit
    if knobs.in_batches:
        variants["finish"] = finish_in_batch
    return variants


def _prompts(knobs: Knobs, page: Phases) -> Variants:
    """Prompts that take their blocks chunk by chunk, or that go before decodes or after them."""
    variants: dict[str, Callable[..., object]] = {}
    run = page.run
    if knobs.prefill == "first":
        variants["step"] = partial(prefill_first, page)
    if budget := knobs.chunk_budget:
        chooses = partial(choose, victim=knobs.victim, guard=knobs.victim_guard)
        grow = partial(grow_chunks, budget=budget, choose=chooses, terms=knobs.terms)
        variants |= {"grow": grow, "run": (run := partial(run_chunks, budget=budget))}
        if knobs.prefill == "first":
            prompts = partial(grow_prompts, budget=budget, choose=chooses, terms=knobs.terms)
            variants["step"] = partial(
                chunks_first, page, grow_prompts=prompts, chunk=FirstChunk(budget)
            )
    if knobs.prefill == "last":
        variants["run"] = partial(prefill_last, run=run)
    return variants


def finish_in_batch(replica: Replica) -> Iterator[events.Event]:
    """Who has sent all its tokens leaves; its slot is free when the whole batch has."""
    for number in replica.due_to_finish():
        yield replica.finish(number, in_batch=True)
