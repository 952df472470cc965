"""What must hold under admission gates: the limits they keep, worked out anew from the state."""

from core.lifecycle import Preempted, Queued
from core.memory.paged import blocks_for
from core.policies.admission import gate_names
from core.replica import Replica
from core.schedulers.driftwood import Driftwood


def check_gates(replica: Replica, scheduler: Driftwood, *, work_is_done: bool) -> None:
    """The promises are kept, and once the work is done a head is held for a cause that is so."""
    head, held = replica.queue.head, replica.held
    check_promises(replica, scheduler)
    if work_is_done:
        assert (held is None) == (head is None)
    if work_is_done and held is not None and head is not None:
        assert held[0] is head
        check_cause(replica, scheduler, head, held[1])


def check_batch(replica: Replica, scheduler: Driftwood) -> None:
    """A static batch's finished member holds a slot, in held_slots, and no block."""
    held = replica.held_slots
    assert scheduler.in_batches or not held
    assert all(member in list(replica.ended) for member in held)
    assert [member.finish for member in held] == sorted(member.finish for member in held)
    waiting = any(isinstance(state, Preempted) for state in replica.queue)
    assert not held or replica.running or waiting, "a batch that is over gives its slots back"
    if scheduler.in_batches and replica.running:
        assert all(end < member.finish for end in replica.batch_ends for member in held)


def check_promises(replica: Replica, scheduler: Driftwood) -> None:
    """Under `whole_life` the lives of all that run fit into the pool together."""
    if "whole_life" in gate_names(scheduler.admission):
        assert lives(replica, scheduler) <= replica.memory.total_blocks


def lives(replica: Replica, scheduler: Driftwood, *more: Queued) -> int:
    """Blocks of the whole lives of all that run, and of some more."""
    states = (*replica.running.values(), *more)
    requests = [state.request for state in states]
    return sum(
        blocks_for(r.prompt_len + r.output_len - 1, scheduler.block_size or 1) for r in requests
    )


def check_cause(replica: Replica, scheduler: Driftwood, head: Queued, cause: str) -> None:
    """Once the work is done: that the head was held for `cause` is so by some gate's own rule."""
    names, free = gate_names(scheduler.admission), replica.memory.free_blocks
    taken = len(replica.running) + len(replica.held_slots)
    if cause == "slots":
        assert taken == scheduler.max_running or "static" in names
    elif cause == "budget":
        assert "first_chunk" in names
        assert replica.ran.tokens == scheduler.token_budget
        assert taken < scheduler.max_running
    else:
        assert cause == "blocks"
        assert taken < scheduler.max_running or scheduler.max_overtakes, "who passed has the slot"
        promised = "whole_life" in names and lives(replica, scheduler, head)
        mark = scheduler.watermark_blocks or 0
        short = replica.held_blocks > free - (mark if replica.running else 0)
        assert short or promised > replica.memory.total_blocks
