"""Reading what takes long: its progress on a terminal, and what a Ctrl+C ended.

The first Ctrl+C ends it at once, as Python does by itself: nothing is done yet that could be kept.
"""

from time import perf_counter

from tui.commands.output import progress
from tui.commands.working import LEAST_SECONDS, TELL_SECONDS, bar
from tui.view.clean import clean

MEGABYTE = 10**6
MANY = 100_000
"""Requests whose run takes a moment to build."""
LONGEST_NAME = 40
"""Of a file in a line of progress, which has to stay one."""


class ReadingBar:
    """The bar of whatever a command reads, once that takes longer than a moment."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._name = ""
        self._words = ""
        self._shows = False
        self._began = self._told_at = 0.0

    @property
    def interrupted(self) -> str:
        """What a Ctrl+C ended, if something was being read."""
        return f"interrupted while {_short(self._name)} was read" if self._name else ""

    def read(self, name: str, done: int, total: int) -> None:
        """So many bytes of `name` are read, of `total`."""
        self._tell(name, "read", done, total)

    def made(self, name: str, done: int, total: int) -> None:
        """So many requests of `total` are made of it."""
        self._tell(name, "made", done, total)

    def built(self, requests: int) -> None:
        """A run of so many requests is built: no bar, since nothing tells how far it is."""
        if requests >= MANY:
            self._show(f"the run of {requests:,} requests is built …")

    def ended(self) -> None:
        """All of it is done."""
        self._name = self._words = ""
        if self._shows:
            self._show("")

    def _tell(self, name: str, words: str, done: int, total: int) -> None:
        now = perf_counter()
        if (name, words) != (self._name, self._words):
            self._name, self._words = name, words
            self._began = self._told_at = now
        if now - self._told_at > TELL_SECONDS:
            self._told_at = now
            seconds = max(now - self._began, LEAST_SECONDS)
            told = _megabytes if words == "read" else _requests
            words = f"{_short(name)}: {told(done, total, seconds)}"
            self._show(bar(done / max(1, total), words, seconds))

    def _show(self, words: str) -> None:
        """The line of progress, which is only cleared where something stands in it."""
        self._shows = bool(words)
        progress(words)


def _short(name: str) -> str:
    name = clean(name)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _megabytes(done: int, total: int, seconds: float) -> str:
    read, whole, rate = (count / MEGABYTE for count in (done, total, done / seconds))
    return f"{read:,.0f} of {whole:,.0f} MB read · {rate:,.1f} MB/s"


def _requests(done: int, total: int, seconds: float) -> str:
    return f"{done:,} of {total:,} requests made · {done / seconds:,.0f}/s"
