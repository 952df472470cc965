"""The schedule of one executed step, in the shape in which real engines' schedules are recorded."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from core import events
from core.lifecycle import Decoding
from core.replica import Replica


@dataclass(frozen=True, slots=True)
class Record:
    """What was scheduled in `step`: tokens by rid in scheduling order.

    `blocks_used` and `waiting` are read when the work is done, before anything finishes.
    `running` and `emitted` are rids in order of admission: who ran, and who sent a token.
    `preempted` rids are sorted.
    """

    step: int
    scheduled: dict[str, int] = field(default_factory=dict)
    blocks_used: int = 0
    preempted: tuple[str, ...] = ()
    waiting: int = 0
    running: tuple[str, ...] = ()
    emitted: tuple[str, ...] = ()
    tokens: int = 0


def record_of(
    replica: Replica, happened: list[events.Event], *, in_running_order: bool = False
) -> Record:
    """The record of the step in which `happened` so far, its work just done.

    Decodes were scheduled before prompts, both in order of admission; or, if `in_running_order`,
    everyone was.
    """
    states = replica.running.values()
    decoding = [state for state in states if isinstance(state, Decoding)]
    if replica.ran.stalled:
        decoding = [state for state in decoding if state.completed == replica.clock.step]
        scheduled = {}
    else:
        tick = replica.clock.tick
        scheduled = {state.request.rid: 1 for state in decoding if state.since < tick}
    chunks = (e for e in happened if isinstance(e, events.Chunk | events.FirstToken))
    scheduled.update({chunk.rid: chunk.tokens for chunk in chunks})
    if in_running_order:
        rids = (state.request.rid for state in states)
        scheduled = {rid: scheduled[rid] for rid in rids if rid in scheduled}
    return Record(
        step=replica.clock.step,
        scheduled=scheduled,
        blocks_used=replica.used_at_run,
        preempted=tuple(sorted(e.rid for e in happened if isinstance(e, events.Preempted))),
        waiting=len(replica.queue),
        running=tuple(state.request.rid for state in states),
        emitted=tuple(state.request.rid for state in decoding if state.since <= replica.clock.tick),
        tokens=replica.ran.tokens,
    )


def executed(
    step: Iterable[events.Event], replica: Replica, *, in_running_order: bool = False
) -> Record:
    """Execute `step` of `replica` and note its schedule, as it stands when its work is done."""
    happened: list[events.Event] = []
    record = Record(step=replica.clock.step)
    with suppress(Exception):  # only the step in which a run failed raises
        for event in step:
            happened.append(event)
            if isinstance(event, events.Ran):
                record = record_of(replica, happened, in_running_order=in_running_order)
    return record
