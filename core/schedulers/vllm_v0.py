"""vLLM's V0 scheduler (0.9): who arrives, then prompts alone, or decodes if there are none.

Source: vLLM 0.9's scheduler and block manager, as read; no schedules were recorded from it. Chunked
prefill, swapping and prefix caching are off, as they were unless somebody turned them on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar

from core import events
from core.lifecycle import NeverFits
from core.memory import Memory, Paged
from core.memory.paged import blocks_for
from core.policies import QueuePolicy, VictimPolicy, queue_rule_in_force
from core.replica import Replica
from core.replica.queues import WaitingQueue
from core.request import Fault, Request
from core.schedulers.driftwood.prefill_first import prefill_first
from core.schedulers.modified import called, policy_faults
from core.schedulers.own_knobs import knobs_of
from core.schedulers.sourced import budget_faults, count_faults, share_faults
from core.schedulers.watermark import hold_for_blocks, never_beside, spare_blocks
from core.schedulers.work import grow_in_order, leave, work_in_order

COUNTS = ("num_gpu_blocks", "max_num_seqs", "max_num_batched_tokens", "block_size")
DEFAULTS = {"max_num_seqs": 256}
LEAST_BUDGET = 2048
"""Tokens of a step at least, where their number is not given."""


def vllm_v0_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    yield from count_faults(knobs, COUNTS)
    given = {**DEFAULTS, **{key: knob for key, knob in knobs.items() if knob is not None}}
    yield from budget_faults(given, "max_num_batched_tokens", "max_num_seqs")
    yield from share_faults(knobs)
    yield from policy_faults(knobs)


@dataclass(frozen=True)
class VllmV0:
    """Prompts first, whole and alone; paged memory with a watermark on admission.

    The names of the knobs are vLLM's; `num_gpu_blocks` is what requests can own. Without
    `max_num_batched_tokens` a step has 2,048, or what the longest request may have that the pool
    has room for, if that is more: the engine's own default is the length of its model's context.
    `victim` and `queue` are policies in the place of the engine's own, with what an order takes.
    """

    num_gpu_blocks: int
    _: KW_ONLY
    max_num_seqs: int = 256
    max_num_batched_tokens: int | None = None
    block_size: int = 16
    watermark: float = 0.01
    victim: str | VictimPolicy | None = None
    queue: str | QueuePolicy | None = None
    aging: float | None = None
    weights: Mapping[str, int] | None = field(default=None, hash=False)

    prefill: ClassVar[str] = "first"
    ranks_as_listed: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """`vllm-v0`; "modified" where a policy is not its own."""
        return called("vllm-v0", self)

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in vllm_v0_faults(knobs_of(self)):
            raise fault.error(fault.message)

    @property
    def token_budget(self) -> int:
        """Tokens processed in one step at most."""
        given = self.max_num_batched_tokens
        room = self.num_gpu_blocks * self.block_size
        return max(LEAST_BUDGET, room, self.max_num_seqs) if given is None else given

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
        """One step: who arrives, admit; then prompts alone, or grow and decode; finish."""
        return prefill_first(self, replica)

    def never_fits(self, request: Request) -> NeverFits | None:
        """Who would at its end leave fewer blocks of the whole pool free than the watermark, never.

        Nor who may have to be rebuilt with more tokens than a step has, since nothing is split. The
        engine finds that out when it comes to it; here it is refused at its arrival.
        """
        most, budget = request.most_tokens, self.token_budget
        if most > budget:
            return NeverFits(most, budget, "step")
        return never_beside(blocks_for(most, self.block_size), self.num_gpu_blocks, self.watermark)

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """The head is admitted while a slot, budget for all of it, and blocks are there.

        Budget and blocks are for all that it knows: its prompt, and after a preemption its sent
        tokens. At least the watermark's blocks must stay free, whether anybody runs or not. If it
        is not admitted, stop: nobody skips ahead. Whoever comes in, nobody decodes in that step.
        """
        left = self.token_budget
        while head := replica.queue.head:
            tokens, blocks = head.known_tokens, replica.memory.needed_at_most(head)
            if len(replica.running) >= self.max_num_seqs:
                held = replica.hold_head("slots", blocks)
            elif tokens > left:
                why = f"needs {tokens:,} tokens in one step, {left:,} of the budget left"
                held = replica.hold_head("budget", blocks, why)
            elif blocks + self.spare_blocks > replica.memory.free_blocks:
                held = hold_for_blocks(replica, blocks, self.spare_blocks)
            else:
                left -= tokens
                yield replica.admit_head(blocks)
                continue
            if held:
                yield held
            break

    def grow(self, replica: Replica) -> Iterator[events.Event]:
        """In a step without prompts each decode, oldest first, takes one more block if it needs it.

        If none is free, the last running is preempted, possibly the one that asks: it frees all its
        blocks and goes to the front of the queue. It keeps its sent tokens and is recomputed.
        """
        return grow_in_order(replica, self.victim)

    def run(self, replica: Replica) -> Iterator[events.Event]:
        """Prompts are processed whole, and nobody decodes beside them; else each decode, one token.

        The watermark does not count here: decodes may use the last block.
        """
        return work_in_order(replica, self.token_budget)

    def finish(self, replica: Replica) -> Iterator[events.Event]:
        """A request that has sent all its tokens leaves after the step; its blocks are freed."""
        return leave(replica)
