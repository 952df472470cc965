"""The brief's scheduler: arrive, then grow, admit, run, finish.

`core.schedulers.prefill_first` has the order of a step in which prompts go before decodes.

Read it from top to bottom as the rules of one step.

Source: the brief of this project. The docstrings of the phases are the rules, word for word as in
the README.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from itertools import chain

from core import events
from core.lifecycle import NeverFits
from core.memory import Contiguous, Memory, MemoryModel, Paged, Shared, Unlimited
from core.memory.model import BY_DEFAULT
from core.memory.paged import blocks_for
from core.policies import QueuePolicy, VictimPolicy, choose, queue_rule_in_force
from core.policies.admission import DEFAULT, Admission, admission_of, gate_names
from core.policies.urgent import RoomForUrgent, Urgency
from core.replica import OnPreempt, Replica, Terms
from core.replica.queues import WaitingQueue
from core.request import Request
from core.schedulers.chunked import grow_chunks, run_chunks
from core.schedulers.knobs import driftwood_faults
from core.schedulers.prefill_first import prefill_first


@dataclass(frozen=True)
class Driftwood:
    """Continuous batching over paged memory with chunked prefill.

    At most `max_running` requests run.

    Memory is `num_blocks` blocks of `block_size` tokens, or unlimited without both; `memory` says
    more of it (bytes, or another model). With `prefix_sharing` requests that run together share the
    full blocks of equal prompts.
    `token_budget` caps the tokens processed in one step. `victim` puts another policy in the place
    of "the most recently admitted", by name or as an object, and `victim_guard` spares who has sent
    fewer tokens since its admission while anyone else can go (`core.policies`). `admission` names
    the gates that must all let a request in, with `watermark_blocks` for the one of that name
    (`core.policies.admission`).

    `queue` puts another order in the place of first come, first served, by name or as an object.
    By priority, `aging` so much waiting is worth a level, and with `preempt_for_urgent` those who
    are less urgent make room for a head that is held, at admission. In turns, `weights` are those
    of a tenant in a row. Skipping ahead, a request is passed `max_overtakes` times at most.

    `prefill` says what prompts get beside decodes: `mixed` (the rest of the budget), `first` (they
    go alone, decodes stand still) or `last` (nothing while anybody decodes). `on_preempt` says what
    a victim keeps: `keep` (the sent tokens), `discard` (nothing) or `swap` (the cache as well, in
    host memory, at `swap_ms_per_block` a block each way). Raises
    `TypeError` or `ValueError` for settings that make no sense.
    """

    max_running: int
    block_size: int | None = None
    num_blocks: int | None = None
    token_budget: int | None = None
    victim: str | VictimPolicy | None = None
    victim_guard: int | None = None
    memory: MemoryModel | None = None
    prefix_sharing: bool | None = None
    admission: str | Sequence[str] | None = None
    watermark_blocks: int | None = None
    queue: str | QueuePolicy | None = None
    aging: float | None = None
    weights: Mapping[str, int] | None = field(default=None, hash=False)
    max_overtakes: int | None = None
    preempt_for_urgent: bool | None = None
    prefill: str | None = None
    on_preempt: OnPreempt | None = None
    swap_ms_per_block: float | None = None

    def __post_init__(self) -> None:
        """Refuse settings that make no sense, before anything runs."""
        knobs = {field.name: getattr(self, field.name) for field in fields(self)}
        for fault in driftwood_faults(knobs):
            raise fault.error(fault.message)
        if self.admission is not None:
            names = gate_names(self.admission)
            object.__setattr__(self, "admission", names if names[1:] else names[0])
        if self.weights is not None:
            object.__setattr__(self, "weights", {**self.weights})

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start; None for first come, first served."""
        return queue_rule_in_force(self).queue()

    @cached_property
    def gates(self) -> Admission | None:
        """The gates in force; None for the brief's own, whose rule `admit` is."""
        is_plain = gate_names(self.admission) == DEFAULT
        if is_plain and not self.preempt_for_urgent and not self.max_overtakes:
            return None
        knobs = (self.max_running, self.token_budget, self.watermark_blocks)
        gates = admission_of(self.admission, *knobs)
        urgency = Urgency(self.aging, self.victim_guard or 0)
        room = RoomForUrgent(urgency, self.victim, self.terms) if self.preempt_for_urgent else None
        return gates._replace(room=room, skips=bool(self.max_overtakes))

    @cached_property
    def chunk_budget(self) -> int | None:
        """The budget by which prompts take their blocks chunk by chunk; None if all at once."""
        return self.token_budget if "first_chunk" in gate_names(self.admission) else None

    @cached_property
    def in_batches(self) -> bool:
        """Whether a slot is given back only when the whole batch is done."""
        return "static" in gate_names(self.admission)

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        model = self.memory or BY_DEFAULT
        size, blocks = model.size_in_tokens or 0, self.num_blocks
        if model.is_contiguous:
            return Contiguous(size, model)
        if self.block_size is None:
            return Unlimited(model)
        kind = Shared if self.prefix_sharing else Paged
        return kind(self.block_size, size // self.block_size if blocks is None else blocks, model)

    def never_fits(self, request: Request) -> NeverFits | None:
        """A request that needs more blocks than the pool has could never run, even alone."""
        if self.block_size is None or self.num_blocks is None:
            return None if self.memory is None else self.new_memory().never_fits(request)
        if request.prompt_len + request.output_len - 1 <= self.num_blocks * self.block_size:
            return None
        return NeverFits(blocks_for(request.most_tokens, self.block_size), self.num_blocks)

    @cached_property
    def terms(self) -> Terms:
        """What becomes of a victim's progress."""
        return Terms(self.on_preempt or "keep", self.swap_ms_per_block or 0.0)

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then grow, admit, run, finish."""
        if self.prefill == "first":
            work = (prefill_first(self, replica),)
            return chain(replica.arrive(self.never_fits), *work, self.finish(replica))
        return chain(
            replica.arrive(self.never_fits),
            self.grow(replica),
            self.admit(replica),
            self.run(replica),
            self.finish(replica),
        )

    def grow(self, replica: Replica) -> Iterator[events.Event]:
        """Each decoding request, oldest first, takes one more block if it needs one.

        If none is free, the most recently admitted running request is preempted (possibly the one
        asking): all its blocks are freed and it goes to the front of the waiting queue. It keeps
        the tokens it has sent and rebuilds its cache later. Repeat until a block is free or the
        asker itself went.
        """
        if self.chunk_budget:
            chooses = partial(choose, victim=self.victim, guard=self.victim_guard)
            yield from grow_chunks(replica, self.chunk_budget, chooses, self.terms)
            return
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
        if self.gates is not None:
            yield from self.gates.admit(replica)
            return
        queue, memory, running = replica.queue, replica.memory, replica.running
        while head := queue.head:
            blocks = memory.needed_by(head, running)
            if len(running) >= self.max_running:
                held = replica.hold_head("slots", blocks)
            elif not memory.fits(blocks):
                held = replica.hold_head("blocks", blocks)
            else:
                yield replica.admit_head(blocks)
                if self.prefix_sharing and (hit := replica.hit_prefix(head)):
                    yield hit
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
        if self.chunk_budget:
            yield from run_chunks(replica, self.chunk_budget, last=self.prefill == "last")
            return
        budget, processed = self.token_budget, replica.decoding
        waits = processed > 0 and self.prefill == "last"
        for state in [*replica.prefilling.values()] if not waits else ():
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
            yield replica.finish(number, in_batch=self.in_batches)
