"""Driving a run on the command line: in slices, with its progress on a terminal, until Ctrl+C.

The first Ctrl+C is noted and looked at between slices, so a step is never left half done and what
was executed can be reported; a second one ends the process at once.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType

from core import Run
from tui.commands.output import progress

SLICE_SECONDS = 0.02
"""About how long a slice takes: what a Ctrl+C waits for."""
LEAST_SECONDS = 1e-6
TELL_SECONDS = 0.2
FIRST_SLICE = 16


class Interruption:
    """Whether Ctrl+C was pressed."""

    def __init__(self) -> None:
        """Not yet."""
        self.happened = False

    def notice(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a handler's shape
        """Note it, and let the next one be Python's own."""
        self.happened = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Between here and the end, the first Ctrl+C is only noted."""
    interruption = Interruption()
    try:
        before = signal.signal(signal.SIGINT, interruption.notice)
    except ValueError:  # not the main thread: nobody can press anything here
        yield interruption
        return
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)


def driven(run: Run, to_step: int | None = None) -> bool:
    """Execute `run` to its end, or until `to_step` is executed; False if Ctrl+C came before."""
    pace = _Pace(run)
    with interruptible() as interruption:
        while _goes_on(run, to_step) and not interruption.happened:
            pace.slice(None if to_step is None else to_step - run.last_step)
    progress("")
    return not _goes_on(run, to_step)


def _goes_on(run: Run, to_step: int | None) -> bool:
    return run.status == "running" and (to_step is None or run.last_step < to_step)


class _Pace:
    """Slices of a run of about the same length in time, and how far they got."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._steps = FIRST_SLICE
        self._told_at = self._began = perf_counter()
        self._seen = self._sent = 0
        self._asked = sum(request.output_len for request in run.requests)

    def slice(self, most: int | None) -> None:
        began = perf_counter()
        self._run.advance(self._steps if most is None else min(most, self._steps))
        now = perf_counter()
        share = SLICE_SECONDS / max(now - began, LEAST_SECONDS)
        self._steps = max(1, round(self._steps * min(2, share)))
        if now - self._told_at > TELL_SECONDS:
            self._told_at = now
            progress(self._words(now))

    def _words(self, now: float) -> str:
        series = self._run.series
        self._sent += sum(series.emitted[self._seen :])
        self._seen = len(series)
        share = self._sent / self._asked
        rate = self._seen / (now - self._began)
        return (
            f"step {self._run.last_step:,} · {share:.0%} of {self._asked:,} tokens sent · "
            f"{rate:,.0f} steps/s · Ctrl+C stops"
        )
