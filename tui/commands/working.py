"""Long work on the command line: in slices, with its progress on a terminal, until Ctrl+C.

The first Ctrl+C is noted and looked at between slices, so a step is never left half done and what
was done can be reported; a second one ends the process at once. A slice that does not end, since
somebody's own code loops, is interrupted after a while: a run then stands where its last whole step
left it.
"""

import signal
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter
from types import FrameType
from typing import Protocol

from tui.commands.output import progress

SLICE_SECONDS = 0.02
"""About how long a slice takes: what a Ctrl+C waits for."""
PATIENCE = 1.0
"""Seconds after which a slice that does not end is interrupted in the middle."""
LEAST_SECONDS = 1e-6
TELL_SECONDS = 0.2
FIRST_SLICE = 16
BAR = 20
"""Cells of the bar."""
LEAST_SHARE = 0.01
"""Done before the time that is left is guessed."""
MINUTE, HOUR = 60, 3600


class Work(Protocol):
    """What takes long: steps of it, how much is done, and in which words."""

    @property
    def done(self) -> bool:
        """Whether all of it is."""
        ...

    @property
    def share(self) -> float:
        """About how much of it is, from 0 to 1."""
        ...

    def advance(self, steps: int) -> object:
        """Do up to `steps` steps more, at least one."""
        ...

    def words(self, seconds: float) -> str:
        """What is done and how fast, after so many seconds."""
        ...


class Interruption:
    """Whether Ctrl+C was pressed.

    Who looks at it only now and then may never come to it: in somebody's own code that loops. So
    with `patience`, so many seconds after the first Ctrl+C, `gave_up` is set and a second one comes
    by itself.
    """

    def __init__(self, patience: float | None) -> None:
        """Not yet."""
        self.happened = self.gave_up = False
        self._over = False
        self._timer = None if patience is None else Timer(patience, self._give_up)

    def notice(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a handler's shape
        """Note the first one; the next one is Python's own."""
        if not self.happened:
            self.happened = True
            if self._timer is not None:
                self._timer.daemon = True
                self._timer.start()
        elif not self._over:
            raise KeyboardInterrupt

    def _give_up(self) -> None:
        self.gave_up = True
        interrupt_main()

    def end(self) -> None:
        """Nothing comes by itself any more."""
        self._over = True
        if self._timer is not None and self.happened:
            self._timer.cancel()
            self._timer.join()


@contextmanager
def interruptible(patience: float | None = None) -> Iterator[Interruption]:
    """Between here and the end, the first Ctrl+C is only noted."""
    interruption = Interruption(patience)
    try:
        before = signal.signal(signal.SIGINT, interruption.notice)
    except ValueError:  # not the main thread: nobody can press anything here
        yield interruption
        return
    try:
        yield interruption
    finally:
        interruption.end()
        signal.signal(signal.SIGINT, before)


def worked(work: Work) -> bool:
    """Do all of `work`; False if Ctrl+C came before."""
    with interruptible(PATIENCE) as interruption:
        try:
            _work(work, interruption)
        except KeyboardInterrupt:
            if not interruption.gave_up:
                raise
    progress("")
    return work.done


def _work(work: Work, interruption: Interruption) -> None:
    steps, began = FIRST_SLICE, perf_counter()
    told_at = now = began
    while not work.done and not interruption.happened:
        work.advance(steps)
        before, now = now, perf_counter()
        share = SLICE_SECONDS / max(now - before, LEAST_SECONDS)
        steps = max(1, round(steps * min(2, share)))
        if now - told_at > TELL_SECONDS:
            told_at = now
            progress(bar(work.share, work.words(now - began), now - began))


def bar(share: float, words: str, seconds: float) -> str:
    """A line of progress: a bar, `words`, and the time left if it goes on as in these `seconds`."""
    full = int(BAR * share)
    left = ""
    if LEAST_SHARE <= share < 1:
        left = f" · {_time(seconds * (1 - share) / share)} left"
    return f"{'█' * full}{'░' * (BAR - full)} {share:4.0%} · {words}{left} · Ctrl+C stops"


def _time(seconds: float) -> str:
    """`12 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = max(1, round(seconds))
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE} s"
    return f"{whole // HOUR:,} h {whole % HOUR // MINUTE} min"
