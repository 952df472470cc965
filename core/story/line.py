"""A story's lines, of which there may be more than anybody reads."""

from collections import deque
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal[
    "asked",
    "arrived",
    "rejected",
    "waited",
    "admitted",
    "hit",
    "first_token",
    "rebuilt",
    "decoded",
    "preempted",
    "finished",
    "cancelled",
    "unfinished",
    "more",
    "total",
]

MOST_AT_AN_END = 60
"""Lines kept of the beginning and of the end of a story; what lies between is counted."""


class Line(NamedTuple):
    """What happened from `step` to `until` (the same for what took one step), in words.

    `event` is the number of the event of `step` that tells it, None where it is not one event.
    Both steps are None in what is said of the whole life. Rids are as they were given.
    """

    kind: Kind
    step: int | None
    until: int | None
    event: int | None
    text: str


class Lines:
    """The lines of a story as they come: the first and the last are kept."""

    def __init__(self) -> None:
        """Nothing is told yet."""
        self._first: list[Line] = []
        self._last: deque[Line] = deque(maxlen=MOST_AT_AN_END)
        self._count = 0

    def add(
        self,
        kind: Kind,
        step: int,
        text: str,
        *,
        until: int | None = None,
        event: int | None = None,
    ) -> None:
        """The next one."""
        self._count += 1
        kept = self._first if self._count <= MOST_AT_AN_END else self._last
        kept.append(Line(kind, step, step if until is None else until, event, text))

    def __iter__(self) -> Iterator[Line]:
        """Those kept, with one that counts the others where they were."""
        yield from self._first
        if more := self._count - len(self._first) - len(self._last):
            yield Line("more", None, None, None, f"… {more:,} more lines of this kind …")
        yield from self._last
