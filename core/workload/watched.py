"""Telling whoever waits how far the reading of a large file is, and that a large run is built.

Who watches is set around all of it (`watched`): between a command and the lines of a file there
stand scenarios and variants, which need not know. Without anybody files are opened as ever, and
nothing is counted.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from io import BufferedReader, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from core.override import override

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BUFFER = 2**18
"""Bytes that are read at once: progress is told as often."""
EVERY = 2**12
"""Of what is counted one by one."""

One = TypeVar("One")


class Watch(Protocol):
    """Somebody who waits."""

    def read(self, name: str, done: int, total: int) -> None:
        """So many bytes of what is called `name` are read, of `total`."""
        ...

    def made(self, name: str, done: int, total: int) -> None:
        """So many requests of `total` are made of it."""
        ...

    def built(self, requests: int) -> None:
        """A run of so many requests is built next."""
        ...

    def ended(self) -> None:
        """All of it is done."""
        ...


_WATCH: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watched(watch: Watch | None) -> Iterator[None]:
    """Let `watch` be told of what is read in here; nobody if None."""
    before = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(before)


@contextmanager
def building(requests: int) -> Iterator[None]:
    """Tell whoever watches that a run of so many requests is built in here."""
    watch = _WATCH.get()
    if watch is not None:
        watch.built(requests)
    yield
    if watch is not None:
        watch.ended()


class Watched:
    """The reading of `files`, one after the other, of what is called `name`."""

    def __init__(self, name: str, files: Iterable[Path]) -> None:
        """Read nothing yet."""
        self._name = name
        self._watch = _WATCH.get()
        self._before = 0
        self._total = sum(file.stat().st_size for file in files) if self._watch else 0

    def opened(self, file: Path) -> BufferedReader:
        """The next of the files. Raises `OSError`."""
        if self._watch is None:
            return file.open("rb")
        raw = _Told(file, self._before, self)
        self._before += file.stat().st_size
        return BufferedReader(raw, BUFFER)

    def reached(self, done: int) -> None:
        """Tell that so many bytes of all files are read; a file may have grown meanwhile."""
        if self._watch is not None:
            self._watch.read(self._name, min(done, self._total), self._total)

    def counted(self, every: Iterable[One], total: int) -> Iterable[One]:
        """The requests of `every`, `total` of them, telling how many are made."""
        return every if self._watch is None else self._counted(every, total, self._watch)

    def _counted(self, every: Iterable[One], total: int, watch: Watch) -> Iterator[One]:
        for number, one in enumerate(every):
            if number % EVERY == 0:
                watch.made(self._name, number, total)
            yield one

    def ended(self) -> None:
        """All of it is done."""
        if self._watch is not None:
            self._watch.ended()


class _Told(FileIO):
    """A file that tells how far it is read, counted from `before`."""

    def __init__(self, file: Path, before: int, watched: Watched) -> None:
        super().__init__(file)
        self._start = before
        self._watched = watched

    @override
    def readinto(self, buffer: "WriteableBuffer", /) -> int | None:
        self._watched.reached(self._start + self.tell())
        return super().readinto(buffer)
