"""A field of dots that a curve is drawn into: eight to a cell, by a library that draws them.

A column of dots covers a range of the curve's points; from the lowest to the highest of them the
dots are set, so that no peak is lost however many points there are, and columns are joined.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from plotille import Canvas  # type: ignore[import-untyped]  # has types, but no py.typed

ACROSS, UP = 2, 4
"""Dots of a cell, across and up."""
BLANK = "\u2800"
"""A cell in which no dot is set."""


class _Canvas(Protocol):
    """What is used of the library's; places are in dots, from the lower left."""

    def line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Set the dots from one place to another."""

    def plot(self, linesep: str) -> str:
        """Draw all lines of letters, the highest first."""


class Curve(NamedTuple):
    """Points of finite numbers, in ascending order of `across`; `name` may hold anything.

    They are joined by lines, or each `holds` until the next one.
    """

    name: str
    across: Sequence[float]
    up: Sequence[float]
    holds: bool = False


class Window(NamedTuple):
    """The range of values that a field shows."""

    first: float
    last: float
    bottom: float
    top: float


class _Stretch(NamedTuple):
    """What the points of one column of dots come to."""

    column: int
    first: float
    last: float
    lowest: float
    highest: float


def drawn(curve: Curve, window: Window, width: int, height: int) -> list[str]:
    """`curve` in `height` lines of `width` cells, at least one of each, the highest line first."""
    canvas: _Canvas = Canvas(width, height, xmax=width * ACROSS, ymax=height * UP)
    before: tuple[int, int] | None = None
    for stretch in _stretches(curve, window, width * ACROSS):
        first, last, lowest, highest = (
            _up(value, window, height * UP - 1) for value in stretch[1:]
        )
        if before is not None:
            canvas.line(*before, stretch.column, before[1] if curve.holds else first)
            if curve.holds:
                lowest, highest = min(lowest, before[1]), max(highest, before[1])
        canvas.line(stretch.column, lowest, stretch.column, highest)
        before = stretch.column, last
    return canvas.plot(linesep="\n").split("\n")


def _up(value: float, window: Window, most: int) -> int:
    share = (value - window.bottom) / (window.top - window.bottom)
    return round(most * min(1.0, max(0.0, share)))


def _stretches(curve: Curve, window: Window, columns: int) -> Iterator[_Stretch]:
    """Of each column what its points come to; a column without any has none."""
    across, wide = curve.across, window.last - window.first
    start = bisect_left(across, window.first)
    for column in range(columns):
        edge = window.first + wide * (column + 1) / columns
        end = len(across) if column + 1 == columns else bisect_left(across, edge, start)
        values, start = curve.up[start:end], end
        if len(values):
            yield _Stretch(column, values[0], values[-1], min(values), max(values))
