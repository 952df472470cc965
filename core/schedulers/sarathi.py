"""Sarathi-Serve: who arrives, then decodes, prompts that run, waiting ones, all in one budget.

Source: the scheduler and block manager of Sarathi-Serve, as read; no schedules were recorded from
it. The chunk size is the same in every step (its dynamic schedule of chunk sizes is off), and one
batch is in flight at a time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar

from core import events
from core.lifecycle import NeverFits
from core.memory import Memory, Paged
from core.memory.paged import blocks_for
from core.policies import QueuePolicy, VictimPolicy, choose, queue_rule_in_force
from core.policies.admission.chunks import left_for
from core.replica import Replica
from core.replica.queues import WaitingQueue
from core.request import Fault, Request
from core.schedulers.modified import called, policy_faults
from core.schedulers.own_knobs import knobs_of
from core.schedulers.sourced import budget_faults, count_faults, share_faults
from core.schedulers.watermark import hold_for_blocks, never_beside, spare_blocks
from core.schedulers.work import leave, work_in_order

COUNTS = ("num_gpu_blocks", "max_num_seqs", "chunk_size", "block_size")
DEFAULTS = {"max_num_seqs": 128, "chunk_size": 512}


def sarathi_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    yield from count_faults(knobs, COUNTS)
    given = {**DEFAULTS, **{key: knob for key, knob in knobs.items() if knob is not None}}
    yield from budget_faults(given, "chunk_size", "max_num_seqs")
    yield from share_faults(knobs)
    yield from policy_faults(knobs)


@dataclass(frozen=True)
class Sarathi:
    """Chunked prefills beside decodes, in one budget: no decode ever waits for a prompt.

    The names of the knobs are the engine's; `num_gpu_blocks` is what requests can own.
    `victim` and `queue` are policies in the place of the engine's own, with what an order takes.
    """

    num_gpu_blocks: int
    _: KW_ONLY
    max_num_seqs: int = 128
    chunk_size: int = 512
    block_size: int = 16
    watermark: float = 0.01
    victim: str | VictimPolicy | None = None
    queue: str | QueuePolicy | None = None
    aging: float | None = None
    weights: Mapping[str, int] | None = field(default=None, hash=False)

    ranks_as_listed: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """`sarathi`; "modified" where a policy is not its own."""
        return called("sarathi", self)

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in sarathi_faults(knobs_of(self)):
            raise fault.error(fault.message)

    @property
    def spare_blocks(self) -> int:
        """Blocks that an admission leaves free: the watermark's."""
        return spare_blocks(self.watermark, self.num_gpu_blocks)

    def hidden_state(self, replica: Replica) -> Mapping[str, float]:  # noqa: ARG002 - it is fixed
        """The watermark in blocks, which holds whether anybody runs or not."""
        return {"watermark": self.spare_blocks} if self.spare_blocks else {}

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        return Paged(self.block_size, self.num_gpu_blocks)

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start; None for first come, first served."""
        return queue_rule_in_force(self).queue()

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then grow, admit, run, finish."""
        yield from replica.arrive(self.never_fits)
        yield from self.grow(replica)
        yield from self.admit(replica)
        yield from self.run(replica)
        yield from self.finish(replica)

    def never_fits(self, request: Request) -> NeverFits | None:
        """Who would need more blocks at its end than there are besides the watermark, never.

        The engine would let it wait for ever; here it is refused at its arrival.
        """
        needed = blocks_for(request.most_tokens, self.block_size)
        return never_beside(needed, self.num_gpu_blocks, self.watermark)

    def grow(self, replica: Replica) -> Iterator[events.Event]:
        """Each decode, oldest first, goes on only while a block is free, needed or not.

        It takes the block if it needs one. If none is free, the last running is preempted, possibly
        the one that asks: it frees all its blocks and goes to the front of the queue. It keeps its
        sent tokens and is recomputed. Prompts that run have all their blocks and never ask.
        """
        askers, memory = replica.due_to_grow(), replica.memory
        if memory.free_blocks > len(askers):
            if askers:
                yield replica.grow(askers)
            return
        needing = {*askers}
        for number in [*replica.running]:
            if number in replica.prefilling:
                continue
            while number in replica.running and not memory.free_blocks:
                victim, choice = choose(replica, self.victim, None)
                yield replica.preempt(victim, number, choice)
            if number in replica.running and number in needing:
                yield replica.grow([number])

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """The head is admitted while a slot, some budget, and blocks for all of it are there.

        The budget is what decodes and prompts that run leave of `chunk_size`. Blocks are for all
        that it knows, its prompt and after a preemption its sent tokens, and at least the
        watermark's must stay free, whether anybody runs or not. If it is not admitted, stop.
        """
        left = left_for(replica, self.chunk_size)
        while head := replica.queue.head:
            blocks = replica.memory.needed_at_most(head)
            if len(replica.running) >= self.max_num_seqs:
                held = replica.hold_head("slots", blocks)
            elif not left:
                why = f"0 of the chunk of {self.chunk_size:,} left"
                held = replica.hold_head("budget", blocks, why)
            elif blocks + self.spare_blocks > replica.memory.free_blocks:
                held = hold_for_blocks(replica, blocks, self.spare_blocks)
            else:
                left -= min(left, head.known_tokens)
                yield replica.admit_head(blocks)
                continue
            if held:
                yield held
            break

    def run(self, replica: Replica) -> Iterator[events.Event]:
        """One budget of `chunk_size` tokens: decodes first, one each, then prompts, oldest first.

        A prompt gets what is left, and goes on in the next step where it did not get all.
        """
        return work_in_order(replica, self.chunk_size)

    def finish(self, replica: Replica) -> Iterator[events.Event]:
        """A request that has sent all its tokens leaves after the step; its blocks are freed."""
        return leave(replica)
