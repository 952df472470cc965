"""The brief's scheduler with a wrong rule: who is preempted, who grows, who gets tokens, and when.

`Page` is the scheduler written once more, with its choices as methods; it breaks no rule itself,
which the harness proves as well. A mutant is a `Page` or a `Driftwood` with one thing changed.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import ClassVar

from core.events import Event
from core.override import override
from core.replica import Replica
from core.schedulers.driftwood import Driftwood


class Page(Driftwood):
    """The brief's rules, with the choices in them as methods."""

    def goes(self, replica: Replica, asker: int) -> int:  # noqa: ARG002 - whoever asks
        """Who goes when `asker` needs a block."""
        return replica.latest_admitted

    def in_order(self, askers: list[int]) -> list[int]:
        """Who grows first."""
        return askers

    def needed(self, replica: Replica) -> int:
        """Blocks that the head of the queue must find free."""
        assert replica.queue.head is not None
        return replica.memory.needed(replica.queue.head.known_tokens)

    def slots(self) -> int:
        """How many may run."""
        return self.max_running

    def left(self, replica: Replica) -> int | None:
        """Tokens left for prompts."""
        return None if self.token_budget is None else self.token_budget - replica.decoding

    def prompts(self, replica: Replica) -> Iterable[int]:
        """Who is prefilled, in that order."""
        return list(replica.prefilling)

    @override
    def grow(self, replica: Replica) -> Iterator[Event]:
        askers = self.in_order(replica.due_to_grow())
        while askers:
            if replica.memory.free_blocks:
                yield replica.grow(askers)
                continue
            victim = self.goes(replica, askers[0])
            yield replica.preempt(victim, asker=askers[0])
            askers = [asker for asker in askers if asker != victim]

    @override
    def admit(self, replica: Replica) -> Iterator[Event]:
        while replica.queue.head:
            needed, free = self.needed(replica), replica.memory.free_blocks
            full = len(replica.running) >= self.slots()
            if not full and needed <= free:
                yield replica.admit_head(needed)
                continue
            if held := replica.hold_head("slots" if full else "blocks", needed):
                yield held
            break

    @override
    def run(self, replica: Replica) -> Iterator[Event]:
        left, decoding, processed = self.left(replica), replica.decoding, 0
        for number in self.prompts(replica):
            state = replica.prefilling[number]
            tokens = state.known_tokens - state.computed_tokens
            tokens = tokens if left is None else min(tokens, left - processed)
            if tokens <= 0:
                break
            yield replica.prefill(state, tokens)
            processed += tokens
        yield replica.close_tick(decoding + processed)


class OldestIsVictim(Page):
    """Preempts who was admitted first."""

    @override
    def goes(self, replica: Replica, asker: int) -> int:  # noqa: ARG002 - whoever asks
        return next(iter(replica.running))


class NeverItsOwnVictim(Page):
    """Preempts the most recently admitted but the asker, if there is another."""

    @override
    def goes(self, replica: Replica, asker: int) -> int:
        return next((n for n in reversed(replica.running) if n != asker), asker)


class SparesPrefilling(Page):
    """Preempts the most recently admitted of those that decode."""

    @override
    def goes(self, replica: Replica, asker: int) -> int:  # noqa: ARG002 - whoever asks
        return next(n for n in reversed(replica.running) if n not in replica.prefilling)


class Moody(Page):
    """Now and then preempts the asker: what it counts is not in the replica."""

    moods: ClassVar[Iterator[int]] = count()

    @override
    def goes(self, replica: Replica, asker: int) -> int:
        return asker if next(self.moods) % 5 == 4 else replica.latest_admitted


class YoungestGrowsFirst(Page):
    """Gives the free blocks to the youngest."""

    @override
    def in_order(self, askers: list[int]) -> list[int]:
        return askers[::-1]


class GrowsPartly(Page):
    """Lets those go without a block for whom none is free."""

    @override
    def grow(self, replica: Replica) -> Iterator[Event]:
        askers = replica.due_to_grow()
        if askers and replica.memory.free_blocks:
            yield replica.grow(askers)


class MakesRoomFirst(Page):
    """Preempts until all askers can grow, and only then grows."""

    @override
    def grow(self, replica: Replica) -> Iterator[Event]:
        askers = replica.due_to_grow()
        while len(askers) > replica.memory.free_blocks:
            victim = replica.latest_admitted
            yield replica.preempt(victim, asker=askers[0])
            askers = [asker for asker in askers if asker != victim]
        if askers:
            yield replica.grow(askers)


class OneTokenTooMany(Page):
    """Exceeds the budget by one."""

    @override
    def left(self, replica: Replica) -> int | None:
        left = super().left(replica)
        return None if left is None else left + 1


class PromptsFirst(Page):
    """Gives prompts the whole budget, as if decodes cost none of it."""

    @override
    def left(self, replica: Replica) -> int | None:  # noqa: ARG002 - whoever decodes
        return self.token_budget


class LatestPromptFirst(Page):
    """Prefills who was admitted last first."""

    @override
    def prompts(self, replica: Replica) -> Iterable[int]:
        return list(reversed(replica.prefilling))


class OnePromptAStep(Page):
    """Prefills nobody but the first."""

    @override
    def prompts(self, replica: Replica) -> Iterable[int]:
        return list(replica.prefilling)[:1]


class AdmitsBeforeGrowing(Page):
    """Admits into blocks that those who run need."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:
        yield from replica.arrive(self.never_fits)
        yield from self.admit(replica)
        yield from self.grow(replica)
        yield from self.run(replica)
        yield from self.finish(replica)


class FinishesLate(Page):
    """Lets who is done hold slot and blocks until the next step begins."""

    @override
    def step(self, replica: Replica) -> Iterator[Event]:
        yield from self.finish(replica)
        yield from replica.arrive(self.never_fits)
        yield from self.grow(replica)
        yield from self.admit(replica)
        yield from self.run(replica)
