"""Replicas with a wrong move: tokens forgotten, blocks leaked, arrivals and events mistimed."""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Callable, Iterator
from typing import ClassVar, Self

from core import events
from core.lifecycle import Cause, NeverFits, Preempted, Prefilling, Queued, Waiting
from core.memory.paged import Paged
from core.override import override
from core.replica import KEEP, Terms
from core.replica.queue import Queue
from core.request import Request
from tests.mutants.replicas import FaultyReplica


class GrowsLate(FaultyReplica):
    """Enters who begins to decode a tick late."""

    ticks: ClassVar[int] = 1

    @override
    def prefill(
        self, state: Prefilling, tokens: int, ticks: int = 1
    ) -> events.Chunk | events.FirstToken:
        told, number, rota = super().prefill(state, tokens, ticks), state.admission, self._grow_at
        for tick in [tick for tick, line in rota.lines.items() if number in line]:
            rota.leave(number)
            rota.join(number, tick + self.ticks)
        return told


class GrowsEarly(GrowsLate):
    """Enters who begins to decode a tick early."""

    ticks: ClassVar[int] = -1


class ForgetsSentTokens(FaultyReplica):
    """Lets the preempted begin again with its first token."""

    @override
    def preempt(
        self,
        victim: int,
        asker: int,
        choice: events.Choice = events.ADMITTED_LAST,
        needed: int = 1,
        terms: Terms = KEEP,
    ) -> events.Preempted:
        event, queue = super().preempt(victim, asker, choice, needed, terms), self.queue
        assert isinstance(queue, Queue)
        kept = queue._front.pop()
        queue.head = Preempted(kept.request, kept.past, 0, kept.since)
        queue._front.append(queue.head)
        return event


class LeaksAtFinish(FaultyReplica):
    """Loses a block of who finishes."""

    @override
    def finish(self, number: int, *, in_batch: bool = False) -> events.Finished:
        if isinstance(self.memory, Paged):
            self.memory._tables[number].pop()
        return super().finish(number, in_batch=in_batch)


class LeaksAtPreemption(FaultyReplica):
    """Loses a block of who is preempted, if it has another."""

    @override
    def preempt(
        self,
        victim: int,
        asker: int,
        choice: events.Choice = events.ADMITTED_LAST,
        needed: int = 1,
        terms: Terms = KEEP,
    ) -> events.Preempted:
        if isinstance(self.memory, Paged) and len(self.memory._tables[victim]) > 1:
            self.memory._tables[victim].pop()
        return super().preempt(victim, asker, choice, needed, terms)


class FreesTwice(FaultyReplica):
    """Frees the last block of who finishes twice."""

    @override
    def finish(self, number: int, *, in_batch: bool = False) -> events.Finished:
        event = super().finish(number, in_batch=in_batch)
        if isinstance(self.memory, Paged):
            self.memory._freed.append(event.blocks[-1])
            self.memory.free_blocks += 1
        return event


class ArrivesLate(FaultyReplica):
    """Lets everyone in one step after their arrival."""

    @override
    def arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterator[events.Event]:
        now = self.clock.now
        self.clock.now = now - 1
        yield from super().arrive(never_fits)
        self.clock.now = now


class RejectsNobody(FaultyReplica):
    """Lets in who could never fit."""

    @override
    def arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterator[events.Event]:
        del never_fits
        yield from super().arrive(lambda _: None)


class TellsEveryHold(FaultyReplica):
    """Tells at every step that the head is held."""

    @override
    def hold_head(
        self, cause: Cause, blocks: int, why: str = "", *parts: int
    ) -> events.Held | None:
        self.held = None
        return super().hold_head(cause, blocks, why, *parts)


class TellsHoldsOnce(FaultyReplica):
    """Does not tell when the head is held for another cause."""

    @override
    def hold_head(
        self, cause: Cause, blocks: int, why: str = "", *parts: int
    ) -> events.Held | None:
        held = self.held
        event = super().hold_head(cause, blocks, why, *parts)
        return None if held and self.held and held[0] is self.held[0] else event


class LosesNothing(FaultyReplica):
    """Tells that a preemption lost nothing."""

    @override
    def preempt(
        self,
        victim: int,
        asker: int,
        choice: events.Choice = events.ADMITTED_LAST,
        needed: int = 1,
        terms: Terms = KEEP,
    ) -> events.Preempted:
        told = super().preempt(victim, asker, choice, needed, terms)
        return events.Preempted(told.rid, told.asker, told.blocks, 0, told.emitted)


class CountsBlocksLate(FaultyReplica):
    """Remembers as used in a step what is left of it when everyone done has gone."""

    @override
    def finish(self, number: int, *, in_batch: bool = False) -> events.Finished:
        event = super().finish(number, in_batch=in_batch)
        self.used_at_run = self.memory.used_blocks
        return event


class WaitsSinceBefore(FaultyReplica):
    """Lets everyone wait since the step before their arrival."""

    @override
    def arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterator[events.Event]:
        for event in super().arrive(never_fits):
            if event.kind == "arrived":
                queue = self.queue
                assert isinstance(queue, Queue)
                last = queue._arrived.pop()
                earlier = Waiting(last.request, last.since - 1)
                queue._arrived.append(earlier)
                if queue.head is last:
                    queue.head = earlier
            yield event


class SharesRunning(FaultyReplica):
    """Shares who runs with its copies."""

    @override
    def copy(self) -> Self:
        twin = super().copy()
        twin.running = self.running
        return twin


class SharesEnded(FaultyReplica):
    """Shares who has ended with its copies."""

    @override
    def copy(self) -> Self:
        twin = super().copy()
        twin.ended = self.ended
        return twin


class SharesAdmissions(FaultyReplica):
    """Shares the list of admissions with its copies, so that a replay writes them once more."""

    @override
    def copy(self) -> Self:
        twin = super().copy()
        twin.admitted = self.admitted
        return twin


class SharesTheClock(FaultyReplica):
    """Shares the time with its copies."""

    @override
    def copy(self) -> Self:
        twin = super().copy()
        twin.clock = self.clock
        return twin


class ComputesWhatIsThere(FaultyReplica):
    """Owns what is there of a prompt, and computes it all the same."""

    @override
    def hit_prefix(self, head: Queued) -> events.Hit | None:
        before = self.prefilling[self.latest_admitted]
        event = super().hit_prefix(head)
        self.running[before.admission] = self.prefilling[before.admission] = before
        return event


class KeepsNoCountOfHits(FaultyReplica):
    """Leaves what was found out of the resident KV entries."""

    @override
    def hit_prefix(self, head: Queued) -> events.Hit | None:
        resident = self.kv_tokens
        event = super().hit_prefix(head)
        self.kv_tokens = resident
        return event
