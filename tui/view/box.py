"""The frame around a pane: a title at the left, a note at the right, and the lines inside."""

from collections.abc import Sequence
from typing import NamedTuple

from tui.view.lines import Line, Row, Span, cut, fit, width_of

MARGIN = 4
"""Cells of a pane's width that its frame takes: a border and a blank on each side."""


class Pane(NamedTuple):
    """What a pane draws: its words, its rows, and a bottom line of its own if it has one."""

    title: str
    rows: Sequence[Row]
    note: str = ""
    bottom: Line = ()


def boxed(pane: Pane, width: int, height: int, *, focused: bool) -> list[Row]:
    """`pane` in exactly `width` by `height` cells."""
    style = "focus" if focused else "border"
    if width < MARGIN or height < 2:  # noqa: PLR2004 - two lines are the frame's own
        return [Row(fit((), max(0, width))) for _ in range(height)]
    inner = [_side(row, width, style) for row in pane.rows[: height - 2]]
    blank = _side(Row(()), width, style)
    inner += [blank] * (height - 2 - len(inner))
    return [Row(_top(pane, width, style)), *inner, Row(_bottom(pane, width, style))]


def _side(row: Row, width: int, style: str) -> Row:
    wall = Span("│", style)
    inside = fit(row.line, width - MARGIN, row.fill)
    mark = Span("*", "row accent") if row.fill else Span(" ")
    return Row((wall, mark, *inside, Span(" "), wall), row.target)


def _top(pane: Pane, width: int, style: str) -> Line:
    title = cut(pane.title, max(0, width - 6))
    start = (Span("╭─ ", style), Span(title, f"{style} title"), Span(" ", style))
    room = width - width_of(start) - 1
    note = f" {pane.note} ─" if pane.note and len(pane.note) + 4 <= room else ""
    end = (Span(note[:-1], "note"), Span("─", style)) if note else ()
    rule = Span("─" * (room - width_of(end)), style)
    return fit((*start, rule, *end, Span("╮", style)), width)


def _bottom(pane: Pane, width: int, style: str) -> Line:
    inside = pane.bottom or (Span("─" * (width - MARGIN), style),)
    return (Span("╰─", style), *fit(inside, width - MARGIN), Span("─╯", style))
