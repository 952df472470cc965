"""What a check looks at: one executed step of a run, with the limits its scheduler keeps."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from core.events import Event, Finished, Grew, Ran
from core.findings.finding import Finding, Jump
from core.lifecycle import Queued
from core.memory import Cached, Contiguous
from core.policies.admission import gate_names
from core.replica import Replica
from core.schedulers.names import BUDGETS, SLOTS
from core.schedulers.sarathi import Sarathi
from core.schedulers.sglang import SgLang
from core.schedulers.tensorrt import TensorRtLlm
from core.schedulers.tensorrt.knobs import STATIC_BATCH
from core.schedulers.vllm import Vllm
from core.schedulers.vllm_v0 import VllmV0

BY_BLOCKS = frozenset({"known_text", "first_chunk"})
"""Admission gates that look at nothing but free blocks, and the budget."""


class Limits(NamedTuple):
    """At most `slots` requests run and at most `budget` tokens are processed; None: no such cap.

    `fits_by_blocks`: with a slot free, who finds as many blocks free as it needs is admitted, if
    `spare_blocks` are free besides: while anybody runs or, if `spare_always`, whenever (then the
    reason of a head that is held has that sum in words). `longest` is the most tokens that a prompt
    gets in a step, 0 if there is no such cap. `plans`: a step is planned as vLLM does it, and a
    preemption ends that. `unit` tokens a chunk has at least, if it is not the last. `batches`:
    prompts in the middle of their chunks wait while anybody decodes. `estimates`: what those that
    decode may still take is set aside, and not for the next chunk of a prompt.
    """

    slots: int | None
    budget: int | None
    fits_by_blocks: bool = True
    spare_blocks: int = 0
    longest: int = 0
    plans: bool = False
    unit: int = 1
    batches: bool = False
    spare_always: bool = False
    estimates: bool = False

    def spare(self, replica: Replica) -> int:
        """Blocks that an admission to `replica` leaves free."""
        return self.spare_blocks if replica.running or self.spare_always else 0


def limits_of(scheduler: object) -> Limits:
    """The limits a scheduler's knobs set."""
    slots, budget = _knob(scheduler, SLOTS), _knob(scheduler, BUDGETS)
    if isinstance(scheduler, Vllm):
        return Limits(
            slots,
            budget,
            fits_by_blocks=scheduler.enable_chunked_prefill and scheduler.admission is None,
            spare_blocks=scheduler.spare_blocks,
            longest=scheduler.long_prefill_token_threshold,
            plans=True,
        )
    if isinstance(scheduler, TensorRtLlm):
        batches = scheduler.capacity_scheduler_policy == STATIC_BATCH
        return Limits(slots, budget, unit=scheduler.tokens_per_block, batches=batches)
    if isinstance(scheduler, SgLang):
        unit = scheduler.page_size
        return Limits(slots, budget, fits_by_blocks=False, unit=unit, estimates=True)
    slots = None if getattr(scheduler, "runs_beyond_slots", False) else slots
    if isinstance(scheduler, VllmV0 | Sarathi):
        spare = scheduler.spare_blocks
        return Limits(slots, budget, spare_blocks=spare, spare_always=True)
    named: object = getattr(scheduler, "admission", None)
    gates = gate_names(named) if isinstance(named, str | tuple) else ()
    return Limits(slots, budget, BY_BLOCKS.issuperset(gates))


def _knob(scheduler: object, names: Iterable[str]) -> int | None:
    found = (getattr(scheduler, name, None) for name in names)
    return next((knob for knob in found if isinstance(knob, int)), None)


class Look(NamedTuple):
    """Executed step number `step`, whole: its `events`, and the `replica` as they left it.

    `moves` are the events that say more than that decoding goes on, each with the moment right
    after it: everything but growths and the work. `tokens` were processed in it.
    """

    step: int
    replica: Replica
    events: Sequence[Event]
    moves: Sequence[tuple[Jump, Event]]
    tokens: int

    @property
    def end(self) -> Jump:
        """The moment after all its changes."""
        return Jump(self.step, len(self.events))

    @property
    def at_admission(self) -> "Room":
        """What the queue stood before: who finished in the step was still there."""
        left = [event for _, event in self.moves if isinstance(event, Finished)]
        replica, memory, blocks = self.replica, self.replica.memory, [e.blocks for e in left]
        free = memory.free_blocks - sum(map(len, blocks))
        piece = memory.largest_before(blocks) if isinstance(memory, Contiguous) else free
        return Room(replica.slots_taken + sum(event.slots for event in left), free, piece)


def look_at(replica: Replica, happened: Sequence[Event]) -> Look:
    """The look at the step that `replica` has just executed, in which `happened` everything."""
    step, tokens = replica.clock.step, 0
    moves: list[tuple[Jump, Event]] = []
    for number, event in enumerate(happened, 1):
        if isinstance(event, Ran):
            tokens += event.tokens
        elif not isinstance(event, Grew):
            moves.append((Jump(step, number), event))
    return Look(step, replica, happened, moves, tokens)


class Room(NamedTuple):
    """How many slots were taken and how many blocks were free, and of these in one `piece`.

    Where blocks need not lie together that is all of them.
    """

    taken: int
    free_blocks: int
    piece: int

    def has_slot(self, limits: Limits) -> bool:
        """Whether one more may run."""
        return limits.slots is None or self.taken < limits.slots


def needed_by_head(look: Look, head: Queued) -> int:
    """Blocks that `head` needs to be admitted: with a prefix cache what was counted for it."""
    replica = look.replica
    is_counted = isinstance(replica.memory, Cached) and replica.held and replica.held[0] is head
    return replica.held_blocks if is_counted else needed_blocks(look, head)


def needed_blocks(look: Look, queued: Queued) -> int:
    """Blocks that `queued` needs to be admitted, if it shares none."""
    return look.replica.memory.needed_at_most(queued)


class Check(Protocol):
    """Looks at every executed step of a run in order, and has findings at any time."""

    def see(self, look: Look) -> None:
        """Look at the next step."""
        ...

    def findings(self) -> Iterable[Finding]:
        """What was found so far, the worst first."""
        ...
