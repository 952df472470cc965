"""The gaps between two tokens of a request that are longer than a step.

A decoding request sends a token in every tick. Between two ticks there is a gap of more than a step
only where decodes stood still; before its first tick, where it was rebuilt, swapped in, or begun
while the others stood still. The replica keeps journals of these, and here they are put together,
when somebody asks for a figure.

Two laws hold for every request: its gaps are its tokens less one, those that were thrown away and
sent again included; and the first token after the arrival plus all gaps is the last token less the
arrival.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from core.highest import Highest
from core.lifecycle import Decoding, Finished
from core.past import Past, Resumed
from core.replica import Replica
from core.replica.pausing import pause_of


class Standstill(NamedTuple):
    """Steps `first` to `last`, in all of which the decodes stood still."""

    first: int
    last: int

    @property
    def gap(self) -> int:
        """Steps between two tokens of one that decoded before it and after it."""
        return self.last - self.first + 2


class Pauses:
    """The longer gaps of the run that `replica` is in, as far as it has got.

    `resumed` are those that ended with a prefill, `paused` those that ended with the first decode
    of a stay or after a pause, and `standstills` the others, each of all that decoded before and
    after it.
    """

    def __init__(self, replica: Replica) -> None:
        """Put the journals of `replica` together."""
        self.resumed: Sequence[Resumed] = tuple(replica.resumed)
        self.paused: Sequence[Resumed] = tuple(replica.paused)
        self.standstills: Sequence[Standstill] = ()
        if replica.stalls or replica.moves:
            self.paused = (*self.paused, *_of_last_stays(replica))
            self.standstills = tuple(_standstills(replica.stalls))

    def longest_gap(self, rid: str, past: Past) -> int:
        """The most steps between two tokens of `rid`, which has `past` behind it."""
        first, last = past.first_token, past.last_token
        if not (self.standstills or self.paused) or first is None or last is None:
            return past.longest_gap
        apart = (one.next_token - one.last_token for one in self.of(rid))
        stood = (self._longest_within(*stretch) for stretch in self.stretches(rid, first, last))
        return max(past.longest_gap, *apart, *stood, 0)

    def of(self, rid: str) -> Sequence[Resumed]:
        """The gaps of `rid` that are kept one by one, in order."""
        return self._by_rid.get(rid, ())

    def stretches(self, rid: str, first: int, last: int) -> Sequence[tuple[int, int]]:
        """The steps of the first and the last token of each stretch between those gaps.

        `first` and `last` are those of the first and the last token of `rid`.
        """
        apart = self.of(rid)
        if not apart:
            return [(first, last)]
        starts = [first, *(one.next_token for one in apart)]
        ends = [*(one.last_token for one in apart), last]
        return [*zip(starts, ends, strict=True)]

    def _longest_within(self, first: int, last: int) -> int:
        """The longest gap that a standstill made between the tokens of steps `first` and `last`."""
        return round(self._gaps.between(self._place(first), self._place(last)))

    def _place(self, step: int) -> int:
        """How many standstills begin before `step` ends."""
        return bisect_right(self._firsts, step)

    @cached_property
    def _firsts(self) -> list[int]:
        return [one.first for one in self.standstills]

    @cached_property
    def _gaps(self) -> Highest:
        return Highest([float(one.gap) for one in self.standstills])

    @cached_property
    def _by_rid(self) -> dict[str, list[Resumed]]:
        found: dict[str, list[Resumed]] = {}
        for one in chain(self.resumed, self.paused):
            found.setdefault(one.rid, []).append(one)
        for gaps in found.values():
            gaps.sort(key=_of_last_token)
        return found


def _of_last_token(one: Resumed) -> int:
    return one.last_token


def _of_last_stays(replica: Replica) -> Iterator[Resumed]:
    """The gaps before first decodes in stays that are not over, or ended with a last token."""
    for decoding, tick in chain(_running(replica), _finished(replica)):
        pause = pause_of(decoding, tick, replica.stalls)
        if pause is not None:
            yield pause


def _running(replica: Replica) -> Iterator[tuple[Decoding, int]]:
    for state in replica.running.values():
        if isinstance(state, Decoding):
            yield state, replica.clock.tick


def _finished(replica: Replica) -> Iterator[tuple[Decoding, int]]:
    for ended in replica.ended:
        if isinstance(ended, Finished):
            yield ended.decoding, ended.decoding.last_tick


def _standstills(stalls: Iterable[int]) -> Iterator[Standstill]:
    first = last = None
    for step in stalls:
        if first is not None and last is not None and step > last + 1:
            yield Standstill(first, last)
            first = None
        first = step if first is None else first
        last = step
    if first is not None and last is not None:
        yield Standstill(first, last)
