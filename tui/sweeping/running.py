"""The points of a sweep being run: by whom, with progress, until all are done or Ctrl+C."""

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import NamedTuple

from core.study.spread import Done, spread
from core.study.sweep import Outcome
from tui.commands.output import progress
from tui.commands.stopped import Refused
from tui.commands.working import Interruption, bar
from tui.sweeping.book import Book
from tui.sweeping.crew import Job, Workers
from tui.sweeping.rows import Row

LOST = "lost"
"""The status of a point whose worker died: it has no row in the file, and is run by a resume."""


class Running(NamedTuple):
    """`outcomes` by number, those of the rows that stood in the book already."""

    book: Book
    outcomes: dict[int, Outcome]

    def run(
        self, jobs: Iterable[Job], workers: Workers, pace: "Pace", interruption: Interruption
    ) -> None:
        """Run `jobs`; each outcome is on the disk before the next are waited for."""
        try:
            for landed in spread(
                jobs, workers, lambda: not (interruption.happened or workers.gone)
            ):
                self._keep(landed)
                pace.done += len(landed)
                progress(pace.words())
        finally:
            gone = "" if interruption.happened else workers.gone
            workers.stop()
            progress("")
        if gone:
            raise Refused(gone)

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
        """A line of progress: `12 of 64 points · 3.2 points/s` with a bar and the time left."""
        spent = self._clock() - self._began
        rate = self.done / spent if spent else 0.0
        words = f"{self.done:,} of {self._every:,} points · {rate:,.1f} points/s"
        return bar(self.done / self._every, words, spent)
