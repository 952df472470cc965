"""Tables: columns that give way where it is narrow, and a window around the row looked at."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from tui.view.lines import Line, Span, fit, width_of

Cell: TypeAlias = Line | str
"""What stands in a column: styled pieces, or plain text."""


class Column(NamedTuple):
    """`width` cells, or with `grow` all that is left. The highest `rank` gives way first."""

    title: str
    width: int
    align: Literal["left", "right"] = "left"
    rank: int = 0
    grow: bool = False


class Table:
    """Columns fitted to a width; `line` takes a cell for each, also for those that do not show."""

    def __init__(self, columns: Sequence[Column], width: int) -> None:
        """Drop the columns that `width` has no room for."""
        shown = [column for column in columns if column.width]
        while len(shown) > 1 and _needed(shown) > width:
            shown.remove(max(reversed(shown), key=lambda column: column.rank))
        room = width - _needed([c._replace(width=0) if c.grow else c for c in shown])
        self._shown = [
            (columns.index(c), c._replace(width=max(1, room)) if c.grow else c) for c in shown
        ]

    def width_of(self, title: str) -> int:
        """The cells of the column `title`; 0 if it does not show."""
        return next((column.width for _, column in self._shown if column.title == title), 0)

    def head(self) -> Line:
        """The line of titles."""
        shown = dict(self._shown)
        titles = [shown[at].title if at in shown else "" for at in range(max(shown) + 1)]
        return self.line([(Span(title, "head"),) for title in titles])

    def line(self, cells: Sequence[Cell]) -> Line:
        """A row of `cells`, one for every column there is."""
        out: list[Span] = []
        for at, column in self._shown:
            if out:
                out.append(Span(GAP))
            out += _placed(cells[at], column)
        return tuple(out)


GAP = "  "


def _placed(cell: Cell, column: Column) -> Line:
    spans = (Span(cell),) if isinstance(cell, str) else cell
    room = column.width - width_of(spans)
    if column.align == "right" and room > 0:
        return (Span(" " * room), *spans)
    return fit(spans, column.width)


def _needed(columns: Sequence[Column]) -> int:
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)


class Window(NamedTuple):
    """Which of `total` rows show: those from `start` up to `end`, not included."""

    start: int
    end: int
    total: int

    @property
    def note(self) -> str:
        """Which part it is, in words; nothing where all show."""
        if self.end - self.start >= self.total:
            return ""
        first, last = f"{self.start + 1:,}", f"{self.end:,}"
        return f"{last if first == last else f'{first}–{last}'} of {self.total:,}"


def window(total: int, height: int, cursor: int | None) -> Window:
    """`height` rows with `cursor` in the middle, or the first ones.

    It depends on nothing else, so a frame is the same however one got there.
    """
    most = max(0, total - height)
    start = 0 if cursor is None else max(0, min(most, cursor - height // 2))
    return Window(start, min(total, start + max(0, height)), total)
