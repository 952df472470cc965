"""The app's layout: every widget stands where the view says, and the others do not show.

One function decides for the app and for frames printed without one. Style sheets could not: what
gives way depends on the run, and a scrolling container remembers earlier sizes.
"""

from collections.abc import Callable, Mapping

from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from core.override import override
from tui.view.layout import Rect


class Arranged(Layout):
    """Asks `where` for the place of each child by its id."""

    name = "arranged"

    def __init__(self, where: Callable[[int, int], Mapping[str, Rect]]) -> None:
        """Ask `where`, with the width and height there is."""
        self._where = where

    @override
    def arrange(
        self,
        parent: Widget,  # noqa: ARG002 - the library's own signature
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002, FBT001, FBT002 - the library's own signature
    ) -> ArrangeResult:
        """Place the children that show."""
        places = self._where(size.width, size.height)
        return [
            WidgetPlacement(Region(*places[child.id]), Offset(), Spacing(), child)
            for child in children
            if child.id is not None and child.id in places
        ]
