"""A screen that is one painted page: shown at first, and laid out again for another size or look.

A page over another screen names `ModalScreen` before it: see `TypedAhead`.
"""

from abc import abstractmethod
from functools import cached_property

from textual import events
from textual.app import ComposeResult

from core.override import override
from tui.screens.typed_ahead import TypedAhead
from tui.themes import ThemeName
from tui.view.lines import Row
from tui.view.plain import ascii_line
from tui.widgets.painted import Painted


class OnePage(TypedAhead):
    """Paints what `rows` makes of the size there is, in the colours of `look`.

    Who builds it sets `look` and `ascii_only`: an `__init__` would be called by the library's.
    """

    look: ThemeName = "dark"
    ascii_only = False

    @cached_property
    def page(self) -> Painted:
        """What is painted."""
        return Painted()

    @abstractmethod
    def rows(self, width: int, height: int) -> list[Row]:
        """The page on a screen of `width` by `height` cells."""
        raise NotImplementedError

    @override
    def compose(self) -> ComposeResult:
        """The page alone."""
        yield self.page

    def on_mount(self) -> None:
        """Show it."""
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Lay it out again."""
        del event
        self.show()

    def show(self) -> None:
        """Paint what there is now."""
        rows = self.rows(*self.app.size)
        if self.ascii_only:
            rows = [row._replace(line=ascii_line(row.line)) for row in rows]
        self.page.paint(rows, self.look)
