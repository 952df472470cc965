"""The last line: the keys that do something now, or what there is to say about the last one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tui.view.clean import cells, clean
from tui.view.lines import Line, Span, both_ends, fit
from tui.view.scene import Asked, Scene


class Hint(NamedTuple):
    """A key, what it does, and the id of its binding."""

    keys: str
    does: str
    binding: str


USUAL = (
    Hint("n/p", "step", "step.next"),
    Hint("s/S", "event", "event.next"),
    Hint("N/P", "next preemption", "point.next"),
    Hint("g", "go to", "goto"),
    Hint("t", "timeline", "timeline"),
    Hint("tab", "pane", "pane.next"),
    Hint("z", "zoom", "zoom"),
    Hint("?", "help", "help"),
    Hint("q", "quit", "quit"),
)
SCRUB = (
    Hint("h/l", "by a percent", "scrub"),
    Hint("n/p", "step", "step.next"),
    Hint("escape", "leave", "leave"),
    Hint("?", "help", "help"),
)
PLAYING = (
    Hint("space", "pause", "play"),
    Hint("< >", "slower, faster", "play.faster"),
    Hint("q", "quit", "quit"),
)
LESS_NEEDED = ("zoom", "pane.next", "timeline", "goto", "point.next")


def footer(scene: Scene, width: int) -> Line:
    """The footer in exactly `width` cells."""
    if scene.asked is not None:
        return _prompt(scene.asked, width)
    if scene.message:
        return fit((Span(f" {clean(scene.message)}", "message"),), width)
    end = (Span(f"{scene.typed}… ", "accent"),) if scene.typed else ()
    keys = tuple(_line(_fitting(_hints(scene), width - 4)))
    return both_ends(keys, end, width) if end else fit(keys, width)


def _prompt(asked: Asked, width: int) -> Line:
    """The words typed so far, a still caret, and what they lead to."""
    words = (Span(" go to ", "key"), Span(clean(asked.text), "name"), Span("█ ", "accent"))
    answer = Span(f"  {clean(asked.answer)}", "label" if asked.good else "bad")
    return both_ends((*words, answer), (Span("enter stays, escape returns ", "label"),), width)


def _hints(scene: Scene) -> Sequence[Hint]:
    if scene.playing:
        return PLAYING
    if scene.attention.pane == "timeline":
        return SCRUB
    return USUAL


def _fitting(hints: Sequence[Hint], width: int) -> list[Hint]:
    """As many as fit, those that are needed most."""
    shown = list(hints)
    for binding in LESS_NEEDED:
        if sum(cells(hint.keys) + cells(hint.does) + 3 for hint in shown) <= width:
            break
        shown = [hint for hint in shown if hint.binding != binding]
    return shown


def _line(hints: Sequence[Hint]) -> Iterator[Span]:
    for hint in hints:
        yield Span(f" {hint.keys}", "key")
        yield Span(f" {hint.does} ", "label")


def hint_at(scene: Scene, width: int, x: int) -> str | None:
    """The binding of the hint drawn at `x`."""
    at = 0
    for hint in [] if scene.message else _fitting(_hints(scene), width - 4):
        at += cells(hint.keys) + cells(hint.does) + 3
        if x < at:
            return hint.binding
    return None
