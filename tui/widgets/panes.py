"""The panes as widgets: each tells the screen what somebody pointed at.

What a pane shows is drawn by `tui.view`; these know how a place in it becomes a request, an event,
a block or a step. `LineTable` is any list of rows, the block map and the timeline have places
inside a line.
"""

from textual import events
from textual.message import Message

from core.override import override
from tui.view.blocks import block_at
from tui.view.lines import Target
from tui.view.scene import PaneName, Scene
from tui.view.timeline import step_at
from tui.widgets.painted import Painted


class PaneWidget(Painted):
    """One pane. `scene` is what it was last painted from."""

    scene: Scene | None = None

    class Pointed(Message):
        """Somebody clicked in `pane`, on `target` if there was something there.

        Of two columns it was the one whose names have this `prefix`.
        """

        def __init__(self, pane: PaneName, target: Target | None, prefix: str = "") -> None:
            """Tell which."""
            super().__init__()
            self.prefix = prefix
            self.pane = pane
            self.target = target

    class Scrolled(Message):
        """The wheel turned over `pane`, by `rows`."""

        def __init__(self, pane: PaneName, rows: int, prefix: str = "") -> None:
            """Tell how far."""
            super().__init__()
            self.prefix = prefix
            self.pane = pane
            self.rows = rows

    def __init__(self, name: PaneName, prefix: str = "") -> None:
        """Be the pane `name`, of the column with this `prefix`."""
        super().__init__(id=f"{prefix}{name}")
        self.pane: PaneName = name
        self.prefix = prefix

    def pointed_at(self, x: int, y: int) -> Target | None:
        """What stands at `x`, `y`."""
        del x
        return self.target_at(y)

    def tell_pointed(self, x: int, y: int) -> None:
        """Tell what stands there."""
        self.post_message(self.Pointed(self.pane, self.pointed_at(x, y), self.prefix))

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        self.tell_pointed(event.x, event.y)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """One row on."""
        event.stop()
        self.post_message(self.Scrolled(self.pane, 1, self.prefix))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """One row back."""
        event.stop()
        self.post_message(self.Scrolled(self.pane, -1, self.prefix))


class LineTable(PaneWidget):
    """Rows of requests or events; a click is about its row."""


class BlockMap(PaneWidget):
    """The pool; a click is about the block under it."""

    @override
    def pointed_at(self, x: int, y: int) -> Target | None:
        """The block at `x`, `y`."""
        if self.scene is None:
            return None
        block = block_at(self.scene, self.size.width, self.size.height, x, y)
        return None if block is None else Target("block", number=block)


class Timeline(PaneWidget):
    """The whole run; a click or a drag leads to the step under it."""

    @override
    def pointed_at(self, x: int, y: int) -> Target | None:  # noqa: ARG002 - any line will do
        """The step at `x`."""
        step = None if self.scene is None else step_at(self.scene, self.size.width, x)
        return None if step is None else Target("step", number=step)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Scrub while a button is held."""
        if event.button:
            self.tell_pointed(event.x, event.y)
