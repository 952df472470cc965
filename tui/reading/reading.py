"""One pass over the events of a run, a few milliseconds at a time.

A pass executes the steps once more (`Run.replay`), about as fast as the run was computed: 175,000
steps in 2.6 seconds. So it goes in slices, follows a run that is still being computed, and ends as
soon as its reader has seen enough.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeAlias

from core import Run
from core.events import Event
from core.replica import Replica

Reader: TypeAlias = Callable[[Replica, list[Event]], bool]
"""Sees an executed step, as it left the replica, and its events; True if that was all it wants."""

LEAST_STEPS = 4096
"""Steps of a running run that must have come before a pass goes on: each start costs a replay."""


class Reading:
    """A pass of `see` over `run` from step `first` on; `done` when there is nothing more to see."""

    def __init__(self, run: Run, see: Reader, first: int = 0) -> None:
        """Read nothing yet."""
        self._run = run
        self._see = see
        self._first = first
        self._walk: Iterator[tuple[Replica, list[Event]]] | None = None
        self._at = self._end = 0  # executed steps before the next one to see, and of the walk
        self.reached = first - 1
        self.done = False

    def read(self, seconds: float) -> bool:
        """Read on for about so long; False if there is nothing to read now."""
        if self.done or not self._ready():
            return False
        end = perf_counter() + seconds
        for replica, happened in self._walk or ():
            self._at += 1
            self.reached = replica.clock.step
            self.done = self._see(replica, happened)
            if self.done or perf_counter() > end:
                break
        self.done = self.done or self._is_over()
        return True

    def read_all(self) -> None:
        """Read as far as the run has got."""
        while self.read(1.0):
            pass

    def _is_over(self) -> bool:
        return self._run.status != "running" and self._at == len(self._run.series)

    def _ready(self) -> bool:
        """Whether there is a walk with steps left; a new one where enough has been computed."""
        steps, running = self._run.series.step, self._run.status == "running"
        if self._at < self._end:
            return True
        if self._walk is None:
            self._at = bisect_left(steps, self._first)
        least = LEAST_STEPS if running and self._walk is not None else 1
        if len(steps) - self._at < least:
            self.done = not running
            return False
        self._walk, self._end = self._run.replay(steps[self._at]), len(steps)
        return True
