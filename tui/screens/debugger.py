"""The debugger: one session on the screen, and its run being computed behind it.

A key changes the session at once and asks for a drawing; drawings wait for each other, so a burst
of keys is one frame. The run is computed in slices of a few milliseconds, with a longer rest after
a key.
"""

from time import perf_counter
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.layout import Layout

from core.override import override
from tui import selecting
from tui.prompt import Prompt
from tui.screens.moves import Moves
from tui.session import Session
from tui.slices import compute, compute_for
from tui.view.blocks import map_shape
from tui.view.footer import hint_at
from tui.view.layout import Rect, needs_of
from tui.view.scene import PANES, PaneName
from tui.view.screen import parts_of, places_of
from tui.widgets.arrange import Arranged
from tui.widgets.painted import Painted
from tui.widgets.panes import BlockMap, LineTable, PaneWidget, Timeline

FIRST_SLICE_S = 0.05
PLAY_S = (2.0, 1.0, 0.5, 0.25, 0.12, 0.06)


class DebuggerScreen(Moves):
    """Step through a run."""

    DEFAULT_CSS: ClassVar[str] = "DebuggerScreen { overflow: hidden; }"
    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self, session: Session) -> None:
        """Show `session`."""
        super().__init__(session)
        self._arranged = Arranged(self._where)
        self._speed = 2
        self._played_at = 0.0
        self._key_at = 0.0
        self._drawing = False

    @override
    def compose(self) -> ComposeResult:
        """Every widget there is; the layout says which show."""
        yield Painted(id="header")
        yield BlockMap("blocks")
        for name in ("waiting", "request", "events", "running"):
            yield LineTable(name)
        yield Timeline("timeline")
        yield Painted(id="footer")
        yield Painted(id="sorry")

    def on_mount(self) -> None:
        """Compute what there is time for before the first frame, the rest behind it."""
        compute_for(self.session.film.run, FIRST_SLICE_S)
        self.session.pursue()
        self.run_worker(compute(self.session, self.changed, self._since_key), exclusive=True)
        self.draw()

    def _since_key(self) -> float:
        return perf_counter() - self._key_at

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        del event
        self.draw()

    # Drawing

    @property
    @override
    def layout(self) -> Layout:
        """Panes stand where the view says."""
        return self._arranged

    @property
    def pending(self) -> bool:
        """Whether a drawing is still to come."""
        return self._drawing

    @override
    def changed(self) -> None:
        """Draw as soon as the keys that are already waiting have been counted."""
        if not self._drawing:
            self._drawing = True
            self.call_later(self._draw_now)

    def _draw_now(self) -> None:
        self._drawing = False
        if self.is_mounted:
            self.draw()

    @override
    def relaid(self) -> None:
        """Place the panes again, and draw."""
        self.query_one("#header").refresh(layout=True)
        self.changed()

    def draw(self) -> None:
        """Paint what the session shows now."""
        scene = self.session.scene
        with self.app.batch_update():
            for name, part in parts_of(scene, *self.size).items():
                widget = self.query_one(f"#{name}", Painted)
                if isinstance(widget, PaneWidget):
                    widget.scene = scene
                widget.paint(part.rows, self.session.theme)

    def _where(self, width: int, height: int) -> dict[str, Rect]:
        return places_of(needs_of(self.session.film, width), self.session.attention, width, height)

    @override
    def shown_panes(self) -> tuple[PaneName, ...]:
        """The panes on the screen; all there are while one is zoomed."""
        if self.session.attention.zoomed:
            memory = self.session.moment().total_blocks
            return tuple(name for name in PANES if memory or name != "blocks")
        places = self._where(*self.size)
        return tuple(name for name in PANES if name in places)

    @override
    def map_columns(self) -> int:
        """Blocks in a line of the block map."""
        place = self._where(*self.size).get("blocks")
        return map_shape(self.session.scene, place.width, place.height).per_row if place else 1

    # Keys and the mouse

    async def on_key(self, event: events.Key) -> None:
        """Do what the key does, at once and in order.

        Left to itself the library would do so one message later, after the digits or the prompt's
        letters that were typed behind it.
        """
        event.stop()
        self._key_at = perf_counter()
        if self.app.screen is not self:
            self.app.post_message(events.Key(event.key, event.character))
        elif self.prompt is not None:
            self._write(self.prompt, event)
        elif event.character is not None and event.character in "0123456789":
            self.session.digit(event.character)
            self.changed()
        else:
            await self._command(event)

    async def _command(self, event: events.Key) -> None:
        said, self.session.message = self.session.message, ""
        bound = self.active_bindings.get(event.key)
        if bound is not None:
            await self.app.run_action(bound.binding.action, bound.node)
        elif event.is_printable:
            self.session.typed = ""
            self.session.message = f"{event.character} does nothing here; ? shows the keys"
        if said or self.session.message:
            self.changed()

    def _write(self, prompt: Prompt, event: events.Key) -> None:
        """A key while words are typed."""
        if event.key == "escape":
            prompt.cancel()
            self.prompt = None
        elif event.key == "enter":
            self.prompt = None if prompt.submit() else prompt
        elif event.key in {"backspace", "ctrl+u"}:
            prompt.erase(everything=event.key == "ctrl+u")
        elif event.is_printable and event.character is not None:
            prompt.write(event.character)
        self.changed()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text is words for the prompt, and nothing without one."""
        if self.prompt is not None:
            self.prompt.write(event.text)
            self.changed()

    @on(PaneWidget.Pointed)
    def point(self, event: PaneWidget.Pointed) -> None:
        """Look at what was clicked."""
        selecting.show_pane(self.session, event.pane)
        if event.target is not None:
            selecting.pick(self.session, event.target)
        self.changed()

    @on(PaneWidget.Scrolled)
    def turn(self, event: PaneWidget.Scrolled) -> None:
        """The wheel moves the row of the pane it turns over."""
        selecting.show_pane(self.session, event.pane)
        selecting.row_by(self.session, event.rows, self.map_columns())
        self.changed()

    async def on_click(self, event: events.Click) -> None:
        """A click on a key in the footer presses it."""
        if event.widget is not None and event.widget.id == "footer":
            binding = hint_at(self.session.scene, self.size.width, event.screen_x)
            if binding is not None:
                await self.press(binding)

    async def press(self, binding: str) -> None:
        """Do what the binding of that id does."""
        for bound in list(self.active_bindings.values()):
            if bound.binding.id == binding:
                await self.app.run_action(bound.binding.action, bound.node)
                return

    # Playing

    def action_play(self) -> None:
        """Play, pause."""
        self.session.playing = not self.session.playing
        if self.session.playing:
            self._next_frame()
        self.changed()

    def action_speed(self, faster: int) -> None:
        """Play faster, slower."""
        self._speed = max(0, min(len(PLAY_S) - 1, self._speed + faster))
        self.session.message = f"{1 / PLAY_S[self._speed]:.1f} steps a second"
        self.changed()

    def _next_frame(self) -> None:
        self.set_timer(PLAY_S[self._speed], self._play_on)

    def _play_on(self) -> None:
        if not self.session.playing:
            return
        before = self.session.position
        self.session.step_by(1)
        at_end = self.session.position == before and self.session.goal is None
        self.session.playing = not at_end
        if not at_end:
            self._next_frame()
        self.changed()
