"""Why a run stands still, in a sentence."""

from core.naming import counted, visible
from core.replica import Replica

NOBODY = "nobody still to arrive"


def stalled(replica: Replica) -> str:
    """Who waits and runs in `replica`, in which nothing can change any more."""
    head = replica.queue.head
    who = f"{len(replica.queue)} waiting, {len(replica.running)} running"
    rid = "nobody" if head is None else visible(head.request.rid)
    left = len(replica.arrivals.times) - replica.arrived  # a scheduler may forget its arrivals
    coming = f"{counted(left, 'request')} that no step has let arrive" if left else NOBODY
    return f"nothing can change any more: {who}, {rid} at the head, {coming}"
