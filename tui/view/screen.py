"""The whole screen as lines: what the app paints and what `driftwood frame` prints."""

from collections.abc import Mapping
from typing import NamedTuple

from tui.view.footer import footer, footer_height
from tui.view.header import header
from tui.view.layout import FOOTER, Needs, Rect, layout, needs_of, too_small
from tui.view.lines import Line, Row, Span, fit, wrapped
from tui.view.panes import draw
from tui.view.plain import ascii_line
from tui.view.scene import PANES, Attention, Scene


class Part(NamedTuple):
    """A piece of the screen and where it stands."""

    place: Rect
    rows: list[Row]


def places_of(
    needs: Needs, look: Attention, width: int, height: int, footer_lines: int = FOOTER
) -> dict[str, Rect]:
    """Where each part stands by its name: header, panes and footer, or the sentence alone.

    A second line of the footer is taken from the panes above it; nothing else moves.
    """
    if too_small(width, height):
        return {"sorry": Rect(0, 0, width, height)}
    panes = layout(width, height, needs, look.pane if look.zoomed else None)
    bottom = height - footer_lines
    return {
        "header": Rect(0, 0, width, needs.header),
        **{n: p._replace(height=min(p.height, bottom - p.y)) for n, p in panes.items()},
        "footer": Rect(0, bottom, width, footer_lines),
    }


def parts_of(scene: Scene, width: int, height: int) -> Mapping[str, Part]:
    """Every part of the screen of `width` by `height` cells, drawn."""
    lines = footer_height(scene.asked)
    needs = needs_of(scene.film, width, against=scene.known.against is not None)
    places = places_of(needs, scene.attention, width, height, lines)
    return {name: Part(place, _drawn(name, scene, place)) for name, place in places.items()}


def _drawn(name: str, scene: Scene, place: Rect) -> list[Row]:
    for pane in PANES:
        if pane == name:
            return draw(pane, scene, place.width, place.height)
    if name == "header":
        lines = header(scene, place.width)
    elif name == "footer":
        lines = footer(scene, place.width)
    else:
        lines = sorry(place.width, place.height)
    return [Row(ascii_line(line) if scene.ascii_only else line) for line in lines]


def screen(scene: Scene, width: int, height: int) -> list[Line]:
    """`scene` in exactly `width` by `height` cells."""
    pieces: list[list[tuple[int, Line]]] = [[] for _ in range(height)]
    for place, rows in parts_of(scene, width, height).values():
        for y, row in enumerate(rows):
            pieces[place.y + y].append((place.x, row.line))
    return [tuple(span for _, line in sorted(row) for span in line) for row in pieces]


def sorry(width: int, height: int) -> list[Line]:
    """The sentence where the panes have no room, in exactly `width` by `height` cells."""
    text = f"Driftwood needs 40 x 10 cells, this terminal has {width} x {height}."
    lines = [fit((Span(part),), width) for part in wrapped(text, max(1, width))[:height]]
    return lines + [fit((), width)] * (height - len(lines))
