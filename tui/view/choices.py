"""The list of scenarios as lines: what there is to open, and what one of them is about."""

from collections.abc import Sequence
from typing import NamedTuple

from tui.view.box import MARGIN, Pane, boxed
from tui.view.clean import cells, clean
from tui.view.lines import Line, Row, Span, Target, fit, left, wrapped
from tui.view.table import Window, window

NOTE = 9
WELCOME = (
    "The scheduler of an LLM server, step by step, forwards and backwards.",
    "Pick a run to see who holds what, who waits, and the reason of every event.",
)


class Entry(NamedTuple):
    """A scenario in the list."""

    group: str
    title: str
    note: str


def choices_lines(
    entries: Sequence[Entry], cursor: int, message: str, width: int, height: int
) -> list[Row]:
    """The screen in exactly `width` by `height` cells."""
    if not height:
        return []
    top = [Row(fit((Span(" Driftwood", "brand"),), width))]
    top += [Row(fit((Span(f" {text}", "label"),), width)) for text in WELCOME]
    hints = " ↑ ↓ choose  enter open  : palette  q quit"
    last = Span(f" {clean(message)}", "message") if message else Span(hints, "label")
    body = max(0, height - len(top) - 1)
    note = min(NOTE, max(0, body - 6))
    rows = [*top, *_list(entries, cursor, width, body - note)]
    rows += _about(entries, cursor, width, note) if note else []
    return [*rows[: height - 1], Row(fit((last,), width))]


def _list(entries: Sequence[Entry], cursor: int, width: int, height: int) -> list[Row]:
    lines, at = _entries(entries, cursor, width - MARGIN)
    shown = window(len(lines), height - 2, at)
    pane = Pane("Scenarios", lines[shown.start : shown.end], _which(lines, shown))
    return boxed(pane, width, height, focused=True)


def _which(lines: Sequence[Row], shown: Window) -> str:
    """Which scenarios show, of how many; headings do not count."""
    before, seen, after = (
        sum(row.target is not None for row in part)
        for part in (
            lines[: shown.start],
            lines[shown.start : shown.end],
            lines[shown.end :],
        )
    )
    return Window(before, before + seen, before + seen + after).note


def _entries(entries: Sequence[Entry], cursor: int, width: int) -> tuple[list[Row], int]:
    """A line for each entry, under the name of its group; and which one the cursor is on."""
    rows: list[Row] = []
    at, group = 0, None
    room = max((cells(clean(entry.title)) for entry in entries), default=0)
    room = min(room, max(12, width // 2))
    for number, entry in enumerate(entries):
        if entry.group != group:
            group = entry.group
            rows += [Row(())] if rows else []
            rows.append(Row((Span(clean(group), "head"),)))
        at = len(rows) if number == cursor else at
        line = _entry(entry, room, width, picked=number == cursor)
        rows.append(Row(line, Target("request", number=number)))
    return rows, at


def _entry(entry: Entry, room: int, width: int, *, picked: bool) -> Line:
    mark = "▸ " if picked else "  "
    style = " row" if picked else ""
    title = Span(left(clean(entry.title), room) + "  ", f"name{style}")
    note = Span(clean(entry.note), f"label{style}")
    return fit((Span(mark, f"accent{style}"), title, note), width, style.strip())


def _about(entries: Sequence[Entry], cursor: int, width: int, height: int) -> list[Row]:
    if not entries:
        return boxed(Pane("Nothing to open", []), width, height, focused=False)
    entry = entries[cursor]
    rows = [Row((Span(text),)) for text in wrapped(clean(entry.note), max(1, width - MARGIN))]
    return boxed(Pane(clean(entry.title), rows), width, height, focused=False)
