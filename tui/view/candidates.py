"""Who could have been preempted instead: the ranking under a preemption."""

from collections.abc import Iterator

from core.ranking import Ranked
from tui.view.clean import clean
from tui.view.lines import Line, Span, fit, left, right
from tui.view.numbers import counted
from tui.view.picked import name_of, name_width
from tui.view.scene import Scene

TITLE = "could have gone, in the rule’s order:"
SHORT = "tokens and blocks to lose:"
NARROWEST = 60
"""Cells besides a name below which figures stand without words."""


def candidates(scene: Scene, width: int, most: int) -> Iterator[Line]:
    """At most `most` lines of `width` cells; the chosen one is among them."""
    ranking = scene.known.ranking
    if ranking is None or most < 2:  # noqa: PLR2004 - a title alone says nothing
        return
    title = TITLE if _is_wide(scene, width) else SHORT
    yield fit((Span(title, "label"),), width)
    shown = list(ranking.candidates[: most - 1])
    left_out = len(ranking.candidates) - len(shown) + ranking.more
    if left_out and len(shown) > 1:
        shown, left_out = shown[:-1], left_out + 1
    shown = _with_chosen(shown, ranking.candidates)
    for each in shown:
        yield fit(_line(scene, each, width), width)
    if left_out:
        yield (Span(f"… {left_out:,} more", "label"),)


def _with_chosen(shown: list[Ranked], all_: tuple[Ranked, ...]) -> list[Ranked]:
    if any(each.chosen for each in shown):
        return shown
    return [*shown[:-1], *(each for each in all_ if each.chosen)]


def _line(scene: Scene, each: Ranked, width: int) -> Line:
    mark = Span("✗ " if each.chosen else "  ", "mark")
    wide = name_width(scene)
    name = Span(left(name_of(scene, each.rid), wide), scene.letters.of(each.rid).ink)
    figures = f"  {each.lost_tokens:,}/{each.blocks:,}"
    if _is_wide(scene, width):
        redo, blocks = counted(each.lost_tokens, "token"), counted(each.blocks, "block")
        figures = f"  {right(redo, 12)} to redo  {right(blocks, 10)}"
    why = f"  {clean(each.why)}"
    return (mark, name, Span(figures), Span(why, "bad" if each.chosen else "label"))


def _is_wide(scene: Scene, width: int) -> bool:
    return width - name_width(scene) >= NARROWEST
