"""A widget of ready-made lines on the line API: it repaints only the lines that changed.

Measured on a block map of 4,096 cells, key to frame: a Static 30 to 41 ms, a widget for each block
not at all, this 4 ms. It has no scrolling of its own: what shows is decided by the view alone, so a
frame does not depend on how one got there.
"""

from collections.abc import Sequence
from typing import ClassVar

from textual.filter import ANSIToTruecolor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from core.override import override
from tui.look import style_of
from tui.themes import ThemeName
from tui.view.lines import Line, Row, Target
from tui.widgets.paint import changed_lines, strip_of


class Painted(Widget):
    """Rows in the order of the screen, each with what it is about."""

    DEFAULT_CSS: ClassVar[str] = "Painted { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the library's own name
        """Start empty."""
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()
        self._targets: Sequence[Target | None] = ()
        self._look: ThemeName = "dark"
        self._strips: dict[int, Strip] = {}

    def paint(self, rows: Sequence[Row], look: ThemeName) -> None:
        """Show `rows`; only those that changed are drawn again."""
        lines = [row.line for row in rows]
        changed = changed_lines(self._lines, lines)
        self._lines, self._targets = lines, [row.target for row in rows]
        if look != self._look:
            self._look = look
            self._strips.clear()
            self.refresh()
        elif changed:
            for y in changed:
                self._strips.pop(y, None)
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    @override
    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines within `crop`.

        The library's own adds borders, padding and links, and looks for colours of the terminal's
        palette, of which these lines have none: it took as long as all else of a frame.
        """
        strips = [self.render_line(y) for y in crop.line_range]
        if crop.column_span == (0, self.size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    @override
    def render_line(self, y: int) -> Strip:
        """One line of the screen; kept until it changes."""
        width, kept = self.size.width, self._strips.get(y)
        if kept is None or kept.cell_length != width:
            line = self._lines[y] if y < len(self._lines) else ()
            kept = strip_of(line, self._look).adjust_cell_length(width, style_of("", self._look))
            for each in self.get_line_filters():
                if not isinstance(each, ANSIToTruecolor):
                    kept = kept.apply_filter(each, self.background_colors[1])
            self._strips[y] = kept
        return kept

    def target_at(self, y: int) -> Target | None:
        """What line `y` is about."""
        return self._targets[y] if 0 <= y < len(self._targets) else None
