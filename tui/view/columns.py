"""Two runs side by side: each in a column of its own, the first of the two always at the left.

The panes of the right column have the same names behind a prefix. Both stand at the same moment, so
the step stands above them once, and over each column what its run has at it.
"""

from collections.abc import Iterable, Iterator, Mapping

from tui.view.header import FIRST_LINES, SIDE_LINES, both_header, side_header
from tui.view.layout import Rect, layout, needs_of
from tui.view.lines import Line, Row
from tui.view.panes import draw
from tui.view.part import Part
from tui.view.plain import ascii_line
from tui.view.scene import PANES, Attention, Film, Scene

COLUMNS_FROM = 100
"""Cells from which two columns have room."""
NARROW = 80
"""Cells of a column below which its panes stand one above the other."""
LEFT, RIGHT = "", "other-"
"""Before the names of the parts of each column."""


def column_places(
    films: tuple[Film, Film], look: Attention, width: int, height: int, footer_lines: int
) -> dict[str, Rect]:
    """Where each part stands: the common header and footer, and both columns."""
    bottom, half = height - footer_lines, width // 2
    places = {"header": Rect(0, 0, width, FIRST_LINES)}
    for film, prefix, x in ((films[0], LEFT, 0), (films[1], RIGHT, half)):
        wide = half if prefix == LEFT else width - half
        needs = needs_of(film, wide)._replace(header=FIRST_LINES + SIDE_LINES)
        places[f"{prefix}side"] = Rect(x, FIRST_LINES, wide, SIDE_LINES)
        panes = layout(wide, height, needs, look.pane if look.zoomed else None, NARROW)
        for name, place in panes.items():
            tall = min(place.height, bottom - place.y)
            places[f"{prefix}{name}"] = place._replace(x=place.x + x, height=tall)
    places["footer"] = Rect(0, bottom, width, footer_lines)
    return places


def column_parts(
    scene: Scene, other: Scene, places: Mapping[str, Rect]
) -> Iterator[tuple[str, Part]]:
    """The header and both columns drawn; `other` is the run beside the one of `scene`."""
    against = scene.known.against
    own = LEFT if against is None or against.first else RIGHT
    yield "header", _painted(scene, places["header"], both_header(scene, places["header"].width))
    for prefix in (LEFT, RIGHT):
        shown = scene if prefix == own else other
        place = places[f"{prefix}side"]
        lines = side_header(shown, place.width, focused=prefix == own)
        yield f"{prefix}side", _painted(shown, place, lines)
        for name in PANES:
            if at := places.get(f"{prefix}{name}"):
                rows = draw(name, shown, at.width, at.height, has_focus=prefix == own)
                yield f"{prefix}{name}", Part(at, rows, shown)


def _painted(scene: Scene, place: Rect, lines: Iterable[Line]) -> Part:
    rows = [Row(ascii_line(line) if scene.ascii_only else line) for line in lines]
    return Part(place, rows, scene)
