"""A request's life as a strip of states over its steps.

waiting 88    prefilling 91   decoding 94              preempted 121
░░░░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒████████████████████████✗░░░░░░░░░
                                                       ▴ 122
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.lifecycle import StateName
from tui.reading.life import Life, Stretch
from tui.view.clean import cells
from tui.view.lines import Line, Span, fit, merged
from tui.view.scene import Scene

SHADES: dict[StateName, tuple[str, str]] = {
    "waiting": ("░", "warn"),
    "preempted": ("░", "bad"),
    "prefilling": ("▒", "accent"),
    "decoding": ("█", "good"),
    "rejected": ("!", "bad"),
    "cancelled": ("!", "warn"),
}
"""How a state looks, and its style."""


class Scale(NamedTuple):
    """Steps from `first` on, `span` of them over `columns`."""

    first: int
    span: int
    columns: int

    def column(self, step: int) -> int:
        """Where `step` begins."""
        return (step - self.first) * self.columns // self.span

    def last_of(self, column: int) -> int:
        """The last step that is drawn in `column`."""
        return self.first + (column * self.span + self.span - 1) // self.columns


def strip(scene: Scene, life: Life, width: int) -> Iterator[Line]:
    """The strip in three lines of `width` cells: names, states, the moment."""
    first = life.first
    stretches = [each for each in life.stretches if each.state not in {"finished", "cancelled"}]
    if first is None or not stretches or width < 1:
        return
    span = max(1, life.last_seen - first + 1)
    scale = Scale(first, span, span * (width // span) if span <= width else width)
    yield fit(tuple(_names(stretches, scale)), width)
    yield fit(tuple(merged(_states(scene, life, stretches, scale))), width)
    yield fit(_cursor(scene, life, scale), width)


def _names(stretches: Sequence[Stretch], scale: Scale) -> Iterator[Span]:
    """The states where they begin, with their step; shorter or not at all where it is narrow."""
    starts = [(scale.column(each.since[0]), each) for each in stretches]
    shown = [pair for at, pair in enumerate(starts) if starts[at + 1 : at + 2] == [] or
             starts[at + 1][0] > pair[0]]  # fmt: skip
    used = 0
    for at, (column, stretch) in enumerate(shown):
        end = shown[at + 1][0] if at + 1 < len(shown) else scale.columns
        step = f"{stretch.since[0]:,}"
        for text in (f"{stretch.state} {step}", step):
            if column >= used and cells(text) < end - column:
                yield Span(" " * (column - used))
                yield Span(text, "label")
                used = column + cells(text)
                break


def _states(scene: Scene, life: Life, stretches: Sequence[Stretch], scale: Scale) -> Iterator[Span]:
    starts = [stretch.since[0] for stretch in stretches]
    here = (scene.moment.step, scene.moment.event)
    lost = {scale.column(loss.at[0]) for loss in life.losses}
    for column in range(scale.columns):
        last = scale.last_of(column)
        stretch = stretches[max(0, bisect_right(starts, last) - 1)]
        glyph, style = SHADES[stretch.state]
        if column in lost:
            glyph, style = "✗", "mark"
        first = scale.first + -(-column * scale.span // scale.columns)
        yield Span(glyph, style if first <= here[0] else "later")


def _cursor(scene: Scene, life: Life, scale: Scale) -> Line:
    step = scene.moment.step
    if step < scale.first:
        return (Span(f"← step {step:,}", "label"),)
    if step > life.last_seen:
        return (Span(f"{f'step {step:,} →':>{scale.columns}}", "label"),)
    column, text = scale.column(step), f" {step:,}"
    if column + 1 + cells(text) > scale.columns and column >= cells(text):
        before = " " * (column - cells(text))
        return (Span(f"{before}{text[1:]} ", "accent"), Span("▴", "accent"))
    return (Span(" " * column), Span("▴", "accent"), Span(text, "accent"))
