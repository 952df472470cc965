"""Who could be preempted, as a victim policy sees them: values that it can read and not change."""

from typing import Literal, NamedTuple, TypeAlias

from core.lifecycle import Prefilling, Running
from core.replica import Replica

RunningName: TypeAlias = Literal["prefilling", "decoding"]


class Candidate(NamedTuple):
    """A running request at the moment somebody needs its place.

    `admission` is the number of its admission in the run: a larger one was admitted later.
    `emitted` tokens were sent in all, `emitted_since` of them since this admission.
    `computed_tokens` of its `known_tokens` (prompt and sent tokens) are in its cache: what would be
    lost; `blocks` would come free: those it owns, save what it shares. `preemptions` are those it
    has suffered. `priority` is smaller for the more urgent, `tenant` whose request it is; `arrival`
    is in steps, or in milliseconds where the workload is timed; `place` is its place in the order
    of arrival, from 0. How long it will still run is not among it: no scheduler knows that.
    """

    rid: str
    state: RunningName
    admission: int
    prompt_len: int
    emitted: int
    emitted_since: int
    computed_tokens: int
    known_tokens: int
    blocks: int
    preemptions: int
    priority: int = 0
    tenant: str = ""
    arrival: float = 0
    place: int = 0


def candidates(replica: Replica) -> list[Candidate]:
    """Every running request of `replica`, the one admitted last first."""
    return [_candidate(state, replica) for state in reversed(replica.running.values())]


def _candidate(state: Running, replica: Replica) -> Candidate:
    if isinstance(state, Prefilling):
        return _made("prefilling", state, state.emitted, state.computed_tokens, replica)
    tick = replica.clock.tick
    emitted, computed = state.emitted(tick), state.computed_tokens(tick)
    return _made("decoding", state.prefilling, emitted, computed, replica)


def _made(
    name: RunningName, begun: Prefilling, emitted: int, computed: int, replica: Replica
) -> Candidate:
    """The candidate whose admission has `begun` so."""
    request = begun.request
    return Candidate(
        rid=request.rid,
        state=name,
        admission=begun.admission,
        prompt_len=request.prompt_len,
        emitted=emitted,
        emitted_since=emitted - begun.emitted,
        computed_tokens=computed,
        known_tokens=request.prompt_len + emitted,
        blocks=replica.memory.freeable(begun.admission),
        preemptions=begun.earlier.preemptions,
        priority=request.priority,
        tenant=request.tenant,
        arrival=request.arrived,
        place=replica.arrivals.rank(request),
    )
