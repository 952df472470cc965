"""Faulty rules of engines read from source, each plausible: one rule another engine has."""

from collections.abc import Iterator, Mapping

from core import events
from core.lifecycle import NeverFits
from core.memory import Paged
from core.override import override
from core.replica import Replica
from core.request import Request
from core.schedulers import Scheduler
from core.schedulers.sarathi import Sarathi
from core.schedulers.vllm_v0 import VllmV0
from core.schedulers.watermark import hold_for_blocks
from core.schedulers.work import grow_in_order, work_in_order
from tests.mutants import small_engines as small


class WatermarkOnlyWhileRunning(VllmV0):
    """The watermark counts only while anybody runs, as in V1."""

    @property
    @override
    def spare_blocks(self) -> int:
        return 0 if getattr(self, "_alone", False) else super().spare_blocks

    @override
    def admit(self, replica: Replica) -> Iterator[events.Event]:
        object.__setattr__(self, "_alone", not replica.running)
        yield from VllmV0.admit(self, replica)

    @override
    def never_fits(self, request: Request) -> NeverFits | None:
        return Paged(self.block_size, self.num_gpu_blocks).never_fits(request)


class NoWatermark(VllmV0):
    """An admission may take the last block."""

    @property
    @override
    def spare_blocks(self) -> int:
        return 0


class SplitsPrompts(VllmV0):
    """A prompt gets what is left of the budget, if that is not all of it."""

    @override
    def admit(self, replica: Replica) -> Iterator[events.Event]:
        while (head := replica.queue.head) and len(replica.running) < self.max_num_seqs:
            blocks = replica.memory.needed_at_most(head)
            if blocks + self.spare_blocks > replica.memory.free_blocks:
                break
            yield replica.admit_head(blocks)


class PromptsBesideDecodes(VllmV0):
    """Decodes go on while prompts are processed."""

    @override
    def step(self, replica: Replica) -> Iterator[events.Event]:
        yield from replica.arrive(self.never_fits)
        yield from self.admit(replica)
        yield from self.grow(replica)
        yield from self.run(replica)
        yield from self.finish(replica)


class TheFirstGoes(VllmV0):
    """The first running makes room."""

    @override
    def grow(self, replica: Replica) -> Iterator[events.Event]:
        askers = replica.due_to_grow()
        while askers:
            if replica.memory.free_blocks:
                yield replica.grow(askers)
                continue
            victim = next(iter(replica.running))
            yield replica.preempt(victim, askers[0])
            if victim in askers:
                askers.remove(victim)


class AsksOnlyForWhatItTakes(Sarathi):
    """A decode with room for its next token goes on, though no block is free."""

    @override
    def grow(self, replica: Replica) -> Iterator[events.Event]:
        return grow_in_order(replica)


class AdmitsWithoutBudget(Sarathi):
    """Who fits is admitted, whatever is left of the chunk."""

    @override
    def admit(self, replica: Replica) -> Iterator[events.Event]:
        while (head := replica.queue.head) and len(replica.running) < self.max_num_seqs:
            blocks = replica.memory.needed_at_most(head)
            if blocks + self.spare_blocks > replica.memory.free_blocks:
                if held := hold_for_blocks(replica, blocks, self.spare_blocks):
                    yield held
                break
            yield replica.admit_head(blocks)


class NobodyComesInBesideAPreemption(Sarathi):
    """A step with a preemption admits nobody, as in vLLM."""

    @override
    def step(self, replica: Replica) -> Iterator[events.Event]:
        yield from replica.arrive(self.never_fits)
        before = replica.preemptions
        yield from self.grow(replica)
        if replica.preemptions == before:
            yield from self.admit(replica)
        yield from self.run(replica)
        yield from self.finish(replica)


class WatermarkForgotten(Sarathi):
    """An admission may take the last block."""

    @property
    @override
    def spare_blocks(self) -> int:
        return 0


class ChunkForPromptsAlone(Sarathi):
    """Decodes do not count against the chunk."""

    @override
    def run(self, replica: Replica) -> Iterator[events.Event]:
        decodes = replica.decoding
        return work_in_order(replica, self.chunk_size + decodes)


MUTANTS: Mapping[str, tuple[type[Scheduler], ...]] = {
    "vllm-v0": (
        WatermarkOnlyWhileRunning,
        NoWatermark,
        SplitsPrompts,
        PromptsBesideDecodes,
        TheFirstGoes,
    ),
    "sarathi": (
        AsksOnlyForWhatItTakes,
        AdmitsWithoutBudget,
        NobodyComesInBesideAPreemption,
        WatermarkForgotten,
        ChunkForPromptsAlone,
    ),
    "nano-vllm": (
        small.AnyMayBeSplit,
        small.SlotsCapTheRunning,
        small.EverybodyDecodes,
        small.OnlyTheBatchMakesRoom,
        small.RefusesWhoOutgrowsThePool,
    ),
    "orca": (
        small.JoinsABatch,
        small.GivesBackEachSlot,
        small.WaitsForTheBatch,
        small.ReservesNothing,
    ),
}
"""By the engine whose rule each of them breaks."""
