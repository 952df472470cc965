"""The list of scenarios as lines: what there is to open, and what one of them is about."""

from collections.abc import Sequence
from typing import NamedTuple

from tui.view.box import MARGIN, Pane, boxed
from tui.view.clean import cells, clean
from tui.view.lines import Line, Row, Span, Target, cut, fit, left, width_of
from tui.view.prose import prose
from tui.view.table import Window, window

NOTE = 10
MOST_LINES = 2
"""Lines that the variants of a scenario take."""
WELCOME = (
    "The scheduler of an LLM server, step by step, forwards and backwards.",
    "Pick a run to see who holds what, who waits, and the reason of every event.",
)


class Sought(NamedTuple):
    """The `words` that narrow the list of `every` scenario, and whether they are being typed."""

    words: str
    is_typed: bool
    every: int


class Entry(NamedTuple):
    """A scenario in the list, its variants by name, and what commands call it, if anything."""

    group: str
    title: str
    note: str
    variants: Sequence[str] = ()
    name: str = ""

    @property
    def text(self) -> str:
        """All that is said of it."""
        return " ".join((self.group, self.name, self.title, self.note, *self.variants))


def choices_lines(  # noqa: PLR0913 - what the screen shows
    entries: Sequence[Entry],
    cursor: int,
    message: str,
    width: int,
    height: int,
    picked: int = 0,
    *,
    sought: Sought | None = None,
) -> list[Row]:
    """The screen in exactly `width` by `height` cells; of variants number `picked` is the one.

    `entries` are those of the list that have the words `sought`.
    """
    if not height:
        return []
    top = [Row(fit((Span(" Driftwood", "brand"),), width))]
    top += [Row(fit((Span(f" {text}", "label"),), width)) for text in WELCOME]
    last = (Span(f" {clean(message)}", "message"),) if message else _last(entries, cursor, sought)
    body = max(0, height - len(top) - 1)
    note = min(NOTE, max(0, body - 7))
    rows = [*top, *_list(entries, cursor, width, body - note, sought)]
    rows += _about(entries, cursor, picked, width, note) if note else []
    return [*rows[: height - 1], Row(fit(last, width))]


def _last(entries: Sequence[Entry], cursor: int, sought: Sought | None) -> Line:
    """The words being typed, or the keys."""
    if sought is not None and sought.is_typed:
        words = (Span(" search ", "key"), Span(clean(sought.words), "name"), Span("█", "accent"))
        return (*words, Span("   ↑ ↓ choose  enter open  escape shows all", "label"))
    variant = "v variant  " if entries and entries[cursor].variants else ""
    every = "escape shows all" if sought is not None else ": palette"
    hints = f" ↑ ↓ choose  {variant}enter open  / search  {every}  q quit"
    return (Span(hints, "label"),)


def _list(
    entries: Sequence[Entry], cursor: int, width: int, height: int, sought: Sought | None
) -> list[Row]:
    lines, at = _entries(entries, cursor, width - MARGIN)
    shown = window(len(lines), height - 2, at)
    title, note = "Scenarios", _which(lines, shown)
    if sought is not None and sought.words.strip():
        title, found = f"Scenarios with {clean(sought.words)}", len(entries)
        note = f"{found:,} of {sought.every:,}"
    return boxed(Pane(title, lines[shown.start : shown.end], note), width, height, focused=True)


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


def _about(
    entries: Sequence[Entry], cursor: int, picked: int, width: int, height: int
) -> list[Row]:
    """What the entry under the cursor is about, its variants in the last lines."""
    if not entries:
        return boxed(Pane("Nothing to open", []), width, height, focused=False)
    entry, room = entries[cursor], max(1, width - MARGIN)
    variants = _variants(entry.variants, picked, room)
    told = prose(entry.note, room)
    most = max(0, height - 2 - len(variants))
    cut_off = [cut(f"{told[most - 1]} …", room)] if len(told) > most > 0 else told[most - 1 : most]
    rows = [Row((Span(text),)) for text in [*told[: most - 1], *cut_off]]
    blanks = [Row(())] * (most - len(rows)) if variants else []
    pane = Pane(clean(entry.title), [*rows, *blanks, *variants], clean(entry.name))
    return boxed(pane, width, height, focused=False)


def _variants(names: Sequence[str], picked: int, width: int) -> list[Row]:
    """The names of variants, the picked one marked, in a line or two."""
    if not names:
        return []
    lines: list[Line] = [(Span("v  ", "key"),)]
    for at, name in enumerate(names):
        text = f"▸ {clean(name)}" if at == picked else clean(name)
        span = Span(f"{text}   ", "accent" if at == picked else "label")
        if width_of((*lines[-1], span)) > width and len(lines[-1]) > 1:
            lines.append((Span("   "),))
        lines[-1] = (*lines[-1], span)
    mine = next(n for n, line in enumerate(lines) if any("▸" in span.text for span in line))
    first = max(0, mine - MOST_LINES + 1)
    return [Row(fit(line, width)) for line in lines[first : first + MOST_LINES]]
