"""Workers on this machine: a pool of processes.

They are started anew rather than forked, so nothing of this process (its threads, its terminal) is
in them. A Ctrl+C is this process's alone to hear; it ends them. They end too when it is killed.
"""

import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.resource_tracker import ensure_running
from typing import NamedTuple, Protocol

from core.study.spread import Crew
from core.study.sweep import Outcome
from tui.commands.asked import Asked
from tui.sweeping.shelf import Shelf
from tui.sweeping.worker import end_with_parent, worked

AHEAD = 2
"""Jobs for each worker: one at work and one that waits, so that it never does."""


class Job(NamedTuple):
    """A point: its number and knobs, what it asks for, of scenario `load` on the shelf."""

    number: int
    knobs: Mapping[str, str]
    load: int
    asked: Asked


class Workers(Crew[Job, Outcome], Protocol):
    """Whoever runs points, and can be stopped."""

    @property
    def gone(self) -> str:
        """Why nobody will run anything any more, as a sentence; "" as long as somebody may."""
        ...

    def stop(self) -> None:
        """End all of them, whatever they do."""
        ...


class Processes:
    """`count` workers, who find what they need on `shelf`."""

    gone = ""
    """Who dies is replaced."""

    def __init__(self, count: int, shelf: Shelf) -> None:
        """Start nobody yet."""
        self.count = count
        self.room = AHEAD * count
        self._shelf = shelf
        self._others = frozenset(active_children())
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, job: Job, /) -> Future[Outcome]:
        """Begin a job."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count, get_context("spawn"), initializer=end_with_parent
            )
        with _deaf():  # a job may start a worker
            return self._pool.submit(worked, str(self._shelf.path(job.load)), job.asked)

    def mend(self) -> None:
        """Start all of them anew."""
        self.stop()

    def stop(self) -> None:
        """End all of them, whatever they do.

        First they, then the pool: it would wait for one whose lock a dead one holds.
        """
        pool, self._pool = self._pool, None
        if pool is not None:
            for worker in set(active_children()) - self._others:
                worker.terminate()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started here never hear of a Ctrl+C; this one does afterwards.

    The first of all processes is Python's own, which has to be there before: it would undo it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
