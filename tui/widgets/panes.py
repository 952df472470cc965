"""The panes as widgets: each tells the screen what somebody pointed at.

What a pane shows is drawn by `tui.view`; these know how a place in it becomes a request, an event,
a block or a step. `LineTable` is any list of rows, the block map and the timeline have places
inside a line.
"""

from textual import events
from textual.message import Message

from core import Run
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
        """Somebody clicked in `pane` of `run`, on `target` if there was something there."""

        def __init__(self, run: Run, pane: PaneName, target: Target | None) -> None:
            """Tell which."""
            super().__init__()
            self.run = run
            self.pane = pane
            self.target = target

    class Scrolled(Message):
        """The wheel turned over `pane` of `run`, by `rows`."""

        def __init__(self, run: Run, pane: PaneName, rows: int) -> None:
            """Tell how far."""
            super().__init__()
            self.run = run
            self.pane = pane
            self.rows = rows

    def __init__(self, name: PaneName, prefix: str = "") -> None:
        """Be the pane `name`, of the column with this `prefix`."""
        super().__init__(id=f"{prefix}{name}")
        self.pane: PaneName = name

    def pointed_at(self, x: int, y: int) -> Target | None:
        """What stands at `x`, `y`."""
        del x
        return self.target_at(y)

    def tell_pointed(self, x: int, y: int) -> None:
        """Tell what stands there."""
        if self.scene is not None:
            self.post_message(self.Pointed(self.scene.run, self.pane, self.pointed_at(x, y)))

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        self.tell_pointed(event.x, event.y)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """One row on."""
        event.stop()
        self._scrolled(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """One row back."""
        event.stop()
        self._scrolled(-1)

    def _scrolled(self, rows: int) -> None:
        if self.scene is not None:
            self.post_message(self.Scrolled(self.scene.run, self.pane, rows))


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
