"""The figures of one request that follow from its result and the run around it."""

from collections.abc import Mapping
from typing import NamedTuple

from core.request import Request
from core.results import Result
from core.run import Run


class RequestFigures(NamedTuple):
    """`definitions` says what they are; None and 0 where it was never admitted."""

    queue_wait_steps: int | None
    held_slot_steps: int
    useful_slot_steps: int
    idle_slot_steps: int


NONE = RequestFigures(None, 0, 0, 0)


def request_figures(run: Run, results: Mapping[str, Result]) -> dict[str, RequestFigures]:
    """Those of each request of `run`, whose `results` these are."""
    return {request.rid: _figures(run, request, results[request.rid]) for request in run.requests}


def _figures(run: Run, request: Request, result: Result) -> RequestFigures:
    if result["admitted"] is None:
        return NONE
    joined = run.series.joined(request)
    waited = result["waited"]
    waits = waited["slots"] + waited["blocks"] + waited["budget"] + waited["turn"]
    there = _left(run, result) - joined - waits
    kept = _kept(run, result["finish"])
    idle = result["unserved"] + kept
    held = there + kept
    return RequestFigures(result["admitted"] - joined, held, held - idle, idle)


def _kept(run: Run, finish: int | None) -> int:
    """Steps for which it holds its slot after its end, in a static batch."""
    return 0 if finish is None else run.slot_until(finish) - finish


def _left(run: Run, result: Result) -> int:
    """The first step without it. Until then it waited or held a slot in each."""
    finish, cancelled = result["finish"], result["cancelled_at"]
    if cancelled is not None:
        return cancelled
    return (run.last_step if finish is None else finish) + 1


def first_token_times(run: Run, results: Mapping[str, Result]) -> dict[str, float]:
    """The time to first token of each request that has one: in milliseconds, else in steps."""
    if is_timed(run):
        timed = ((rid, result.get("ttft_ms")) for rid, result in results.items())
        return {rid: time for rid, time in timed if time is not None}
    firsts = {rid: result["first_token"] for rid, result in results.items()}
    return {
        request.rid: first - request.arrival + 1
        for request in run.requests
        if (first := firsts[request.rid]) is not None
    }


def tpot_steps(result: Result) -> float | None:
    """Steps from its first token to its last, over its tokens less one; None below two tokens."""
    first, last, sent = result["first_token"], result["last_token"], result["emitted_tokens"]
    if first is None or last is None or sent < 2:  # noqa: PLR2004 - two tokens have a gap
        return None
    return (last - first) / (sent - 1)


def is_timed(run: Run) -> bool:
    """Whether the run has a clock in milliseconds."""
    return run.cost is not None
