"""nano-vllm: who arrives, then prompts alone, or the first decodes if there are none.

Source: nano-vllm's scheduler and block manager, as read; no schedules were recorded from it. Its
prefix cache is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar

from core import events
from core.lifecycle import Decoding, NeverFits
from core.memory import Memory, Paged
from core.policies import QueuePolicy, VictimPolicy, choose, queue_rule_in_force
from core.replica import Replica
from core.replica.queues import WaitingQueue
from core.request import Fault, Request
from core.schedulers.driftwood.prefill_first import prefill_first
from core.schedulers.modified import called, policy_faults
from core.schedulers.own_knobs import knobs_of
from core.schedulers.sourced import count_faults
from core.schedulers.work import leave, work_in_order

COUNTS = ("num_kvcache_blocks", "max_num_seqs", "max_num_batched_tokens", "kvcache_block_size")


def nano_vllm_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    yield from count_faults(knobs, COUNTS)
    yield from policy_faults(knobs)


@dataclass(frozen=True)
class NanoVllm:
    """Prompts first and alone, of which only the first may be split; slots cap a step's batch.

    The names of the knobs are the engine's; `num_kvcache_blocks` is what requests can own.
    `victim` and `queue` are policies in the place of the engine's own, with what an order takes.
    """

    num_kvcache_blocks: int
    _: KW_ONLY
    max_num_seqs: int = 512
    max_num_batched_tokens: int = 16384
    kvcache_block_size: int = 256
    victim: str | VictimPolicy | None = None
    queue: str | QueuePolicy | None = None
    aging: float | None = None
    weights: Mapping[str, int] | None = field(default=None, hash=False)

    prefill: ClassVar[str] = "first"
    ranks_as_listed: ClassVar[bool] = True
    runs_beyond_slots: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """`nano-vllm`; "modified" where a policy is not its own."""
        return called("nano-vllm", self)

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        for fault in nano_vllm_faults(knobs_of(self)):
            raise fault.error(fault.message)

    @property
    def token_budget(self) -> int:
        """Tokens processed in one step at most."""
        return self.max_num_batched_tokens

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        return Paged(self.kvcache_block_size, self.num_kvcache_blocks)

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start; None for first come, first served."""
        return queue_rule_in_force(self).queue()

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, admit; then prompts alone, or grow and decode; finish."""
        return prefill_first(self, replica)

    def never_fits(self, request: Request) -> NeverFits | None:  # noqa: ARG002 - nobody is refused
        """Nobody is refused: who does not fit into the whole pool waits at the head for ever.

        The engine crashes when nobody can go on; here the run ends stalled.
        """
        return None

    def admit(self, replica: Replica) -> Iterator[events.Event]:
        """The head is admitted while this step's batch has room, budget is left, and blocks fit.

        The batch is at most `max_num_seqs` prompts, whoever decodes: they do not cap those that
        run. Blocks are for all that it knows, its prompt and after a preemption its sent tokens.
        Only the first of the batch may be split, else all of it must be within the budget left. If
        it is not admitted, stop. A prompt that was split is the first of the next batch (the engine
        keeps it at the head of the queue meanwhile, with its blocks; here it runs).
        """
        left = self.max_num_batched_tokens
        for state in replica.prefilling.values():
            left -= min(left, state.known_tokens - state.computed_tokens)
        while head := replica.queue.head:
            batch, tokens = len(replica.prefilling), head.known_tokens
            blocks = replica.memory.needed_at_most(head)
            if batch >= self.max_num_seqs:
                why = f"this step's batch has all its {self.max_num_seqs:,} prompts"
                held = replica.hold_head("slots", blocks, why)
            elif not left or (batch and tokens > left):
                why = f"{tokens:,} tokens, {left:,} of the budget left: only the first is split"
                held = replica.hold_head("budget", blocks, why)
            elif blocks > replica.memory.free_blocks:
                held = replica.hold_head("blocks", blocks)
            else:
                left -= min(left, tokens)
                yield replica.admit_head(blocks)
                continue
            if held:
                yield held
            break

    def grow(self, replica: Replica) -> Iterator[events.Event]:
        """In a step without prompts the first `max_num_seqs` decode, and take the blocks they need.

        They go in order of admission. If no block is free, the last running is preempted, whether
        it decodes in this step or not, possibly the one that asks: it frees all its blocks and goes
        to the front of the queue. It keeps its sent tokens and is recomputed. Those behind the
        first `max_num_seqs` keep their blocks and get no token until one before them is done.
        """
        if replica.prefilling:
            return
        running, askers, most = replica.running, replica.due_to_grow(), self.max_num_seqs
        is_batch = not replica.unscheduled and len(running) <= most
        if is_batch and len(askers) <= replica.memory.free_blocks:
            if askers:
                yield replica.grow(askers)
            return
        batch: list[int] = []
        for number in [*running]:
            state = running.get(number)
            if not isinstance(state, Decoding):
                continue  # it made room
            if len(batch) >= most:
                replica.pause(number, state)
                continue
            before = replica.preemptions
            yield from self._go_on(replica, number, state)
            batch.append(number)
            if replica.preemptions > before:
                batch = [each for each in batch if each in running]

    def _go_on(self, replica: Replica, number: int, state: Decoding) -> Iterator[events.Event]:
        """A decode of this step's batch takes a block if it needs one, or goes."""
        memory = replica.memory
        computed = state.computed_tokens(replica.clock.tick)
        needs = memory.needed(computed + 1) > len(memory.table(number))
        while needs and number in replica.running and not memory.free_blocks:
            victim, choice = choose(replica, self.victim, None)
            yield replica.preempt(victim, number, choice)
        if number not in replica.running:
            return
        if number in replica.unscheduled:
            replica.resume(number, state)
        if needs:
            yield replica.grow([number])

    def run(self, replica: Replica) -> Iterator[events.Event]:
        """Prompts alone, in order of admission; else each decode of the batch, one token."""
        return work_in_order(replica, self.max_num_batched_tokens)

    def finish(self, replica: Replica) -> Iterator[events.Event]:
        """A request that has sent all its tokens leaves after the step; its blocks are freed."""
        return leave(replica)
