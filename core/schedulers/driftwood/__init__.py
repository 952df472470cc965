"""The brief's scheduler: arrive, then grow, admit, run, finish.

Read it from top to bottom as the rules of one step. `knobs` has what may be set; where a knob asks
for another rule, `variants` puts that in the place of a phase when the scheduler is made.

Source: the brief of this project. The docstrings of the phases are the rules, word for word as in
the README.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from core import events
from core.lifecycle import NeverFits
from core.memory.paged import blocks_for
from core.override import override
from core.policies import choose
from core.replica import Replica
from core.request import Request
from core.schedulers.driftwood.knobs import Knobs
from core.schedulers.driftwood.variants import variants_of


@dataclass(frozen=True)
class Driftwood(Knobs):
    """Continuous batching over paged memory with chunked prefill."""

    @override
    def __post_init__(self) -> None:
        """Check the knobs, and put the variants they ask for in the places of this page's phases.

        A phase that a subclass has of its own stays.
        """
        Knobs.__post_init__(self)
        for phase, variant in variants_of(self, self).items():
            if getattr(type(self), phase) is getattr(Driftwood, phase):
                object.__setattr__(self, phase, variant)

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then grow, admit, run, finish."""
        return chain(
            replica.arrive(self.never_fits),
            self.grow(replica),
            self.admit(replica),
            self.run(replica),
            self.finish(replica),
        )

    def never_fits(self, request: Request) -> NeverFits | None:
        """A request that needs more blocks than the pool has could never run, even alone."""
        size, blocks = self.block_size, self.num_blocks
        if size is None or blocks is None:
            return None
        if request.prompt_len + request.output_len - 1 <= blocks * size:
            return None
        return NeverFits(blocks_for(request.most_tokens, size), blocks)

    def grow(self, replica: Replica) -> Iterator[events.Event]:
        """Each decoding request, oldest first, takes one more block if it needs one.

        If none is free, the most recently admitted running request is preempted (possibly the one
        asking): all its blocks are freed and it goes to the front of the waiting queue. It keeps
        the tokens it has sent and rebuilds its cache later. Repeat until a block is free or the
        asker itself went.
        """
        askers = replica.due_to_grow()
        while askers:
            if replica.memory.free_blocks:
                yield replica.grow(askers)
            else:
                victim, choice = choose(replica, self.victim, self.victim_guard)
                yield replica.preempt(victim, askers[0], choice, terms=self.terms)
                if victim in askers:
                    askers.remove(victim)

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """The head of the queue is admitted while fewer than `max_running` run and its blocks fit.

        If it is not, stop: strict first come, first served, nobody skips ahead. A preempted
        request needs blocks for its prompt plus its sent tokens; in the step it comes back it
        reprocesses all of them and emits its next token.
        """
        queue, memory, running = replica.queue, replica.memory, replica.running
        while head := queue.head:
            blocks = memory.needed_by(head, running)
            if len(running) >= self.max_running:
                held = replica.hold_head("slots", blocks)
            elif blocks > memory.free_blocks:
                held = replica.hold_head("blocks", blocks)
            else:
                yield replica.admit_head(blocks)
                continue
            if held:
                yield held
            break

    def run(self, replica: Replica) -> Iterator[events.Event]:
        """Decoding requests go first, one token each.

        The rest of the token budget goes to prompt processing in admission order. A prompt can be
        split across steps and emits its token in the step its last chunk runs. Without a budget
        every prompt is processed whole.
        """
        budget, prefilling = self.token_budget, replica.prefilling
        processed = len(replica.running) - len(prefilling)
        for state in [*prefilling.values()]:
            tokens = state.known_tokens - state.computed_tokens
            if budget is not None and tokens > budget - processed:
                tokens = budget - processed
                if tokens == 0:
                    break
            yield replica.prefill(state, tokens)
            processed += tokens
        yield replica.close_tick(processed)

    def finish(self, replica: Replica) -> Iterator[events.Event]:
        """A request that has sent all its tokens leaves after the step; its blocks are freed."""
        for number in replica.due_to_finish():
            yield replica.finish(number)
