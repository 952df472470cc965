"""Schedulers that break one rule each, so that what the right ones never do can be found.

They are the faults of the cases, in the brief's rules: the number is that of the case.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core.events import Arrived, Event, Preempted
from core.lifecycle import NeverFits
from core.override import override
from core.replica import Replica
from core.request import Request
from core.schedulers.driftwood import Driftwood


@dataclass(frozen=True, slots=True)
class MakesRoomForTheHead(Driftwood):
    """1: where the head does not fit, the last running goes, and nobody is admitted in the step."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        head, memory = replica.queue.head, replica.memory
        fits = head is None or memory.needed(head.known_tokens) <= memory.free_blocks
        if fits or not replica.running:
            yield from Driftwood.admit(self, replica)
        else:
            victim = replica.latest_admitted
            yield replica.preempt(victim, asker=victim)


@dataclass(frozen=True, slots=True)
class NeverSaysNever(Driftwood):
    """2: what could never fit is taken for what does not fit now."""

    @override
    def never_fits(self, request: Request) -> NeverFits | None:  # noqa: ARG002 - the fault
        return None


@dataclass(frozen=True, slots=True)
class ForgetsABlock(Driftwood):
    """14: of what a victim gives back one block is in no table and not free."""

    @override
    def grow(self, replica: Replica) -> Iterator[Event]:
        for event in Driftwood.grow(self, replica):
            if isinstance(event, Preempted) and replica.memory.free_blocks:
                replica.memory.take(-1 - replica.preemptions, 1)
            yield event


@dataclass(frozen=True, slots=True)
class FreesTooMuch(Driftwood):
    """14: a victim's blocks are given back, and its asker's as well, which keeps them."""

    @override
    def grow(self, replica: Replica) -> Iterator[Event]:
        for event in Driftwood.grow(self, replica):
            if isinstance(event, Preempted) and replica.running:
                number = next(iter(replica.running))
                table = list(replica.memory.table(number))
                replica.memory.release(number)
                replica.memory.take(number, 0)
                replica.memory.table(number).__iadd__(table)  # type: ignore[attr-defined]  # a list
            yield event


@dataclass(frozen=True, slots=True)
class SleepsWhenEmpty(Driftwood):
    """18: stops when nobody runs any more, until somebody arrives."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:
        came = bool(replica.running)
        for event in replica.arrive(self.never_fits):
            came = came or isinstance(event, Arrived)
            yield event
        yield from self.grow(replica)
        if came:
            yield from self.admit(replica)
        yield from self.run(replica)
        yield from self.finish(replica)


@dataclass(frozen=True, slots=True)
class HoldsForNothing(Driftwood):
    """Holds the head for blocks although they are there, while anybody runs."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        head = replica.queue.head
        if head is None or not replica.running:
            yield from Driftwood.admit(self, replica)
        elif held := replica.hold_head("blocks", replica.memory.needed(head.known_tokens)):
            yield held


@dataclass(frozen=True, slots=True)
class OnePromptAStep(Driftwood):
    """13: no prompt is cut while another one's chunk runs in the step."""

    @override
    def run(self, replica: Replica) -> Iterator[Event]:
        decoding, state, processed = replica.decoding, replica.next_prefill, 0
        if state is not None:
            left = state.known_tokens - state.computed_tokens
            budget = left if self.token_budget is None else self.token_budget - decoding
            processed = min(left, budget)
            yield replica.prefill(state, processed)
        yield replica.close_tick(decoding + processed)


@dataclass(frozen=True, slots=True)
class AdmitsWithoutBlocks(Driftwood):
    """Gives the third that runs a slot but no blocks, so that as a victim it has none to free."""

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        while (head := replica.queue.head) and len(replica.running) < self.max_running:
            blocks = replica.memory.needed(head.known_tokens)
            blocks = blocks if len(replica.running) < 2 else 0
            if blocks > replica.memory.free_blocks:
                break
            yield replica.admit_head(blocks)
