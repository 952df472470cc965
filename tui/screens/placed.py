"""Where everything stands on the screen, of one run or of two side by side."""

from core import Run
from core.override import override
from tui.screens.playing import Playing
from tui.view.blocks import map_shape
from tui.view.columns import LEFT, RIGHT, column_places
from tui.view.footer import footer_height
from tui.view.layout import Rect, needs_of
from tui.view.scene import PANES, PaneName
from tui.view.screen import has_columns, places_of


class Placed(Playing):
    """The moves, and the places of what they move in."""

    def where(self, width: int, height: int) -> dict[str, Rect]:
        """The place of each widget that shows, by its id."""
        own = self.session
        lines = footer_height(own.asked, width)
        if own.columns and own.other is not None and has_columns(width, height):
            films = (own.film, own.other.film)
            ordered = films if self.prefix == LEFT else (films[1], films[0])
            return column_places(ordered, own.attention, width, height, lines)
        needs = needs_of(own.film, width, against=own.beside is not None)
        return places_of(needs, own.attention, width, height, lines)

    @override
    def shown_panes(self) -> tuple[PaneName, ...]:
        """The panes on the screen; all there are while one is zoomed."""
        if self.session.attention.zoomed:
            memory = self.session.moment().total_blocks
            return tuple(name for name in PANES if memory or name != "blocks")
        places = self.where(*self.size)
        return tuple(name for name in PANES if f"{self.prefix}{name}" in places)

    @property
    def prefix(self) -> str:
        """Of the names of the parts in the column of the run that is shown."""
        own, both = self.session, has_columns(*self.size)
        if not (both and own.columns and own.beside is not None):
            return LEFT
        return LEFT if own.film.run is own.beside.runs[0] else RIGHT

    def _turn_to(self, run: Run) -> bool:
        """Let `run` be the one that is looked at; False if it does not show any more.

        What was clicked may be a column that has given way since: its steps are not those of the
        run that is left.
        """
        other = self.session.other
        if self.session.columns and other is not None and other.film.run is run:
            self.action_swap()
        return self.session.film.run is run

    @override
    def map_columns(self) -> int:
        """Blocks in a line of the block map."""
        place = self.where(*self.size).get(f"{self.prefix}blocks")
        return map_shape(self.session.scene, place.width, place.height).per_row if place else 1
