"""How a request is written in any pane, and how the one looked at stands out."""

import re

from tui.view.clean import clean_rid
from tui.view.letters import WIDEST
from tui.view.lines import Line, Row, Span, Target, cut, left, restyled
from tui.view.scene import Scene

WORD = re.compile(r"[^\s,;:()]+")
"""What may be a rid in a sentence."""


def row_of(scene: Scene, line: Line, target: Target) -> Row:
    """`line` as a row about `target`, marked if its request is the one looked at."""
    if target.rid and scene.is_selected(target.rid):
        return Row(restyled(line, "row"), target, "row")
    return Row(line, target)


def full_name(scene: Scene, rid: str) -> str:
    """The letter and the rid; the letter alone where it is the rid."""
    letter = scene.letters.of(rid).letter
    return letter if letter == rid else f"{letter} {clean_rid(rid)}"


def name_of(scene: Scene, rid: str) -> str:
    """The same, of a long rid as much as columns have of it."""
    return cut(full_name(scene, rid), 2 + WIDEST)


def briefly(scene: Scene, text: str, subject: str = "") -> str:
    """`text`, with rids in it that are too long for a column as they stand there.

    That of its `subject`, whose name stands before it, is its letter alone.
    """
    if scene.letters.width < 2 + WIDEST:
        return text

    def short(found: re.Match[str]) -> str:
        word = found[0]
        if len(word) <= WIDEST or word not in scene.letters:
            return word
        return scene.letters.of(word).letter if word == subject else name_of(scene, word)

    return WORD.sub(short, text)


def named(scene: Scene, rid: str, width: int, *, holds: bool = False) -> Line:
    """The letter and the rid in `width` cells; the letter on its colour if it holds blocks."""
    badge = scene.letters.of(rid)
    picked = " picked" if scene.is_selected(rid) else ""
    text = left(name_of(scene, rid), width)
    tile = f"{badge.tile}{picked}" if holds else badge.ink
    return (Span(text[:1], tile), Span(text[1:], badge.ink))


def name_width(scene: Scene) -> int:
    """The cells that letter and rid need in a column."""
    return scene.letters.width


def subject_of(scene: Scene) -> str | None:
    """Whom the event within a step is about at which one stands, if about a single one."""
    at = scene.moment.event
    event = scene.events[at - 1] if 0 < at < len(scene.events) else None
    return None if event is None or event.kind == "ran" else event.rid
