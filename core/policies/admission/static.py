"""`static`: requests come in as a batch, and nobody joins it until it is done."""

from core.lifecycle import Preempted, Prefilling, Queued, Running
from core.naming import visible
from core.policies.admission.gate import Refusal
from core.replica import Replica


def static(replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:  # noqa: ARG001 - a gate's shape
    """Only while the batch forms: in a step at whose start nobody held a slot.

    A member that has finished keeps its slot until all of them have, and a preempted one that waits
    has not; then every slot is given back at once. Who was preempted is a member, so it may always
    come back. Nobody starves: a batch comes to its end, and the head is in the next one.
    """
    if isinstance(queued, Preempted) or _forms(replica):
        return None
    members = list(replica.running.values())
    until = visible(members[0].request.rid) if len(members) == 1 else f"its last {len(members):,}"
    ends = f"{until} {'ends' if len(members) == 1 else 'end'}" if members else "it is done"
    return Refusal("slots", f"the batch runs until {ends}")


def _forms(replica: Replica) -> bool:
    """Whether everyone who holds a slot came in in this very step."""
    if replica.held_slots:
        return False
    first = next(iter(replica.running.values()), None)
    return first is None or _admitted(first) == replica.clock.step


def _admitted(state: Running) -> int:
    begun = state if isinstance(state, Prefilling) else state.prefilling
    return begun.admitted
