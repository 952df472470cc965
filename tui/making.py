"""Something that takes long, made beside the screen: a workload that is read again, a run of it.

In a thread, since reading has no places to rest at, unlike a run (`tui.slices`). Nobody waits for
one that is given up: it ends when it next tells how far it is, and its outcome is thrown away.
"""

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

from core.workload.watched import watched

What = TypeVar("What")
MEGABYTE = 10**6


class GivenUpError(Exception):
    """Nobody wants it any more."""


class Making(Generic[What]):
    """What `make` makes; `words` say what is done, and how far it is where that is told.

    It begins after `rest_s` seconds: while somebody types, the next letter may give it up.
    """

    def __init__(self, make: Callable[[], What], words: str, rest_s: float = 0.0) -> None:
        """Begin."""
        self.words = words
        self._make = make
        self._rest_s = rest_s
        self._given_up, self._ended = Event(), Event()
        self._made: What | None = None
        self._error: Exception | None = None
        Thread(target=self._work, daemon=True, name="driftwood-making").start()

    def _work(self) -> None:
        if self._given_up.wait(self._rest_s):
            return
        try:
            with watched(self):
                self._made = self._make()
        except Exception as error:  # noqa: BLE001 - raised again where it is asked for
            self._error = error
        self._ended.set()

    @property
    def done(self) -> bool:
        """Whether there is an outcome."""
        return self._ended.is_set()

    def outcome(self) -> What:
        """What was made, once it is done. Raises what `make` raised."""
        self._ended.wait()
        if self._error is not None:
            raise self._error
        assert self._made is not None
        return self._made

    def give_up(self) -> None:
        """Let it be."""
        self._given_up.set()

    # As a watch it is told how far that is

    def read(self, name: str, done: int, total: int) -> None:
        """So many bytes of `name` are read."""
        whole = f"{total / MEGABYTE:,.1f} MB"
        self._tell(f"{name}: {done / MEGABYTE:,.1f} of {whole} read")

    def made(self, name: str, done: int, total: int) -> None:
        """So many requests are made of it."""
        self._tell(f"{name}: {done:,} of {total:,} requests made")

    def built(self, requests: int) -> None:
        """A run of so many requests is built."""
        self._tell(f"the run of {requests:,} requests is built")

    def ended(self) -> None:
        """All of it is done."""

    def _tell(self, words: str) -> None:
        self.words = words
        if self._given_up.is_set():
            raise GivenUpError
