"""Replicas that keep the wrong count of what a step is charged for, or of gaps."""

from typing import Self

from core import events
from core.lifecycle import Prefilling
from core.override import override
from core.past import Resumed
from core.replica import KEEP, Terms
from core.replica.journal import Journal
from tests.mutants.replicas import FaultyReplica


class KeepsTheFinished(FaultyReplica):
    """Charges for the entries of requests that have left."""

    @override
    def finish(self, number: int, *, in_batch: bool = False) -> events.Finished:
        before = self.kv_tokens
        finished = super().finish(number, in_batch=in_batch)
        self.kv_tokens = before
        return finished


class KeepsTheLost(FaultyReplica):
    """Charges for the entries that preemptions threw away."""

    @override
    def preempt(
        self,
        victim: int,
        asker: int,
        choice: events.Choice = events.ADMITTED_LAST,
        needed: int = 1,
        terms: Terms = KEEP,
    ) -> events.Preempted:
        before = self.kv_tokens
        preempted = super().preempt(victim, asker, choice, needed, terms)
        self.kv_tokens = before
        return preempted


class RebuildsForNothing(FaultyReplica):
    """Charges a rebuild as if each of its tokens were a decode."""

    @override
    def prefill(
        self, state: Prefilling, tokens: int, ticks: int = 1
    ) -> events.Chunk | events.FirstToken:
        before = self.prefilled
        told = super().prefill(state, tokens, ticks)
        if state.emitted:
            self.prefilled = before
        return told


class ForgetsTheGap(FaultyReplica):
    """Notes no gap that a preemption made."""

    @override
    def prefill(
        self, state: Prefilling, tokens: int, ticks: int = 1
    ) -> events.Chunk | events.FirstToken:
        told = super().prefill(state, tokens, ticks)
        self.resumed: Journal[Resumed] = Journal()
        return told


class SharesTheGaps(FaultyReplica):
    """Writes down the gaps of a replay with those of the run."""

    @override
    def copy(self) -> Self:
        twin = super().copy()
        twin.resumed = self.resumed
        return twin
