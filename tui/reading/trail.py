"""Where in a run something happens: found in one pass that begins where somebody stands.

What lies ahead is read first, to the end, then what lies behind, from the beginning. At any time
the next and the last hit can be asked for: the answer may be that it is not known yet.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from core import Run
from core.events import Event
from core.replica import Replica
from tui.reading.reading import Reading

Hit: TypeAlias = tuple[int, int]
"""A step, and the number of the event in it: the moment just after that event."""

Match: TypeAlias = Callable[[Replica, list[Event]], list[int]]
"""The numbers (from 1) of the events of an executed step that are hits."""


class Answer(NamedTuple):
    """`hit` is None if there is none; not `known` if only more reading can tell."""

    known: bool
    hit: Hit | None = None


class _Part:
    """The hits of a stretch of the run, in order, from its first step up to the step `end`."""

    def __init__(self, run: Run, match: Match, first: int, end: int | None) -> None:
        self._match = match
        self._end = end
        self.hits: list[Hit] = []
        self.reading = Reading(run, self._see, first)
        self.reading.done = end is not None and end <= first

    def _see(self, replica: Replica, happened: list[Event]) -> bool:
        step = replica.clock.step
        if self._end is not None and step >= self._end:
            return True
        self.hits.extend((step, number) for number in self._match(replica, happened))
        return False

    def covers(self, step: int) -> bool:
        """Whether everything up to the end of `step` has been read."""
        return self.reading.done or self.reading.reached >= step


class Trail:
    """The hits of `match` in `run`, read from step `here` on."""

    def __init__(self, run: Run, match: Match, here: int) -> None:
        """Read nothing yet."""
        self._run = run
        self._here = here
        self._ahead = _Part(run, match, here, None)
        self._behind = _Part(run, match, 0, here)

    def read(self, seconds: float) -> bool:
        """Read on for about so long; False if there is nothing to read now."""
        return self._ahead.reading.read(seconds) or self._behind.reading.read(seconds)

    @property
    def done(self) -> bool:
        """Whether every hit is known."""
        return self._ahead.reading.done and self._behind.reading.done

    @property
    def share(self) -> float:
        """How much of the computed part has been read, from 0 to 1."""
        series = self._run.series
        ahead, behind = self._ahead.reading.reached, self._behind.reading.reached
        read = series.index_at(ahead) - series.index_at(self._here - 1)
        read += min(series.index_at(behind), series.index_at(self._here - 1)) + 1
        return 1.0 if self.done else min(1.0, max(0, read) / max(1, len(series)))

    def __len__(self) -> int:
        """How many hits are known."""
        return len(self._behind.hits) + len(self._ahead.hits)

    def place_of(self, hit: Hit) -> int:
        """Which of the hits known `hit` is, from 1; 0 if it is none."""
        for before, hits in ((0, self._behind.hits), (len(self._behind.hits), self._ahead.hits)):
            at = bisect_left(hits, hit)
            if at < len(hits) and hits[at] == hit:
                return before + at + 1
        return 0

    def following(self, here: Hit) -> Answer:
        """The first hit after `here`."""
        for part in (self._behind, self._ahead) if here[0] < self._here else (self._ahead,):
            at = bisect_right(part.hits, here)
            if at < len(part.hits):
                return Answer(known=True, hit=part.hits[at])
            if not part.reading.done:
                return Answer(known=False)
        return Answer(known=True)

    def preceding(self, here: Hit) -> Answer:
        """The last hit before `here`."""
        for part in (self._ahead, self._behind) if here[0] >= self._here else (self._behind,):
            if not part.covers(here[0]):
                return Answer(known=False)
            at = bisect_left(part.hits, here)
            if at:
                return Answer(known=True, hit=part.hits[at - 1])
        return Answer(known=True)

    def has_between(self, first: int, last: int) -> bool:
        """Whether there is a known hit in a step from `first` to `last`."""
        for hits in (self._behind.hits, self._ahead.hits):
            at = bisect_left(hits, (first, 0))
            if at < len(hits) and hits[at][0] <= last:
                return True
        return False
