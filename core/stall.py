"""Why a run stands still, in a sentence."""

from core.naming import visible
from core.replica import Replica


def stalled(replica: Replica) -> str:
    """Who waits and runs in `replica`, in which nothing can change any more."""
    head = replica.queue.head
    who = f"{len(replica.queue)} waiting, {len(replica.running)} running"
    rid = "nobody" if head is None else visible(head.request.rid)
    return f"nothing can change any more: {who}, {rid} at the head, nobody still to arrive"
