"""Where each request of a workload was read: a line of a file, or a place in one.

What is kept beside the requests is a number or two for each; words, and the lines of a scenario's
tables, are made when somebody asks.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple, Protocol

from core.override import override
from core.request import Request
from core.workload.source import Source
from core.workload.toml_lines import Key


class Origin(NamedTuple):
    """A line (from 1) of the file called `file`, or where lines say nothing a `place` in it."""

    file: str
    line: int | None = None
    place: str = ""

    @override
    def __str__(self) -> str:
        """`trace.csv:42`, or `trace_0012.json, requests[3]`."""
        return f"{self.file}, {self.place}" if self.place else f"{self.file}:{self.line}"


class Places(Protocol):
    """Where the requests of a workload stand, by their position in it (from 0)."""

    def at(self, position: int) -> Origin | None:
        """Where that one stands; None where nothing says."""
        ...


class NoPlaces:
    """Of requests that were generated."""

    def at(self, position: int) -> None:
        """Nothing says."""


class Origins:
    """The origins of `requests`, whose places are `places`."""

    def __init__(self, requests: Sequence[Request], places: Places) -> None:
        """Look at nothing yet."""
        self._requests = requests
        self._places = places

    def __iter__(self) -> Iterator[Origin | None]:
        """Those of all requests, in order."""
        return map(self._places.at, range(len(self._requests)))

    def of(self, rid: str) -> Origin | None:
        """Where the request `rid` was read; None for one that is not known."""
        position = self._positions.get(rid)
        return None if position is None else self._places.at(position)

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {request.rid: at for at, request in enumerate(self._requests)}


class WrittenPlaces:
    """Requests of a scenario's text: of the tables or rows `numbers` of the list called `name`.

    The lines of all of them are found at once.
    """

    def __init__(self, source: Source, name: str, numbers: Iterable[int]) -> None:
        """Look at nothing yet."""
        self._source = source
        self._name = name
        self._numbers = array("Q", numbers)

    def at(self, position: int) -> Origin | None:
        """The line of its table or row."""
        line = self._lines.get((self._name, self._numbers[position]))
        return None if line is None else Origin(self._source.path.name, line)

    @cached_property
    def _lines(self) -> dict[Key, int]:
        return self._source.lines_of((self._name, number) for number in set(self._numbers))


class ReadPlaces:
    """Rows of traces: `files` by name with the number of the first row of each, in ascending order.

    The mark of a row is its line, or what `named` says as a place.
    """

    def __init__(
        self, files: Sequence[tuple[int, str]], named: Callable[[int], str] | None = None
    ) -> None:
        """No row yet."""
        self._files = files
        self._named = named
        self._numbers = array("Q")
        self._marks = array("Q")

    def add(self, number: int, mark: int) -> None:
        """One more row."""
        self._numbers.append(number)
        self._marks.append(mark)

    def at(self, position: int) -> Origin:
        """Its file, and the line or place in it."""
        number, mark = self._numbers[position], self._marks[position]
        _, file = self._files[bisect_right(self._files, number, key=itemgetter(0)) - 1]
        return Origin(file, mark) if self._named is None else Origin(file, None, self._named(mark))
