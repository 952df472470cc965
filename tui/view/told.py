"""Lines of a story that lead somewhere: each at a step, one of them picked or the latest."""

from collections.abc import Sequence
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


def told_rows(scene: Scene, told: Sequence[Told], width: int, height: int) -> list[Row]:
    """As many of `told` as fit around the one picked, or the latest that has happened."""
    latest = _latest(scene, told)
    picked = scene.attention.line
    column = max((len(_label(each.place)) for each in told), default=0)
    rows: list[Row] = []
    at = 0
    focus = latest if picked is None else min(picked, len(told) - 1)
    for number in range(max(0, focus - height), min(len(told), focus + height + 1)):
        at = len(rows) if number == focus else at
        mark = "▸ " if number == latest else "  "
        rows += _rows(told[number], mark, column, width, picked=number == picked)
    shown = window(len(rows), height, at)
    return rows[shown.start : shown.end]


def _label(place: Place) -> str:
    step, event = place
    return f"{step:,}" if event is None else f"{step:,}.{event}"


def _latest(scene: Scene, told: Sequence[Told]) -> int:
    """The last one not after the moment; the first where all are."""
    here = (scene.moment.step, scene.moment.event)
    past = [at for at, each in enumerate(told) if _reached(each.place, here)]
    return past[-1] if past else -1


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
