"""Events of a step as they are listed: one by one, or equal ones in a row folded into one line."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from core.events import Event
from tui.view.only import Only

FEWEST = 3
"""Events of a kind in a row that are worth folding."""


class Item(NamedTuple):
    """The events number `first` to `last` of a step, which stand in one line; mostly one event."""

    first: int
    last: int

    @property
    def size(self) -> int:
        """How many."""
        return self.last - self.first + 1


def items_of(events: Sequence[Event], focus: int, most: int, only: Only | None) -> list[Item]:
    """What is listed of `events` where `most` lines fit.

    The event `focus` is never folded, and nothing is where all fit.
    """
    shown = [n for n, event in enumerate(events, 1) if only is None or only.shows(event)]
    if len(shown) <= most:
        return [Item(number, number) for number in shown]
    return [item for run in _runs(events, shown, focus) for item in _folded(run)]


def _runs(events: Sequence[Event], shown: list[int], focus: int) -> Iterator[list[int]]:
    """Neighbours of one kind, with `focus` by itself."""

    def kind(number: int) -> tuple[str, int]:
        side = (number > focus) - (number < focus)
        return events[number - 1].kind, side

    for _, run in groupby(shown, key=kind):
        yield list(run)


def _folded(run: list[int]) -> Iterator[Item]:
    if len(run) >= FEWEST and run[-1] - run[0] + 1 == len(run):
        yield Item(run[0], run[-1])
    else:
        yield from (Item(number, number) for number in run)
