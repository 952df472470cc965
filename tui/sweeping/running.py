"""The points of a sweep being run: by whom, with progress, until all are done or Ctrl+C."""

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import NamedTuple

from core.study.spread import Done, spread
from core.study.sweep import Outcome
from tui.commands.driving import Interruption
from tui.commands.output import progress
from tui.sweeping.book import Book
from tui.sweeping.crew import Job, Workers
from tui.sweeping.rows import Row

LOST = "lost"
"""The status of a point whose worker died: it has no row in the file, and is run by a resume."""
MINUTE, HOUR = 60, 3600


class Running(NamedTuple):
    """`outcomes` by number, those of the rows that stood in the book already."""

    book: Book
    outcomes: dict[int, Outcome]

    def run(
        self, jobs: Iterable[Job], workers: Workers, pace: "Pace", interruption: Interruption
    ) -> None:
        """Run `jobs`; each outcome is on the disk before the next are waited for."""
        try:
            for landed in spread(jobs, workers, lambda: not interruption.happened):
                self._keep(landed)
                pace.done += len(landed)
                progress(f"{pace.words()} · Ctrl+C stops")
        finally:
            workers.stop()
            progress("")

    def _keep(self, landed: Sequence[Done[Job, Outcome]]) -> None:
        rows = [Row(job.number, job.knobs, made) for job, made, _ in landed if made is not None]
        if rows:
            self.book.add(rows)
        for job, made, why in landed:
            self.outcomes[job.number] = made or Outcome(LOST, why, {})


class Pace:
    """How many of `every` jobs are `done` by the `clock`."""

    def __init__(self, every: int, clock: Callable[[], float] = monotonic) -> None:
        """None is done."""
        self.done = 0
        self._every = every
        self._clock = clock
        self._began = clock()

    def words(self) -> str:
        """`12 of 64 points · 3.2 points/s · 16 s left`."""
        spent = self._clock() - self._began
        words = f"{self.done:,} of {self._every:,} points"
        if not self.done or not spent:
            return f"{words} · {duration(spent)}"
        left = (self._every - self.done) * spent / self.done
        return f"{words} · {self.done / spent:,.1f} points/s · {duration(left)} left"


def duration(seconds: float) -> str:
    """`16 s`, `3 min 20 s` or `1 h 05 min`."""
    whole = round(seconds)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE:02} s"
    return f"{whole // HOUR:,} h {whole % HOUR // MINUTE:02} min"
