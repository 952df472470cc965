"""Lines of a story that lead somewhere: each at a step, one of them picked or the latest."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from tui.view.lines import Line, Row, Span, Target, restyled, right, wrapped
from tui.view.scene import Scene
from tui.view.table import window

Place: TypeAlias = tuple[int, int | None]
"""A step, and the event in it; None is its end."""


class Told(NamedTuple):
    """A line at `place`, said in `text`, about `rid`."""

    place: Place
    text: str
    style: str
    rid: str = ""


def told_rows(
    scene: Scene, places: Sequence[Place], told: Callable[[int], Told], width: int, height: int
) -> list[Row]:
    """As many lines as fit around the one picked, or the latest that has happened.

    `told` is asked for those alone: a block of a long run has a history of ten thousand.
    """
    latest = _latest(scene, places)
    picked = scene.attention.line
    focus = latest if picked is None else min(picked, len(places) - 1)
    near = range(max(0, focus - height), min(len(places), focus + height + 1))
    column = max((len(_label(places[number])) for number in near), default=0)
    rows: list[Row] = []
    at = 0
    for number in near:
        at = len(rows) if number == focus else at
        mark = "▸ " if number == latest else "  "
        rows += _rows(told(number), mark, column, width, picked=number == picked)
    shown = window(len(rows), height, at)
    return rows[shown.start : shown.end]


def _label(place: Place) -> str:
    step, event = place
    return f"{step:,}" if event is None else f"{step:,}.{event}"


def _latest(scene: Scene, places: Sequence[Place]) -> int:
    """The last one not after the moment; -1 where all are. Their steps never fall."""
    here = (scene.moment.step, scene.moment.event)
    end = bisect_right(places, here[0], key=lambda place: place[0])
    return next((at for at in reversed(range(end)) if _reached(places[at], here)), -1)


def _reached(place: Place, here: tuple[int, int]) -> bool:
    step, event = place
    return step < here[0] if event is None else (step, event) <= here


def _rows(told: Told, mark: str, column: int, width: int, *, picked: bool) -> list[Row]:
    step, event = told.place
    target = Target("moment", told.rid, -1 if event is None else event, step)
    room = max(8, width - column - 4)
    rows: list[Row] = []
    for at, text in enumerate(wrapped(told.text, room)):
        first = at == 0
        label = right(_label(told.place), column) if first else " " * column
        line: Line = (
            Span(mark if first else "  ", "accent"),
            Span(f"{label}  ", "label"),
            Span(text, told.style if first else ""),
        )
        rows.append(Row(restyled(line, "row"), target, "row") if picked else Row(line, target))
    return rows
