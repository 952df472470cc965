"""How each request came out of a run."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NotRequired, TypedDict, assert_never

from core.lifecycle import (
    Cancelled,
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
from core.pauses import Pauses
from core.replica import Replica
from core.request import Request
from core.stopwatch import Stopwatch


class WaitedSteps(TypedDict):
    """Steps in the queue by cause."""

    slots: int
    blocks: int
    budget: int
    turn: int


class Result(TypedDict):
    """One request.

    Steps of its first and last token (None if it has none), and what happened to it.

    `state` is None before its arrival. `admitted` is the step of its first admission, `turns` how
    many it had, `last_token` the step of its last token so far, of `emitted_tokens`.
    `recomputed_tokens` were computed and lost to preemptions, those left out that were found again;
    `discarded_tokens` were sent and thrown away by them. `hit_tokens` were found in blocks of
    others, `rehit_tokens` are those found again after a preemption. `longest_gap` is the most
    steps between two tokens. `waited` are steps in the queue, from an arrival or preemption to
    the next admission; `unserved` steps in which it was admitted and got no tokens. With a
    clock, else left out, the times that `core.stopwatch` defines. `cancelled_at` is the step at
    whose start its client left.
    """

    first_token: int | None
    finish: int | None
    preemptions: int
    state: StateName | None
    admitted: int | None
    turns: int
    last_token: int | None
    emitted_tokens: int
    recomputed_tokens: int
    discarded_tokens: int
    hit_tokens: int
    rehit_tokens: int
    cancelled_at: int | None
    longest_gap: int
    waited: WaitedSteps
    unserved: int
    ttft_ms: NotRequired[float | None]
    queue_wait_ms: NotRequired[float | None]
    finish_ms: NotRequired[float | None]
    longest_gap_ms: NotRequired[float]
    worst_stall_ms: NotRequired[float]
    tpot_ms: NotRequired[float | None]
    e2e_ms: NotRequired[float | None]


class _Outcome(NamedTuple):
    """How a request stands: None before its arrival, and the step of its end if it finished.

    `emitted` are the tokens it has sent.
    """

    state: StateName | None
    past: Past
    emitted: int = 0
    finish: int | None = None
    cancelled_at: int | None = None


def results_of(
    requests: Sequence[Request], replica: Replica, until: int, watch: Stopwatch | None = None
) -> dict[str, Result]:
    """Every one of `requests`, in their order, as `replica` has it before step `until`.

    `watch` times the run, if it has a clock.
    """
    known = dict(_outcomes(replica, until))
    to_come, turns = _Outcome(None, NO_PAST), Counter([one.rid for one in replica.admitted])
    results = {r.rid: _result(r, known.get(r.rid, to_come), turns[r.rid], watch) for r in requests}
    if replica.stalls:
        pauses = Pauses(replica)
        for rid, outcome in known.items():
            results[rid]["longest_gap"] = pauses.longest_gap(rid, outcome.past)
    return results


def _outcomes(replica: Replica, until: int) -> Iterator[tuple[str, _Outcome]]:
    for ended in replica.ended:
        yield ended.request.rid, _served(ended, replica, until)
    for running in replica.running.values():
        yield running.request.rid, _served(running, replica, until)
    for queued, waited in replica.queue.waited(until):
        yield queued.request.rid, _queued(queued, waited)


def _served(state: Running | Ended, replica: Replica, until: int) -> _Outcome:
    match state:
        case Finished():
            return _Outcome("finished", state.past, state.request.output_len, state.finish)
        case Rejected():
            return _Outcome("rejected", state.past, state.emitted)
        case Prefilling():
            return _Outcome("prefilling", state.past_until(until), state.emitted)
        case Decoding():
            clock = replica.clock
            past = state.past_until(until, clock.tick, clock.ticked_at)
            return _Outcome("decoding", past, state.emitted(clock.tick))
        case Cancelled():
            return _Outcome("cancelled", state.past, state.emitted, None, state.step)
    assert_never(state)


def _queued(state: Queued, waited: Waited) -> _Outcome:
    match state:
        case Waiting():
            return _Outcome("waiting", NO_PAST.after_stay(waited, 0))
        case Preempted():
            return _Outcome("preempted", state.past.after_stay(waited, 0), state.emitted)
    assert_never(state)


def _result(request: Request, outcome: _Outcome, turns: int, watch: Stopwatch | None) -> Result:
    past, waited = outcome.past, outcome.past.waited
    result: Result = {  # written out as they are, which takes a third of calling them
        "first_token": past.first_token,
        "finish": outcome.finish,
        "preemptions": past.preemptions,
        "state": outcome.state,
        "admitted": past.admitted,
        "turns": turns,
        "last_token": past.last_token,
        "emitted_tokens": outcome.emitted + past.discarded_tokens,
        "recomputed_tokens": past.recomputed_tokens,
        "discarded_tokens": past.discarded_tokens,
        "hit_tokens": past.hit_tokens,
        "rehit_tokens": past.rehit_tokens,
        "cancelled_at": outcome.cancelled_at,
        "longest_gap": past.longest_gap,
        "waited": {
            "slots": waited.slots,
            "blocks": waited.blocks,
            "budget": waited.budget,
            "turn": waited.turn,
        },
        "unserved": past.unserved,
    }
    if watch is not None:
        _time(result, request, outcome, watch)
    return result


def _time(result: Result, request: Request, outcome: _Outcome, watch: Stopwatch) -> None:
    sent, finished = result["emitted_tokens"], outcome.finish is not None
    (
        result["ttft_ms"],
        result["queue_wait_ms"],
        result["finish_ms"],
        result["longest_gap_ms"],
        result["worst_stall_ms"],
        result["tpot_ms"],
        result["e2e_ms"],
    ) = watch.of_request(request, outcome.past, sent, finished=finished)
