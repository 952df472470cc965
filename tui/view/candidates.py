"""Who could have been preempted instead: the ranking under a preemption."""

from collections.abc import Iterator, Sequence

from core.kept import losing_words
from core.ranking import Ranked
from tui.view.clean import cells, clean
from tui.view.lines import Line, Span, fit, left, right, width_of
from tui.view.memory import places
from tui.view.numbers import counted
from tui.view.picked import name_of, name_width
from tui.view.scene import Scene

TITLE = "could have gone, in the rule’s order:"
SHORT = "tokens and {} to lose:"
UNPAGED = "tokens to lose:"


def candidates(scene: Scene, width: int, most: int) -> Iterator[Line]:
    """At most `most` lines of `width` cells; the chosen one is among them."""
    ranking = scene.known.ranking
    if ranking is None or most < 2:  # noqa: PLR2004 - a title alone says nothing
        return
    shown = list(ranking.candidates[: most - 1])
    left_out = len(ranking.candidates) - len(shown) + ranking.more
    if left_out and len(shown) > 1:
        shown, left_out = shown[:-1], left_out + 1
    shown = _with_chosen(shown, ranking.candidates)
    lines = list(_ranked(scene, shown, in_words=True))
    has_room = all(width_of(each) <= width for each in lines)
    title = SHORT.format(places(scene.moment.unit)) if scene.moment.total_blocks else UNPAGED
    yield fit((Span(TITLE if has_room else title, "label"),), width)
    yield from (
        fit(each, width) for each in (lines if has_room else _ranked(scene, shown, in_words=False))
    )
    if left_out:
        yield (Span(f"… {left_out:,} more", "label"),)


def _with_chosen(shown: list[Ranked], all_: tuple[Ranked, ...]) -> list[Ranked]:
    if any(each.chosen for each in shown):
        return shown
    return [*shown[:-1], *(each for each in all_ if each.chosen)]


def _ranked(scene: Scene, shown: Sequence[Ranked], *, in_words: bool) -> Iterator[Line]:
    """A line for each of those `shown`, its figures under those of the others."""
    wide = name_width(scene)
    figures = [_figures(scene, each, in_words=in_words) for each in shown]
    widths = [max(map(cells, column)) for column in zip(*figures, strict=True)]
    for each, told in zip(shown, figures, strict=True):
        mark = Span("✗ " if each.chosen else "  ", "mark")
        name = Span(left(name_of(scene, each.rid), wide), scene.letters.of(each.rid).ink)
        columns = "".join(f"  {right(one, room)}" for one, room in zip(told, widths, strict=True))
        why = Span(f"  {clean(each.why)}", "bad" if each.chosen else "label")
        yield (mark, name, Span(columns), why)


def _figures(scene: Scene, each: Ranked, *, in_words: bool) -> list[str]:
    """What it would lose; blocks only where there are any."""
    memory = scene.moment.total_blocks
    if not in_words:
        return [f"{each.lost_tokens:,}" + (f"/{each.blocks:,}" if memory else "")]
    losing = losing_words(scene.run.scheduler)
    redo = f"{counted(each.lost_tokens, 'token')} {losing}"
    return [redo, counted(each.blocks, scene.moment.unit)] if memory else [redo]
