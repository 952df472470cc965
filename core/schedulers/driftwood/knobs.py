"""The knobs of the brief's scheduler: their check, and what is derived from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

from core.memory import Contiguous, Memory, MemoryModel, Paged, Shared, Unlimited
from core.memory.model import BY_DEFAULT
from core.policies import QueuePolicy, VictimPolicy, queue_rule_in_force
from core.policies.admission import DEFAULT, Admission, admission_of, gate_names, names_kept
from core.policies.urgent import RoomForUrgent, Urgency
from core.replica import OnPreempt, Terms
from core.replica.queues import WaitingQueue
from core.schedulers.knobs import driftwood_faults


@dataclass(frozen=True)
class Knobs:
    """What may be set of the scheduler.

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
        object.__setattr__(self, "admission", names_kept(self.admission))
        if self.weights is not None:
            object.__setattr__(self, "weights", {**self.weights})

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

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start; None for first come, first served."""
        return queue_rule_in_force(self).queue()

    @cached_property
    def gates(self) -> Admission | None:
        """The gates in force; None for the brief's own, whose rule `admit` is."""
        is_plain = gate_names(self.admission) == DEFAULT
        if is_plain and not self.preempt_for_urgent and not self.max_overtakes:
            return None
        urgency = Urgency(self.aging, self.victim_guard or 0)
        room = RoomForUrgent(urgency, self.victim, self.terms) if self.preempt_for_urgent else None
        return self.named_gates._replace(room=room, skips=bool(self.max_overtakes))

    @property
    def named_gates(self) -> Admission:
        """The gates that `admission` names, the brief's own too; they tell of hits."""
        limits = (self.max_running, self.token_budget, self.watermark_blocks)
        return admission_of(self.admission, *limits)

    @cached_property
    def chunk_budget(self) -> int | None:
        """The budget by which prompts take their blocks chunk by chunk; None if all at once."""
        return self.token_budget if "first_chunk" in gate_names(self.admission) else None

    @cached_property
    def in_batches(self) -> bool:
        """Whether a slot is given back only when the whole batch is done."""
        return "static" in gate_names(self.admission)

    @cached_property
    def terms(self) -> Terms:
        """What becomes of a victim's progress."""
        return Terms(self.on_preempt or "keep", self.swap_ms_per_block or 0.0)
