"""A step in which prompts go first: the brief's phases in another order, with one more.

It is what TensorRT-LLM and early vLLM did: a step holds prompts or decodes, never both. A prompt
is answered soonest, and everybody else's next token waits for it.

Liveness. Nobody grows while anybody prefills, so a victim always decodes, and each admission is
worth a token at least: every run ends, whoever is preempted. But as long as new requests keep
coming and find room, those that decode send nothing. (`chunks_first` has the same under the gate
`first_chunk`.)
"""

from collections.abc import Iterator
from itertools import chain
from typing import Protocol

from core import events
from core.lifecycle import NeverFits
from core.policies.admission import Needed, of_known_text
from core.replica import Replica
from core.request import Request


class Phases(Protocol):
    """What the order needs of a scheduler: its phases, and its budget."""

    @property
    def token_budget(self) -> int | None:
        """Tokens processed in one step at most."""
        ...

    def never_fits(self, request: Request) -> NeverFits | None:
        """Why `request` could never run."""
        ...

    def grow(self, replica: Replica) -> Iterator[events.Event]:
        """Blocks for those that decode."""
        ...

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """The queue."""
        ...

    def run(self, replica: Replica) -> Iterator[events.Event]:
        """The work of a step with decodes, or in which nobody decodes."""
        ...

    def finish(self, replica: Replica) -> Iterator[events.Event]:
        """Who is done."""
        ...


def prefill_first(page: Phases, replica: Replica) -> Iterator[events.Event]:
    """One step: who arrives, then the work, finish."""
    return chain(replica.arrive(page.never_fits), work_of(page, replica), page.finish(replica))


def work_of(page: Phases, replica: Replica) -> Iterator[events.Event]:
    """Admit first. While anybody prefills, prompts run alone with the whole budget.

    Those that decode then stand still: they do not grow and send nothing. Else they grow and run.
    """
    replica.admission_comes()
    yield from page.admit(replica)
    stalled = replica.decoding
    if stalled and replica.prefilling:
        yield from prompts_alone(replica, page.token_budget, stalled)
    else:
        replica.admission_is_over()
        yield from page.grow(replica)
        replica.grow_is_over()
        yield from hold_victims(replica)
        yield from page.run(replica)


def prompts_alone(replica: Replica, budget: int | None, stalled: int) -> Iterator[events.Event]:
    """Prompts in order of admission, while `stalled` requests that decode stand still."""
    processed = 0
    while state := replica.next_prefill:
        tokens = state.known_tokens - state.computed_tokens
        if budget is not None:
            tokens = min(tokens, budget - processed)
        if tokens == 0:
            break
        yield replica.prefill(state, tokens, ticks=0)
        processed += tokens
    yield replica.close_stalled(processed, stalled)


def hold_victims(replica: Replica, needs: Needed = of_known_text) -> Iterator[events.Event]:
    """Who gave up its blocks after admission waits for blocks until the next one.

    To be admitted the head `needs` some.
    """
    head = replica.queue.head
    if head is not None and (replica.held is None or replica.held[0] is not head):
        held = replica.hold_head("blocks", needs(replica, head))
        if held:
            yield held
