"""Wrong rules of standing still, of what a victim keeps and of clients that leave.

Each is what takes the place of which part of the engine.
"""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from core import events
from core.lifecycle import Decoding, Finished, NeverFits, Preempted, Running
from core.past import OnHost, Past, Stay
from core.replica import LeavingReplica, Replica
from core.replica.keeping import KeepingReplica
from core.request import Request
from core.schedulers.driftwood.prefill_first import Phases, work_of


class Wrong(NamedTuple):
    """`part` takes the place of what is at `path`; the checks named in `caught_by` find it."""

    path: str
    part: object
    caught_by: str


CLOSE, SWAP_IN, COPY = KeepingReplica.close_stalled, KeepingReplica._swap_in, Replica.copy
SWAP_OUT, DISCARD = Decoding.swap_out, Decoding.discard
CANCEL, ARRIVE = LeavingReplica._cancel, LeavingReplica.arrive
CANCEL_RUNNING = LeavingReplica._cancel_running


# Standing still


def stalled_steps_tick(replica: Replica, tokens: int, stalled: int) -> events.Ran:
    """Those who stand still send a token all the same."""
    ran = CLOSE(replica, tokens, stalled)
    replica.clock.tick += 1
    replica.clock.ticked_at = replica.clock.step
    return ran


def stalled_steps_are_no_gap(replica: Replica, tokens: int, stalled: int) -> events.Ran:
    """Nobody writes down that they stood still."""
    before = replica.stalls.copy()
    ran = CLOSE(replica, tokens, stalled)
    replica.stalls = before
    return ran


def decodes_grow_first(scheduler: Phases, replica: Replica) -> Iterator[events.Event]:
    """Decodes take their blocks before anybody is admitted, also in a step they stand still in."""
    yield from scheduler.grow(replica)
    yield from work_of(scheduler, replica)


def nobody_enters_late(replica: Replica) -> None:
    """Who was swapped in after the others grew never grows."""
    replica.entering, replica.after_admission = (), False


def displaced_without_a_cause(replica: Replica) -> None:
    """A head before whom a victim comes to stand in a step has waited for its turn in it."""
    replica.after_admission = False


# What a victim keeps


def keeps_the_count(state: Decoding, step: int, tick: int, ticked_at: int) -> Preempted:
    """Throws the tokens away and goes on counting from them."""
    lost = DISCARD(state, step, tick, ticked_at)
    return Preempted(lost.request, lost.past, state.emitted(tick), step)


def forgets_the_first_token(state: Decoding, step: int, tick: int, ticked_at: int) -> Preempted:
    """The first token of its second life is its first."""
    past = state.past_until(step, tick, ticked_at)
    computed, sent = state.computed_tokens(tick), state.emitted(tick)
    lost = past.after_preemption(computed, sent)
    kept = (lost.last_token, lost.longest_gap, lost.waited, lost.unserved, lost.admitted)
    fresh = Past(lost.preemptions, lost.recomputed_tokens, None, *kept, lost.discarded_tokens)
    return Preempted(state.request, fresh, 0, step)


def forgets_the_last_token(
    state: Decoding, step: int, tick: int, ticked_at: int, copied: OnHost
) -> Preempted:
    """What was sent last, and is not in the cache yet, is lost on the way out."""
    out = SWAP_OUT(state, step, tick, ticked_at, copied)
    return Preempted(out.request, out.past, max(1, out.emitted - 1), step, copied)


def loses_a_block(
    replica: Replica, head: Preempted, copied: OnHost, stay: Stay, blocks: int, *, begins: bool
) -> events.Admitted:
    """One block fewer is taken on the way in."""
    return SWAP_IN(replica, head, copied, stay, max(0, blocks - 1), begins=begins)


def comes_in_for_nothing(replica: Replica, copied: OnHost) -> None:
    """Moving costs nothing."""
    del replica, copied


def grows_a_tick_late(replica: Replica, number: int, known: int) -> None:
    """Who is swapped in takes its next block a tick late."""
    if grows_by := replica.memory.grows_by:
        replica._grow_at.join(number, replica.clock.tick + 3 + -known % grows_by)


def shares_the_pauses(replica: Replica) -> Replica:
    """Writes down the pauses of a replay with those of the run."""
    twin = COPY(replica)
    twin.paused, twin.stalls = replica.paused, replica.stalls
    return twin


# Clients that leave


def keeps_its_blocks(replica: LeavingReplica, number: int, state: Running) -> events.Cancelled:
    """Who leaves gives up its slot alone."""
    memory = replica.memory
    kept = memory.copy()
    told = CANCEL_RUNNING(replica, number, state)
    replica.memory = kept
    return told


def stays_due(replica: LeavingReplica, number: int, state: Running) -> events.Cancelled:
    """Who leaves is still to finish one day."""
    told = CANCEL_RUNNING(replica, number, state)
    if isinstance(state, Decoding):
        replica._finish_at.enter(number, state.last_tick)
    return told


def leaves_its_entries(replica: LeavingReplica, number: int, state: Running) -> events.Cancelled:
    """The step is charged for the cache of who has left."""
    before = replica.kv_tokens
    told = CANCEL_RUNNING(replica, number, state)
    replica.kv_tokens = before
    return told


def cancels_the_ended(replica: LeavingReplica, request: Request) -> Iterator[events.Cancelled]:
    """Who has finished leaves as well."""
    for ended in replica.ended:
        if isinstance(ended, Finished) and ended.request is request:
            replica.cancellations += 1
            yield events.Cancelled(request.rid, (), request.output_len)
            return
    yield from CANCEL(replica, request)


def spares_the_prefilling(replica: LeavingReplica, request: Request) -> Iterator[events.Cancelled]:
    """Nobody leaves in the middle of a prompt."""
    if all(state.request is not request for state in replica.prefilling.values()):
        yield from CANCEL(replica, request)


def leaves_after_arrivals(
    replica: LeavingReplica, never_fits: Callable[[Request], NeverFits | None]
) -> Iterator[events.Event]:
    """Who leaves does so after the others have come."""
    told = list(ARRIVE(replica, never_fits))
    yield from sorted(told, key=lambda event: event.kind == "cancelled")


STALLED = "core.replica.keeping.KeepingReplica"
LEAVING = "core.replica.leaving.LeavingReplica"
STATE = "core.lifecycle.Decoding"

MUTANTS: Mapping[str, Wrong] = {
    "stalled steps tick": Wrong(
        f"{STALLED}.close_stalled", stalled_steps_tick, "naive told invariants laws"
    ),
    "stalled steps are no gap": Wrong(
        f"{STALLED}.close_stalled", stalled_steps_are_no_gap, "naive told laws"
    ),
    "decodes grow first": Wrong(
        "core.schedulers.driftwood.prefill_first.work_of",
        decodes_grow_first,
        "naive told invariants",
    ),
    "nobody enters late": Wrong(f"{STALLED}.grow_is_over", nobody_enters_late, "naive invariants"),
    "displaced without a cause": Wrong(
        f"{STALLED}.admission_is_over", displaced_without_a_cause, "naive told"
    ),
    "keeps the count": Wrong(f"{STATE}.discard", keeps_the_count, "naive told"),
    "forgets the first token": Wrong(
        f"{STATE}.discard", forgets_the_first_token, "naive told laws"
    ),
    "forgets the last token": Wrong(
        f"{STATE}.swap_out", forgets_the_last_token, "naive told invariants"
    ),
    "loses a block": Wrong(f"{STALLED}._swap_in", loses_a_block, "naive invariants"),
    "comes in for nothing": Wrong(f"{STALLED}._move", comes_in_for_nothing, "naive laws"),
    "grows a tick late": Wrong(f"{STALLED}._enter_rota", grows_a_tick_late, "naive invariants"),
    "shares the pauses": Wrong("core.replica.Replica.copy", shares_the_pauses, "naive laws"),
    "keeps its blocks": Wrong(
        f"{LEAVING}._cancel_running", keeps_its_blocks, "naive told invariants"
    ),
    "stays due": Wrong(f"{LEAVING}._cancel_running", stays_due, "naive told invariants"),
    "leaves its entries": Wrong(f"{LEAVING}._cancel_running", leaves_its_entries, "invariants"),
    "cancels the ended": Wrong(f"{LEAVING}._cancel", cancels_the_ended, "naive told invariants"),
    "spares the prefilling": Wrong(f"{LEAVING}._cancel", spares_the_prefilling, "naive invariants"),
    "leaves after arrivals": Wrong(f"{LEAVING}.arrive", leaves_after_arrivals, "naive told"),
}
