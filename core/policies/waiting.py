"""Who waits, as a user's own queue order sees them: values that it can read and not change."""

from typing import NamedTuple

from core.lifecycle import Preempted, Queued


class WaitingRequest(NamedTuple):
    """A request that joins the queue.

    `arrival` is in steps, or in milliseconds where the workload is timed. `emitted` tokens were
    sent before it was preempted, `known_tokens` are its prompt and these; `preemptions` are those
    it has suffered. `since` is the step in which it begins to wait. How long its answer will be is
    not among it: no scheduler knows that.
    """

    rid: str
    arrival: float
    prompt_len: int
    emitted: int
    known_tokens: int
    priority: int
    tenant: str
    preemptions: int
    since: int


def waiting_request(queued: Queued) -> WaitingRequest:
    """What an order may see of `queued`."""
    request, preemptions = queued.request, 0
    if isinstance(queued, Preempted):
        preemptions = queued.past.preemptions
    return WaitingRequest(
        rid=request.rid,
        arrival=request.arrived,
        prompt_len=request.prompt_len,
        emitted=queued.known_tokens - request.prompt_len,
        known_tokens=queued.known_tokens,
        priority=request.priority,
        tenant=request.tenant,
        preemptions=preemptions,
        since=queued.since,
    )
