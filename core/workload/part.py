"""A part of a run's workload, to be a scenario of its own.

What is chosen keeps its order and its distances in time; arrivals count from the part's own start.
What came before is missing, so slots and blocks that others would have held are free in it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from core.naming import visible
from core.request import Request
from core.results import Result
from core.run import Run
from core.workload.window import SECOND_NS, Window

MILLISECOND_NS = 10**6
NANOSECOND = 6
"""Decimals of a millisecond."""


class Part(NamedTuple):
    """Some `requests` of a workload, arrivals re-based; `words` say which and from where."""

    requests: tuple[Request, ...]
    words: str


def in_window(requests: tuple[Request, ...], window: Window, written: str) -> Part:
    """Those that arrive in `window`, which starts at 0 then.

    A timed workload's window is in seconds, another's in steps. `written` is the window as text.
    """
    kept = tuple(request for request in requests if window.holds(_place(request)))
    timed = bool(kept) and kept[0].arrival_ms is not None
    unit = MILLISECOND_NS if timed else SECOND_NS
    start = window.start_ns / unit if timed else window.start_ns // unit
    what = f"the requests that arrive in {written.strip()} ({'seconds' if timed else 'steps'})"
    return Part(tuple(_moved(request, start) for request in kept), what)


def _place(request: Request) -> int:
    """Where it arrives on the scale of windows, on which a step is a second long."""
    if request.arrival_ms is None:
        return request.arrival * SECOND_NS
    return round(request.arrival_ms * MILLISECOND_NS)


def around(run: Run, rid: str) -> Part:
    """Those alive at any time from the arrival of `rid` to its end in `run`, which has ended.

    One that has no end is alive to the end of the run. Raises `LookupError` where `rid` never
    arrived.
    """
    lives = dict(_lives(run))
    if rid not in lives:
        raise LookupError(f"{rid} had not arrived when the run ended")
    first, last = lives[rid]
    kept = [r for r in run.requests if r.rid in lives and _meet(lives[r.rid], (first, last))]
    start = _start(run, min(lives[request.rid][0] for request in kept))
    steps = f"from its arrival in step {first:,} to its end in step {last:,}"
    words = f"the requests alive with {visible(rid)}, {steps}"
    return Part(tuple(_moved(request, start) for request in kept), words)


def _start(run: Run, step: int) -> float:
    """When `step` starts: on a clock of milliseconds arrivals keep their places within steps."""
    timed = run.requests[0].arrival_ms is not None
    return run.series.now_ms[run.series.index_at(step)] if timed else step


def _lives(run: Run) -> Iterator[tuple[str, tuple[int, int]]]:
    """The first and the last step of each request that arrived."""
    results = run.results()
    for request in run.requests:
        if results[request.rid]["state"] is not None:
            first = run.series.joined(request)
            yield request.rid, (first, _end(run, results[request.rid], first))


def _end(run: Run, result: Result, first: int) -> int:
    if result["state"] == "rejected":
        return first
    if result["cancelled_at"] is not None:
        return result["cancelled_at"]
    return run.last_step if result["finish"] is None else result["finish"]


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _moved(request: Request, start: float) -> Request:
    """`request` with its arrival counted from `start`; who came just before joins at once."""
    if request.arrival_ms is None:
        leaves = None if request.cancel_at is None else max(0, request.cancel_at - int(start))
        return replace(request, arrival=request.arrival - int(start), cancel_at=leaves)
    return replace(request, arrival_ms=max(0.0, round(request.arrival_ms - start, NANOSECOND)))
