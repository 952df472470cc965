"""What the steps of a run come to in milliseconds, where the run has a clock.

- A step lasts what its work costs (`core.cost`), from its start, which the clock has noted. A token
  is sent at the end of its step.
- An arrival given as a step happens when that step starts.
- `ttft_ms`: from the arrival to the first token ever. `queue_wait_ms`: from the arrival to the
  start of the step of the first admission. `finish_ms`: when the last token was sent, on the clock
  of the run.
- A *gap* is the time between two tokens of one request. `longest_gap_ms` is the longest.
- The *stall* of a gap is the gap less what the step that ended it would have cost without its
  prefill tokens, which are then not resident either. `worst_stall_ms` is the largest.

The first token after the arrival and all gaps together are the last token less the arrival.

A decoding request sends a token in every step, and steps follow each other without a pause while
somebody runs, so each of its gaps is the length of the step that ended it; only a preemption makes
another, and the replica notes those (`Resumed`). So a figure of a request costs a look at the
highest length of a stretch of steps, not its tokens. Times are rounded to the nanosecond, below
which floats have noise.
"""

from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import repeat
from operator import sub
from typing import NamedTuple

from core.cost import Cost
from core.highest import Highest
from core.past import Past, Resumed
from core.request import Request
from core.series import Series

NANOSECOND = 6
"""Decimals of a millisecond."""


class Times(NamedTuple):
    """One request: None where it has no such token or admission, 0 without a gap."""

    ttft_ms: float | None
    queue_wait_ms: float | None
    finish_ms: float | None
    longest_gap_ms: float
    worst_stall_ms: float


class Stopwatch:
    """The times of a run that has this `series` and `cost`, and the gaps that were `resumed`."""

    def __init__(self, series: Series, cost: Cost, resumed: Iterable[Resumed]) -> None:
        """Look nothing up yet."""
        self._series = series
        self._cost = cost
        self.resumed = tuple(resumed)

    def start_of(self, step: int) -> float:
        """When `step`, an executed one, starts."""
        return self._series.now_ms[self._series.index_at(step)]

    def end_of(self, step: int) -> float:
        """When `step`, an executed one, ends."""
        index = self._series.index_at(step)
        return self._series.now_ms[index] + self.lengths[index]

    def arrival_of(self, request: Request) -> float:
        """When `request` arrives, by a step that was executed if it is a step."""
        return self.start_of(request.arrival) if request.arrival_ms is None else request.arrival_ms

    @cached_property
    def decodes(self) -> "array[int]":
        """How many requests decoded a token, by executed step."""
        return array("q", map(sub, self._series.tokens, self._series.prefill_tokens))

    @cached_property
    def lengths(self) -> "array[float]":
        """How long each executed step takes."""
        series = self._series
        work = (self.decodes, series.prefill_tokens, series.kv_tokens)
        return array("d", map(self._cost.of, repeat(1), *work))

    @cached_property
    def stalls(self) -> "array[float]":
        """What each executed step takes longer for its prefill tokens."""
        prefill = self._series.prefill_tokens
        return array("d", map(self._cost.of, repeat(0), repeat(0), prefill, prefill))

    def gap_of(self, one: Resumed) -> float:
        """The gap that a preemption made."""
        return rounded(self.end_of(one.next_token) - self.end_of(one.last_token))

    def stall_of(self, one: Resumed) -> float:
        """The stall of that gap."""
        index = self._series.index_at(one.next_token)
        return rounded(self.gap_of(one) - (self.lengths[index] - self.stalls[index]))

    def of_request(self, request: Request, past: Past, *, finished: bool) -> Times:
        """The times of `request`, which has `past` behind it."""
        if past.admitted is None:
            return Times(None, None, None, 0.0, 0.0)
        arrival, first, last = self.arrival_of(request), past.first_token, past.last_token
        wait = rounded(self.start_of(past.admitted) - arrival)
        if first is None or last is None:
            return Times(None, wait, None, 0.0, 0.0)
        resumed = self._by_rid.get(request.rid, ())
        decoded = list(self.decoded(request.rid, first, last))
        return Times(
            rounded(self.end_of(first) - arrival),
            wait,
            rounded(self.end_of(last)) if finished else None,
            _highest(self._lengths, decoded, map(self.gap_of, resumed)),
            _highest(self._stalls, decoded, map(self.stall_of, resumed)),
        )

    def decoded(self, rid: str, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The stretches of executed steps, by index, in which `rid` decoded.

        Its first and its last token are those of steps `first` and `last`.
        """
        index_at, start = self._series.index_at, first
        for one in self._by_rid.get(rid, ()):
            yield index_at(start) + 1, index_at(one.last_token) + 1
            start = one.next_token
        yield index_at(start) + 1, index_at(last) + 1

    @cached_property
    def _by_rid(self) -> dict[str, list[Resumed]]:
        found: dict[str, list[Resumed]] = {}
        for one in self.resumed:
            found.setdefault(one.rid, []).append(one)
        return found

    @cached_property
    def _lengths(self) -> Highest:
        return Highest(self.lengths)

    @cached_property
    def _stalls(self) -> Highest:
        return Highest(self.stalls)


def rounded(time: float) -> float:
    """To the nanosecond."""
    return round(time, NANOSECOND)


def _highest(of_steps: Highest, steps: list[tuple[int, int]], others: Iterable[float]) -> float:
    """The highest of the figures of some `steps`, and of the `others`."""
    within = (of_steps.between(first, end) for first, end in steps)
    return rounded(max((*within, *others), default=0.0))
