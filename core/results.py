"""How each request came out of a run."""

from collections.abc import Sequence
from typing import TypedDict

from core.lifecycle import (
    Decoding,
    Ended,
    Finished,
    Preempted,
    Prefilling,
    Queued,
    Rejected,
    Running,
    StateName,
    Waiting,
)
from core.past import NO_PAST, Past, Waited
from core.replica import Replica
from core.request import Request


class WaitedSteps(TypedDict):
    """Steps in the queue by cause."""

    slots: int
    blocks: int
    budget: int
    turn: int


class Result(TypedDict):
    """One request.

    Steps of its first and last token (None if it has none), and what happened to it.

    `state` is None before its arrival. `recomputed_tokens` were computed and lost to preemptions.
    `longest_gap` is the most steps between two tokens. `waited` are steps in the queue, from an
    arrival or preemption to the next admission; `unserved` steps in which it was admitted and got
    no tokens.
    """

    first_token: int | None
    finish: int | None
    preemptions: int
    state: StateName | None
    recomputed_tokens: int
    longest_gap: int
    waited: WaitedSteps
    unserved: int


def results_of(requests: Sequence[Request], replica: Replica, until: int) -> dict[str, Result]:
    """Every one of `requests`, in their order, as `replica` has it before step `until`."""
    ended = {state.request.rid: _result(state, replica, until) for state in replica.ended}
    running = {
        state.request.rid: _result(state, replica, until) for state in replica.running.values()
    }
    queued = {
        state.request.rid: _filled(*_so_far(state, waited), None)
        for state, waited in replica.queue.waited(until)
    }
    known = ended | running | queued
    return {r.rid: known.get(r.rid) or _filled(None, NO_PAST, None) for r in requests}


def _result(state: Running | Ended, replica: Replica, until: int) -> Result:
    match state:
        case Rejected():
            return _filled("rejected", NO_PAST, None)
        case Prefilling():
            return _filled("prefilling", state.past_until(until), None)
        case Decoding():
            past = state.past_until(replica.clock.ticked_at)
            return _filled("decoding", past, None)
        case Finished():
            return _filled("finished", state.past, state.finish)


def _so_far(state: Queued, waited: Waited) -> tuple[StateName, Past]:
    match state:
        case Waiting():
            return "waiting", NO_PAST.after_stay(waited, 0)
        case Preempted():
            return "preempted", state.past.after_stay(waited, 0)


def _filled(state: StateName | None, past: Past, finish: int | None) -> Result:
    waited = WaitedSteps(
        slots=past.waited.slots,
        blocks=past.waited.blocks,
        budget=past.waited.budget,
        turn=past.waited.turn,
    )
    return Result(
        first_token=past.first_token,
        finish=finish,
        preemptions=past.preemptions,
        state=state,
        recomputed_tokens=past.recomputed_tokens,
        longest_gap=past.longest_gap,
        waited=waited,
        unserved=past.unserved,
    )
