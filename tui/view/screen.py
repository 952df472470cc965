"""The whole screen as lines: what the app paints and what `driftwood frame` prints."""

from collections.abc import Mapping

from tui.view.columns import COLUMNS_FROM, column_parts, column_places
from tui.view.footer import footer, footer_height
from tui.view.header import header
from tui.view.layout import FOOTER, Needs, Rect, layout, needs_of, too_small
from tui.view.lines import Line, Row, Span, fit, wrapped
from tui.view.panes import draw
from tui.view.part import Part
from tui.view.plain import ascii_line
from tui.view.scene import PANES, Attention, Scene


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
    lines = footer_height(scene.asked, width)
    other = scene.beside
    if other is not None and has_columns(width, height):
        films = (scene.film, other.film) if _is_first(scene) else (other.film, scene.film)
        places = column_places(films, scene.attention, width, height, lines)
        footer_ = Part(places["footer"], _drawn("footer", scene, places["footer"]), scene)
        return {**dict(column_parts(scene, other, places)), "footer": footer_}
    needs = needs_of(scene.film, width, against=scene.known.against is not None)
    places = places_of(needs, scene.attention, width, height, lines)
    return {name: Part(place, _drawn(name, scene, place), scene) for name, place in places.items()}


def has_columns(width: int, height: int) -> bool:
    """Whether two runs have room side by side."""
    return width >= COLUMNS_FROM and not too_small(width, height)


def _is_first(scene: Scene) -> bool:
    return scene.known.against is None or scene.known.against.first


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
    for place, rows, _ in parts_of(scene, width, height).values():
        for y, row in enumerate(rows):
            pieces[place.y + y].append((place.x, row.line))
    return [tuple(span for _, line in sorted(row) for span in line) for row in pieces]


def sorry(width: int, height: int) -> list[Line]:
    """The sentence where the panes have no room, in exactly `width` by `height` cells."""
    text = f"Driftwood needs 40 x 10 cells, this terminal has {width} x {height}."
    lines = [fit((Span(part),), width) for part in wrapped(text, max(1, width))[:height]]
    return lines + [fit((), width)] * (height - len(lines))
