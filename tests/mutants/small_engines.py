"""Faulty rules of nano-vllm and Orca, each plausible: one rule another engine has."""

from collections.abc import Iterator

from core import events
from core.lifecycle import Decoding, NeverFits
from core.memory import Memory, Paged
from core.override import override
from core.replica import Replica
from core.request import Request
from core.schedulers.driftwood.variants import finish_in_batch
from core.schedulers.nano_vllm import NanoVllm
from core.schedulers.orca import Orca
from core.schedulers.work import grow_in_order, leave


class AnyMayBeSplit(NanoVllm):
    """Not only the first of a batch may be split."""

    @override
    def admit(self, replica: Replica) -> Iterator[events.Event]:
        left = self.max_num_batched_tokens
        for state in replica.prefilling.values():
            left -= min(left, state.known_tokens - state.computed_tokens)
        while (head := replica.queue.head) and left:
            blocks = replica.memory.needed_at_most(head)
            batch = len(replica.prefilling)
            if batch >= self.max_num_seqs or blocks > replica.memory.free_blocks:
                break
            left -= min(left, head.known_tokens)
            yield replica.admit_head(blocks)


class SlotsCapTheRunning(NanoVllm):
    """No more run than there are slots."""

    @override
    def admit(self, replica: Replica) -> Iterator[events.Event]:
        for event in NanoVllm.admit(self, replica):
            yield event
            if len(replica.running) >= self.max_num_seqs:
                break


class EverybodyDecodes(NanoVllm):
    """The slots do not cap who decodes."""

    @override
    def grow(self, replica: Replica) -> Iterator[events.Event]:
        return grow_in_order(replica)


class OnlyTheBatchMakesRoom(NanoVllm):
    """Who gets no token in the step is not preempted in it, while there is anybody else."""

    @override
    def _go_on(self, replica: Replica, number: int, state: Decoding) -> Iterator[events.Event]:
        memory = replica.memory
        needs = memory.needed(state.computed_tokens(replica.clock.tick) + 1)
        batch = [*replica.running][: self.max_num_seqs]
        while needs > len(memory.table(number)) and not memory.free_blocks and batch:
            yield replica.preempt(victim := batch.pop(), number)
            if victim == number:
                return
        yield from super()._go_on(replica, number, state)


class RefusesWhoOutgrowsThePool(NanoVllm):
    """Who could never end is refused at its arrival."""

    @override
    def never_fits(self, request: Request) -> NeverFits | None:
        return Paged(self.kvcache_block_size, self.num_kvcache_blocks).never_fits(request)


class JoinsABatch(Orca):
    """A static batch takes in whom it has a slot for."""

    @property
    @override
    def admission(self) -> str:
        return "known_text"


class GivesBackEachSlot(Orca):
    """A member of a static batch gives its slot back when it is done itself."""

    @override
    def finish(self, replica: Replica) -> Iterator[events.Event]:
        return leave(replica)


class WaitsForTheBatch(Orca):
    """By iteration too a slot is given back with the whole batch."""

    @override
    def finish(self, replica: Replica) -> Iterator[events.Event]:
        return finish_in_batch(replica)


class ReservesNothing(Orca):
    """Places are taken as tokens come, wherever they are."""

    @override
    def new_memory(self) -> Memory:
        return super().new_memory() if self.n_slots is None else Paged(1, self.n_slots)
