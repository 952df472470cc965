"""What the steps of a run come to in milliseconds, where the run has a clock.

- A step lasts what its work costs (`core.cost`), from its start, which the clock has noted. A token
  is sent at the end of its step.
- An arrival given as a step happens when that step starts.
- `ttft_ms`: from the arrival to the first token ever. `queue_wait_ms`: from the arrival to the
  start of the step of the first admission. `finish_ms`: when the last token was sent, on the clock
  of the run; `e2e_ms`: the same from the arrival on.
- A *gap* is the time between two tokens of one request. `longest_gap_ms` is the longest, and
  `tpot_ms` what its gaps are on average.
- The *stall* of a gap is the gap less what the step that ended it would have cost without its
  prefill tokens, which are then not resident either. `worst_stall_ms` is the largest.

The first token after the arrival and all gaps together are the last token less the arrival.

A decoding request sends a token in every tick, and steps follow each other without a pause while
somebody runs, so each of its gaps is the length of the step that ended it, with the steps before it
in which decodes stood still; only a preemption, or a stay that begins in such a step, makes another
(`core.pauses`). A step is longer for the blocks that went to host memory or came from there. So a
figure of a request costs a look at the highest length of a stretch of steps, not its tokens. Times
are rounded to the nanosecond, below which floats have noise.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import repeat, starmap
from math import fsum
from operator import add, sub
from typing import NamedTuple

from core.cost import Cost
from core.highest import Highest
from core.past import Move, Past, Resumed
from core.pauses import Pauses
from core.request import Request
from core.series import Series

NANOSECOND = 6
"""Decimals of a millisecond."""


class Times(NamedTuple):
    """One request: None where it has no such tokens or admission, 0 without a gap."""

    ttft_ms: float | None
    queue_wait_ms: float | None
    finish_ms: float | None
    longest_gap_ms: float
    worst_stall_ms: float
    tpot_ms: float | None = None
    e2e_ms: float | None = None


class Stopwatch:
    """The times of a run that has this `series`, `cost`, `pauses` and `moves` of blocks."""

    def __init__(
        self, series: Series, cost: Cost, pauses: Pauses, moves: Iterable[Move] = ()
    ) -> None:
        """Look nothing up yet."""
        self._series = series
        self._cost = cost
        self._pauses = pauses
        self._moves = moves

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
        return array("q", [*map(sub, self._series.tokens, self._series.prefill_tokens)])

    @cached_property
    def lengths(self) -> "array[float]":
        """How long each executed step takes."""
        series = self._series
        lengths = self._cost.of_each(self.decodes, series.prefill_tokens, series.kv_tokens)
        for step, copied in self._moves:
            lengths[series.index_at(step)] += copied.ms
        return lengths

    @cached_property
    def longest_possible(self) -> float:
        """No step lasts longer: it would have the most of everything that any of them has."""
        series, moved = self._series, dict[int, float]()
        for step, copied in self._moves:
            moved[step] = moved.get(step, 0.0) + copied.ms
        work = (series.tokens, series.prefill_tokens, series.kv_tokens)
        most = self._cost.of(1, *(max(each, default=0) for each in work))
        return most + max(moved.values(), default=0)

    @cached_property
    def stalls(self) -> "array[float]":
        """What each executed step takes longer for its prefill tokens."""
        return self._cost.of_prefill(self._series.prefill_tokens)

    @cached_property
    def gap_lengths(self) -> "array[float]":
        """How long the gap is that an ordinary decode of each executed step ended."""
        return self._with_standstills(self.lengths)

    @cached_property
    def gap_stalls(self) -> "array[float]":
        """The stall of that gap."""
        if not self._pauses.standstills:
            return self.stalls
        stood = map(sub, self.gap_lengths, self.lengths)
        return array("d", (max(0.0, each) for each in map(add, stood, self.stalls)))

    def _with_standstills(self, lengths: "array[float]") -> "array[float]":
        """`lengths`, the steps in which decodes stood still added to the one after them."""
        standstills = self._pauses.standstills
        if not standstills:
            return lengths
        longer = array("d", lengths)
        for one in standstills:
            first, after = self._series.index_at(one.first), self._series.index_at(one.last) + 1
            stood = fsum(lengths[first:after])
            longer[first:after] = array("d", repeat(0.0, after - first))
            if after < len(longer):
                longer[after] += stood
        return longer

    @cached_property
    def gap_counts(self) -> "array[int]":
        """How many ordinary decodes each executed step has: all but those that ended a pause."""
        if not self._pauses.paused:
            return self.decodes
        counts = array("q", self.decodes)
        for one in self._pauses.paused:
            counts[self._series.index_at(one.next_token)] -= 1
        return counts

    @cached_property
    def apart(self) -> Sequence[Resumed]:
        """The other gaps, one by one."""
        return (*self._pauses.resumed, *self._pauses.paused)

    def gap_of(self, one: Resumed) -> float:
        """One of those gaps."""
        return rounded(self.end_of(one.next_token) - self.end_of(one.last_token))

    def stall_of(self, one: Resumed) -> float:
        """The stall of that gap."""
        index = self._series.index_at(one.next_token)
        return rounded(self.gap_of(one) - (self.lengths[index] - self.stalls[index]))

    def of_request(self, request: Request, past: Past, sent: int, *, finished: bool) -> Times:
        """The times of `request`, which has `past` behind it and `sent` so many tokens."""
        if past.admitted is None:
            return Times(None, None, None, 0.0, 0.0)
        series, first, last = self._series, past.first_token, past.last_token
        starts, index_at, arrival = series.now_ms, series.index_at, self.arrival_of(request)
        wait = round(starts[index_at(past.admitted)] - arrival, NANOSECOND)
        if first is None or last is None:
            return Times(None, wait, None, 0.0, 0.0)
        lengths, one, other = self.lengths, index_at(first), index_at(last)
        began, ended = starts[one] + lengths[one], starts[other] + lengths[other]
        longest_gap, worst_stall = self._longest(request.rid, one, other)
        return Times(
            round(began - arrival, NANOSECOND),
            wait,
            round(ended, NANOSECOND) if finished else None,
            longest_gap,
            worst_stall,
            round((ended - began) / (sent - 1), NANOSECOND) if sent > 1 else None,
            round(ended - arrival, NANOSECOND) if finished else None,
        )

    def _longest(self, rid: str, one: int, other: int) -> tuple[float, float]:
        """The longest gap of `rid`, and its worst stall.

        Its first and its last token are those of executed steps `one` and `other`, by index.
        """
        lengths, stalls, apart = self._lengths, self._stalls, self._pauses.of(rid)
        if not apart:
            whole = (one + 1, other + 1)
            return rounded(lengths.between(*whole)), rounded(stalls.between(*whole))
        steps = self._series.step
        decoded = self.decoded(rid, steps[one], steps[other])
        longest = [*starmap(lengths.between, decoded), *map(self.gap_of, apart)]
        worst = [*starmap(stalls.between, decoded), *map(self.stall_of, apart)]
        return rounded(max(longest)), rounded(max(worst))

    def decoded(self, rid: str, first: int, last: int) -> Sequence[tuple[int, int]]:
        """The stretches of executed steps, by index, in which `rid` decoded; ends not included.

        Its first and its last token are those of steps `first` and `last`. A stretch may end
        before it begins, where all of its gaps are told one by one.
        """
        index_at, stretches = self._series.index_at, self._pauses.stretches(rid, first, last)
        return [(index_at(start) + 1, index_at(end) + 1) for start, end in stretches]

    @cached_property
    def _lengths(self) -> Highest:
        return Highest(self.gap_lengths)

    @cached_property
    def _stalls(self) -> Highest:
        return Highest(self.gap_stalls)


@lru_cache(typed=True)
def rounded(time: float) -> float:
    """To the nanosecond. The lengths of gaps are the same few numbers again and again."""
    return round(time, NANOSECOND)
