"""A step in which prompts go first and take their blocks chunk by chunk: `first_chunk` admits them.

Prompts grow before they run, and those that decode still do not. Who has to go itself leaves the
step to the decodes, if nobody else prefills.

Liveness. After a step at most one is in the middle of its prompt, since that one took all of the
budget. In the next it stays and gets further; or it goes, and then those that decode send a token,
if there are any: alone it would fit. So every run ends, whoever is preempted.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeAlias

from core import events
from core.policies.admission.chunks import chunks
from core.policies.admission.first_chunk import FirstChunk
from core.replica import Replica
from core.schedulers.driftwood.prefill_first import Phases, hold_victims

GrowsPrompts: TypeAlias = Callable[[Replica], Iterator[events.Event]]
"""Blocks for the next chunks of those that prefill."""


def chunks_first(
    page: Phases, replica: Replica, grow_prompts: GrowsPrompts, chunk: FirstChunk
) -> Iterator[events.Event]:
    """One step: who arrives, then the work, finish."""
    work = work_in_chunks(page, replica, grow_prompts, chunk)
    return chain(replica.arrive(page.never_fits), work, page.finish(replica))


def work_in_chunks(
    page: Phases, replica: Replica, grow_prompts: GrowsPrompts, chunk: FirstChunk
) -> Iterator[events.Event]:
    """Admit first. While anybody prefills, prompts grow and run alone with the whole budget.

    If growing leaves nobody who prefills, those that decode grow and run.
    """
    replica.admission_comes()
    yield from page.admit(replica)
    replica.admission_is_over()
    yield from grow_prompts(replica)
    if not replica.prefilling:
        yield from page.grow(replica)
        replica.grow_is_over()
    yield from hold_victims(replica, chunk.needed)
    stalled = replica.decoding
    if stalled and replica.prefilling:
        yield from chunks_alone(replica, chunk.budget, stalled)
    else:
        yield from page.run(replica)


def chunks_alone(replica: Replica, budget: int, stalled: int) -> Iterator[events.Event]:
    """Prompts as far as budget and blocks go, while `stalled` requests that decode stand still."""
    processed = 0
    for number, tokens in list(chunks(replica, budget)):
        yield replica.prefill(replica.prefilling[number], tokens, ticks=0)
        processed += tokens
    yield replica.close_stalled(processed, stalled)
