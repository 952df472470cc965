"""A chart: curves over each other in a field of dots, with numbers at its edges and a legend.

Where there are several curves, each also has a mark of its own (`o x + #`) at every few cells, so
they are told apart without colours; a style (`curve0` to `curve3`) only repeats it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tui.view.clean import cells, clean
from tui.view.dots import BLANK, Curve, Window, drawn
from tui.view.lines import Line, Span, cut, fit, merged, right, width_of

__all__ = ["Axes", "Curve", "chart"]

MARKS = "ox+#"
LINE = "⠤"
APART = 4
"""Cells from a mark of a curve to a mark of the next."""
SMALLEST = (8, 2)
"""Cells and lines of the smallest field that shows anything."""
MIDDLE_FROM = 5
"""Lines of a field from which its middle has a number too."""
SMALL = 10
"""A number below which decimals are told."""
EDGES = 2
"""Lines of a chart under its field: the axis and its numbers."""


def _number(figure: float) -> str:
    """With a decimal where that says something."""
    return f"{figure:,.{int(figure < SMALL and figure != int(figure))}f}"


class Axes(NamedTuple):
    """How numbers are told, and the number at the upper edge: the curves' own highest if None."""

    across: Callable[[float], str] = _number
    up: Callable[[float], str] = _number
    top: float | None = None


class _Cell(NamedTuple):
    """Of one cell: its dots as a letter, and the last curve (by number) that has any there."""

    letter: str = BLANK
    curve: int = -1


def chart(title: str, curves: Sequence[Curve], width: int, height: int, axes: Axes) -> list[Line]:
    """The chart in at most `width` cells and `height` lines, under its title and legend.

    The field begins at 0, or at the lowest value if that is below. Where there is nothing to
    draw, or no room for it, the title and the legend stand alone. At most four curves.
    """
    if len(curves) > len(MARKS):
        raise ValueError(f"a chart has at most {len(MARKS)} curves, not {len(curves)}")
    heads = list(_heads(title, curves, width))[: max(0, height)]
    window = _window(curves, axes)
    if window is None:
        return heads
    numbers = [axes.up(window.top), axes.up((window.top + window.bottom) / 2)]
    numbers.append(axes.up(window.bottom))
    margin = max(map(cells, numbers))
    field = width - margin - 2, height - len(heads) - EDGES
    if field[0] < SMALLEST[0] or field[1] < SMALLEST[1]:
        return heads
    lines = _field(curves, window, *field)
    sides = _sides(numbers, margin, len(lines))
    body = [(Span(side, "label"), *line) for side, line in zip(sides, lines, strict=True)]
    return [*heads, *body, *_across(window, axes, margin, field[0])]


def _window(curves: Sequence[Curve], axes: Axes) -> Window | None:
    """What the field shows; None where no curve has a point."""
    filled = [curve for curve in curves if len(curve.across)]
    if not filled:
        return None
    first = min(curve.across[0] for curve in filled)
    last = max(curve.across[-1] for curve in filled)
    bottom = min(0, *(min(curve.up) for curve in filled))
    top = max(max(curve.up) for curve in filled) if axes.top is None else axes.top
    return Window(
        first, last if last > first else first + 1, bottom, top if top > bottom else bottom + 1
    )


def _heads(title: str, curves: Sequence[Curve], width: int) -> Iterator[Line]:
    """The title, and what each mark means: behind it while there is room, then on more lines."""
    line: Line = (Span(cut(clean(title), width), "title"),)
    for piece in _legend(curves):
        if width_of(line) and width_of(line) + 2 + width_of(piece) > width:
            yield line
            line = fit(piece, min(width, width_of(piece)))
        else:
            line = (*line, Span("  "), *piece) if width_of(line) else piece
    if width_of(line):
        yield line


def _legend(curves: Sequence[Curve]) -> Iterator[Line]:
    if len(curves) > 1:
        for number, curve in enumerate(curves):
            mark = f"{LINE}{MARKS[number]}{LINE}"
            yield (Span(mark, f"curve{number}"), Span(f" {clean(curve.name)}"))


def _field(curves: Sequence[Curve], window: Window, width: int, height: int) -> list[Line]:
    grid = [[_Cell() for _ in range(width)] for _ in range(height)]
    each = [drawn(curve, window, width, height) for curve in curves]
    for number, lines in enumerate(each):
        for cells_, line in zip(grid, lines, strict=True):
            _lay(number, line, cells_)
    if len(curves) > 1:
        for number, lines in enumerate(each):
            _mark(number, len(curves), lines, grid)
    return [tuple(merged(map(_span, row))) for row in grid]


def _lay(number: int, line: str, over: list[_Cell]) -> None:
    """Set the dots of curve `number` in a line of cells, over those of the curves before it."""
    for at, letter in enumerate(line):
        if letter != BLANK:
            over[at] = _Cell(chr(ord(over[at].letter) | ord(letter)), number)


def _mark(number: int, curves: int, lines: Sequence[str], grid: list[list[_Cell]]) -> None:
    """Put the mark of curve `number` on every few of its cells, in columns of its own."""
    for column in range(number * APART, len(grid[0]), curves * APART):
        rows = [row for row, line in enumerate(lines) if line[column] != BLANK]
        if rows:
            grid[rows[len(rows) // 2]][column] = _Cell(MARKS[number], number)


def _span(cell: _Cell) -> Span:
    return Span(" ") if cell.letter == BLANK else Span(cell.letter, f"curve{cell.curve}")


def _sides(numbers: Sequence[str], margin: int, height: int) -> Iterator[str]:
    """The left edge: the numbers of the highest, the middle and the lowest line."""
    told = {0: numbers[0], height - 1: numbers[-1]}
    if height >= MIDDLE_FROM and height % 2:
        told[height // 2] = numbers[1]
    for row in range(height):
        yield f"{right(told.get(row, ''), margin)} {'┤' if row in told else '│'}"


def _across(window: Window, axes: Axes, margin: int, width: int) -> Iterator[Line]:
    """The lower edge, and the numbers at its ends and its middle."""
    yield (Span(f"{' ' * margin} └{'─' * width}", "label"),)
    first, last = axes.across(window.first), axes.across(window.last)
    middle = axes.across((window.first + window.last) / 2)
    room = width - cells(first) - cells(last)
    words = right(last, width - cells(first)) if room > 0 else ""
    if room >= cells(middle) + 4:
        before = (width - cells(middle)) // 2 - cells(first)
        after = width - cells(first) - before - cells(middle)
        words = f"{' ' * before}{middle}{right(last, after)}" if before > 1 else words
    yield (Span(f"{' ' * (margin + 2)}{first}{words}", "label"),)
