"""The full-screen app: themes, the palette, and which screen comes first."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme

from core import Run
from core.override import override
from core.workload import Scenario
from tui import trying
from tui.keys import DEFAULT_KEYS, KeyTable
from tui.look import PALETTES
from tui.screens.chooser import Choice, ChooserScreen
from tui.screens.debugger import DebuggerScreen
from tui.screens.one_page import OnePage
from tui.screens.palette import PaletteScreen
from tui.session import Session
from tui.slices import compute_until
from tui.themes import ThemeName, needs_ascii, theme_for
from tui.view.scene import Film

OPENING_S = 0.2
"""Seconds that the first frame waits for the moment it was asked for."""


def _theme(name: ThemeName) -> Theme:
    colours = PALETTES[name]
    return Theme(
        name=f"driftwood-{name}",
        primary=colours.accent,
        accent=colours.accent,
        warning=colours.warn,
        error=colours.bad,
        success=colours.good,
        foreground=colours.foreground,
        background=colours.background,
        surface=colours.background,
        panel=colours.row,
        dark=name == "dark",
    )


class DriftwoodApp(App[None]):
    """What both apps share.

    `look` is the theme, told by the environment if None. `ascii_only` draws with ASCII alone; None
    does so where the terminal's encoding has nothing else.
    """

    TITLE: str | None = "Driftwood"
    ENABLE_COMMAND_PALETTE = False
    """The library's own: see `PaletteScreen`."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="quit.anywhere"),
        Binding("ctrl+c", "interrupt", "Interrupt", show=False, priority=True, id="interrupt"),
        Binding(
            "ctrl+z", "suspend_process", "To the shell", show=False, priority=True, id="suspend"
        ),
    ]

    def __init__(
        self,
        *,
        ascii_only: bool | None = None,
        look: ThemeName | None = None,
        keys: KeyTable = DEFAULT_KEYS,
    ) -> None:
        """Register both looks."""
        self.keys = keys
        self.plain = bool(os.environ.get("NO_COLOR"))
        super().__init__()
        alone = needs_ascii(sys.__stdout__, os.environ)
        self.ascii_only = alone if ascii_only is None else ascii_only
        for name in PALETTES:
            self.register_theme(_theme(name))
        self.look: ThemeName = look or theme_for(os.environ)
        self.theme = f"driftwood-{self.look}"

    @override
    def get_driver_class(self) -> type[Driver]:
        """The library's for this platform; on a terminal of Unix with what it lacks there."""
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":
            return found
        from tui.terminal import TerminalDriver  # noqa: PLC0415 - cannot be imported elsewhere

        return TerminalDriver

    def on_mount(self) -> None:
        """Leave the terminal usable when somebody ends the process."""
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(ending, self._ended_by, ending)

    def _ended_by(self, ending: signal.Signals) -> None:
        self.exit(return_code=128 + ending)

    def action_interrupt(self) -> None:
        """Ctrl+C, on any screen: the exit code of every command that it ends."""
        self._ended_by(signal.SIGINT)

    def session_of(self, film: Film, step: int = 0, event: int | None = None) -> Session:
        """A session that is drawn the way this app draws."""
        if compute_until(film.run, step, OPENING_S):
            session = Session(film, step, event)
        else:
            session = Session(film)
            session.await_step(step, event)
        if film.scenario is not None:
            session.name = film.scenario.name
        session.theme, session.ascii_only = self.look, self.ascii_only
        session.keys = self.keys
        session.plain = self.plain or self.ascii_only
        return session

    @override
    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the debugger by name, and the two looks."""
        if isinstance(screen, DebuggerScreen):
            for key in screen.session.keys.all:
                if key.id not in {"palette", "quit"}:
                    yield SystemCommand(
                        key.does.capitalize(), key.shown, partial(screen.press, key.id)
                    )
        yield SystemCommand("Light or dark", "", self.action_look)
        yield SystemCommand("Quit", "ctrl+q", self.action_quit)

    @override
    def action_command_palette(self) -> None:
        """Offer them."""
        offered = tuple(self.get_system_commands(self.screen))
        _ = self.push_screen(PaletteScreen(offered, self.look, ascii_only=self.ascii_only))

    def action_look(self) -> None:
        """The other look."""
        self.look = "light" if self.look == "dark" else "dark"
        self.theme = f"driftwood-{self.look}"
        for screen in self.screen_stack:
            if isinstance(screen, DebuggerScreen):
                screen.session.theme = self.look
                screen.changed()
            elif isinstance(screen, OnePage):
                screen.look = self.look
                screen.show()


class StepApp(DriftwoodApp):
    """The debugger on one run."""

    def __init__(  # noqa: PLR0913 - what a frame is made of, each with its default
        self,
        run: Run,
        *,
        title: str = "",
        notes: str = "",
        scenario: Scenario | None = None,
        against: tuple[str, Scenario] | None = None,
        step: int = 0,
        event: int | None = None,
        ascii_only: bool | None = None,
        look: ThemeName | None = None,
        keys: KeyTable = DEFAULT_KEYS,
    ) -> None:
        """Start at a moment of `run`, one of `scenario`, beside that of `against` by its name.

        Raises `ValueError` as `Run.at` does.
        """
        super().__init__(ascii_only=ascii_only, look=look, keys=keys)
        self.session = self.session_of(Film(run, title, notes, scenario), step, event)
        if against is not None:
            name, other = against
            film = Film(other.run(), other.title, other.notes, other)
            trying.beside(self.session, film, name)
            self.session.columns = True

    @override
    def get_default_screen(self) -> Screen[None]:
        """The debugger is the ground."""
        return DebuggerScreen(self.session)


class ChooserApp(DriftwoodApp):
    """The list of scenarios; one of them opens the debugger, escape comes back."""

    def __init__(
        self,
        choices: Iterable[Choice],
        *,
        ascii_only: bool | None = None,
        look: ThemeName | None = None,
        keys: KeyTable = DEFAULT_KEYS,
    ) -> None:
        """Offer `choices`, in their order."""
        super().__init__(ascii_only=ascii_only, look=look, keys=keys)
        self.choices = tuple(choices)

    @override
    def get_default_screen(self) -> Screen[None]:
        """The list is the ground."""
        return ChooserScreen(self.choices, self.open, self.look, ascii_only=self.ascii_only)

    def open(self, film: Film) -> None:
        """Step through `film`'s run."""
        _ = self.push_screen(DebuggerScreen(self.session_of(film)))
