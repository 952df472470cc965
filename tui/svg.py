"""Lines as an SVG picture: rectangles of colour, and text pinned to its cells.

Written here rather than by the terminal library, whose output differs from version to version and
fetches fonts from the network.
"""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from rich.style import Style

from tui.look import PALETTES, style_of
from tui.themes import ThemeName
from tui.view.clean import cells
from tui.view.lines import Line, merged

WIDE, HIGH = 9, 19
"""Pixels of a cell."""
MARGIN = 12
BASELINE = 14
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def svg_of(lines: Iterable[Line], size: tuple[int, int], look: ThemeName) -> str:
    """The picture of `lines`, which fill `size` cells."""
    palette = PALETTES[look]
    width, height = size[0] * WIDE + 2 * MARGIN, size[1] * HIGH + 2 * MARGIN
    body = "".join(part for y, line in enumerate(lines) for part in _line(line, y, look))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="{palette.background}"/>\n'
        f'<g transform="translate({MARGIN} {MARGIN})" font-family="{FONT}" font-size="15" '
        f'xml:space="preserve">\n{body}</g>\n</svg>\n'
    )


def _line(line: Line, y: int, look: ThemeName) -> Iterator[str]:
    x = 0
    for span in merged(line):
        width = cells(span.text)
        style = style_of(span.style, look)
        ink, ground = _colours(style, look)
        if ground != PALETTES[look].background:
            yield (
                f'<rect x="{x * WIDE}" y="{y * HIGH}" width="{width * WIDE}" height="{HIGH}" '
                f'fill="{ground}"/>\n'
            )
        if span.text.strip():
            yield (
                f'<text x="{x * WIDE}" y="{y * HIGH + BASELINE}" textLength="{width * WIDE}" '
                f'lengthAdjust="spacingAndGlyphs" fill="{ink}"{_attributes(style)}>'
                f"{escape(span.text)}</text>\n"
            )
        x += width


def _attributes(style: Style) -> str:
    bold = ' font-weight="bold"' if style.bold else ""
    return bold + (' text-decoration="underline"' if style.underline else "")


def _colours(style: Style, look: ThemeName) -> tuple[str, str]:
    palette = PALETTES[look]
    ink = style.color.name if style.color else palette.foreground
    ground = style.bgcolor.name if style.bgcolor else palette.background
    return (ground, ink) if style.reverse else (ink, ground)
