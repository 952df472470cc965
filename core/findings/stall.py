"""Stall: from some step on nothing moves, although somebody waits or runs.

From its first step to the end of the run no token is processed and nobody is admitted, preempted,
grown or finished; requests may still arrive. A run that ended so is *stalled*: with nobody still to
arrive, nothing can ever change.
"""

from collections.abc import Iterator

from core.events import Arrived, Event, Held, Ran, Rejected
from core.explain import counted
from core.findings.finding import Finding, finding
from core.findings.look import Look, look_at, needed_blocks
from core.naming import visible
from core.run import Run

Still = Arrived | Rejected | Held | Ran


def stall(run: Run) -> Iterator[Finding]:
    """The standstill in which `run` ended, if it did; `jump` is the moment after its first step."""
    if run.status == "stalled":
        yield _found(look_at(*next(run.replay(_first(run)))))


def _first(run: Run) -> int:
    """The first step from which on nothing moved."""
    series = run.series
    worked = next((at for at in reversed(range(len(series))) if series.tokens[at]), -1)
    first = series.step[worked + 1]
    for replica, happened in run.replay(first):
        if not _is_still(happened):
            first = replica.clock.step + 1
    return first


def _is_still(happened: list[Event]) -> bool:
    return all(isinstance(event, Still) for event in happened)


def _found(look: Look) -> Finding:
    replica, memory = look.replica, look.replica.memory
    waiting = [queued.request.rid for queued in replica.queue]
    running = [state.request.rid for state in replica.running.values()]
    head = replica.queue.head
    numbers = {"waiting": len(waiting), "running": len(running), "first_step": look.step}
    who = f"{len(waiting):,} waiting, {len(running):,} running"
    if head is not None and memory.total_blocks:
        needed = needed_blocks(look, head)
        who += f", {visible(head.request.rid)} at the head needs {counted(needed, memory.unit)}, "
        who += f"{memory.free_blocks:,} of {memory.total_blocks:,} are free"
        numbers |= {"needed_blocks": needed, "free_blocks": memory.free_blocks}
        numbers |= {"total_blocks": memory.total_blocks}
        who += f": {replica.held_why}" if replica.held_why else ""
    title = f"nothing moves from step {look.step:,} on: {who}"
    return finding("stall", title, look.end, waiting + running, [look.step], **numbers)
