"""The palette, over any screen: every action by name.

The terminal library has one, whose list is filled some messages after the keys that are meant for
it: what is typed ahead gets lost, and a page key or a second `enter` ends the app.
"""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import SystemCommand
from textual.screen import ModalScreen

from core.override import override
from tui.prompt import LONGEST
from tui.screens.one_page import OnePage
from tui.themes import ThemeName
from tui.view.lines import Row
from tui.view.palette import Command, found, palette_lines

MOVES = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10, "home": -1000, "end": 1000}
WIDEST, HIGHEST = 84, 30


class PaletteScreen(ModalScreen[None], OnePage):
    """Words narrow the list, enter does what the cursor is on."""

    DEFAULT_CSS: ClassVar[str] = """
    PaletteScreen { align: center top; }
    PaletteScreen Painted { width: 100%; height: 100%; max-width: 84; max-height: 30; }
    """

    def __init__(
        self, commands: Sequence[SystemCommand], look: ThemeName, *, ascii_only: bool = False
    ) -> None:
        """Offer `commands`, whose help is their keys."""
        super().__init__()
        self.look, self.ascii_only = look, ascii_only
        self._commands = commands
        self._names = [Command(each.title, each.help) for each in commands]
        self._words = ""
        self._cursor = 0

    @override
    def rows(self, width: int, height: int) -> list[Row]:
        """The words, and what they found."""
        size = (min(WIDEST, width), min(HIGHEST, height))
        return palette_lines(self._names, self._words, self._cursor, *size)

    @override
    async def pressed(self, event: events.Key) -> None:
        """A letter, a move, or the end."""
        if event.key in MOVES:
            self._move(MOVES[event.key])
        elif event.key in {"backspace", "ctrl+u"}:
            self._write(self._words[:-1] if event.key == "backspace" else "")
        elif event.is_printable and event.character is not None:
            self._write(self._words + event.character)
        elif event.key == "enter":
            self._do(self._cursor)
        elif event.key == "escape":
            _ = self.dismiss()
        else:
            await super().pressed(event)

    @override
    def pasted(self, text: str) -> None:
        """Pasted text is words."""
        self._write(self._words + "".join(c if c.isprintable() else " " for c in text))

    def on_click(self, event: events.Click) -> None:
        """A click does what it is on."""
        target = self.page.target_at(event.screen_y)
        if target is not None and self.is_active:
            self._do(target.number)

    def on_mouse_scroll_down(self) -> None:
        """One on."""
        self._move(1)

    def on_mouse_scroll_up(self) -> None:
        """One back."""
        self._move(-1)

    def _write(self, words: str) -> None:
        self._words, self._cursor = words[:LONGEST], 0
        self.show()

    def _move(self, by: int) -> None:
        last = len(found(self._names, self._words)) - 1
        self._cursor = max(0, min(last, self._cursor + by))
        self.show()

    def _do(self, at: int) -> None:
        """Leave, and do number `at` of what was found."""
        hits = found(self._names, self._words)
        if at < len(hits):
            _ = self.dismiss()
            self.app.screen.call_next(self._commands[hits[at]].callback)
