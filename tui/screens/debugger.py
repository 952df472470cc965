"""The debugger: one session on the screen, and its run being computed behind it.

A key changes the session at once and asks for a drawing; drawings wait for each other, so a burst
of keys is one frame. The run is computed in slices of a few milliseconds, with a longer rest after
a key.
"""

import asyncio
from collections.abc import Iterator
from time import perf_counter
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.layout import Layout
from textual.worker import Worker

from core.override import override
from tui import selecting
from tui.prompt import Prompt
from tui.screens.placed import Placed
from tui.session import Session
from tui.slices import compute_for, work
from tui.view.columns import LEFT, RIGHT
from tui.view.footer import footer_height, hint_at
from tui.view.screen import parts_of
from tui.widgets.arrange import Arranged
from tui.widgets.painted import Painted
from tui.widgets.panes import BlockMap, LineTable, PaneWidget, Timeline

FIRST_SLICE_S = 0.05
LOOK_AGAIN_S = 0.1
"""Between two looks at how far what a prompt waits for is."""


class DebuggerScreen(Placed):
    """Step through a run."""

    DEFAULT_CSS: ClassVar[str] = "DebuggerScreen { overflow: hidden; }"
    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self, session: Session) -> None:
        """Show `session`."""
        super().__init__(session)
        self._arranged = Arranged(self.where)
        self._painted = {f"{each.id}": each for each in _widgets()}
        self._pressed_at = 0.0
        self._drawing = False
        self._worker: Worker[None] | None = None
        self._answering: Worker[None] | None = None

    @override
    def compose(self) -> ComposeResult:
        """Every widget there is; the layout says which show."""
        yield from self._painted.values()

    def on_mount(self) -> None:
        """Compute what there is time for before the first frame, the rest behind it."""
        compute_for(self.session.film.run, FIRST_SLICE_S)
        self.session.pursue()
        self.draw()

    def _work(self) -> None:
        """Go on with what there is to do behind the screen."""
        if self.session.pending and (self._worker is None or self._worker.is_finished):
            self._worker = self.run_worker(work(self.session, self.changed, self._since_key))

    def _since_key(self) -> float:
        """Seconds; none while a prompt waits for something, which comes before the run as well."""
        return 0.0 if self._is_answering else perf_counter() - self._pressed_at

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
    def show_session(self, session: Session) -> None:
        """Show it, and work for it."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
        super().show_session(session)

    @override
    def relaid(self) -> None:
        """Place the panes again, and draw."""
        self._painted["header"].refresh(layout=True)
        self.changed()

    def draw(self) -> None:
        """Paint what the session shows now."""
        scene = self.session.scene
        with self.app.batch_update():
            for name, part in parts_of(scene, *self.size).items():
                widget = self._painted[name]
                if isinstance(widget, PaneWidget):
                    widget.scene = part.scene
                widget.paint(part.rows, self.session.theme)
        self._work()

    # Keys and the mouse

    @override
    async def pressed(self, event: events.Key) -> None:
        """A letter for the prompt, a digit of a count, or a command."""
        self._pressed_at = perf_counter()
        if self.prompt is not None:
            self._write(self.prompt, event)
        elif event.character is not None and event.character in "0123456789":
            self.session.digit(event.character)
            self.changed()
        else:
            await self._command(event)

    async def _command(self, event: events.Key) -> None:
        said, self.session.message = self.session.message, ""
        key = self.session.keys.pressed(event.key, event.character)
        if key is not None:
            await self.app.run_action(key.action, self)
        elif event.key in self.active_bindings:
            await super().pressed(event)
        elif event.is_printable:
            self.session.typed = ""
            shows = self.session.keys.of("help").first
            self.session.message = f"{event.character} does nothing here; {shows} shows the keys"
        if said or self.session.message:
            self.changed()

    def _write(self, prompt: Prompt, event: events.Key) -> None:
        """A key while words are typed."""
        before = footer_height(self.session.asked, self.size.width)
        if event.key == "escape":
            prompt.cancel()
        elif event.key == "enter":
            prompt.submit()
        elif event.key in {"backspace", "ctrl+u"}:
            prompt.erase(everything=event.key == "ctrl+u")
        elif event.is_printable and event.character is not None:
            prompt.write(event.character)
        self._asked(before)

    def _asked(self, lines: int) -> None:
        """After something for the prompt, of so many lines: it may be answered, or another size."""
        asked = self.session.asked
        if asked is None:
            self.prompt = None
        elif not self._is_answering and self.prompt is not None and self.prompt.waits:
            self._answering = self.run_worker(self._answered())
        if asked is None or footer_height(asked, self.size.width) != lines:
            self.relaid()
        else:
            self.changed()

    @property
    def _is_answering(self) -> bool:
        return self._answering is not None and not self._answering.is_finished

    async def _answered(self) -> None:
        """Ask again as long as the prompt waits for what it says."""
        while (prompt := self.prompt) is not None and prompt.waits:
            await asyncio.sleep(LOOK_AGAIN_S)
            if prompt is self.prompt:
                before = footer_height(self.session.asked, self.size.width)
                prompt.ask_again()
                self._asked(before)

    @override
    def pasted(self, text: str) -> None:
        """Pasted text is words for the prompt, and nothing without one."""
        if self.prompt is not None:
            before = footer_height(self.session.asked, self.size.width)
            self.prompt.write(text)
            self._asked(before)

    @on(PaneWidget.Pointed)
    def point(self, event: PaneWidget.Pointed) -> None:
        """Look at what was clicked."""
        if not self._turn_to(event.run):
            return
        selecting.show_pane(self.session, event.pane)
        if event.target is not None:
            selecting.pick(self.session, event.target)
        self.changed()

    @on(PaneWidget.Scrolled)
    def turn(self, event: PaneWidget.Scrolled) -> None:
        """The wheel moves the row of the pane it turns over."""
        if not self._turn_to(event.run):
            return
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
        """Do what the key of that id does."""
        if binding in self.session.keys:
            await self.app.run_action(self.session.keys.of(binding).action, self)


def _widgets() -> Iterator[Painted]:
    """Header, panes of both columns, footer, and what is shown where there is no room."""
    yield Painted(id="header")
    for prefix in (LEFT, RIGHT):
        yield Painted(id=f"{prefix}side")
        yield BlockMap("blocks", prefix)
        for name in ("waiting", "request", "events", "running", "findings"):
            yield LineTable(name, prefix)
        yield Timeline("timeline", prefix)
    yield Painted(id="footer")
    yield Painted(id="sorry")
