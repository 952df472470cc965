"""The terminal of the app, where the library's own way leaves it blank.

The library writes to stderr, which is not the terminal in `driftwood 2>errors.txt`; and when the
process goes on after a stop (Ctrl+Z and `fg`) it clears the screen and does not paint it again.
It also goes on reading from a terminal that is gone, ends the app at a byte that is no UTF-8, and
may hang for ever where a stop or going on comes while it writes. A paste without an end it never
ends.
"""

import asyncio
import os
import select
import signal
import sys
from codecs import getincrementaldecoder
from io import TextIOWrapper
from threading import Thread
from time import monotonic
from types import FrameType
from typing import Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from core.override import override
from tui.pasting import END, Pasting

LOOKING_S = 0.1
READ_AT_ONCE = 4096


def drawn_on() -> TextIOWrapper | None:
    """Where the screen is drawn: stderr as the library does, or stdout if that is no terminal.

    What the encoding of stdout does not hold is escaped, as on stderr.
    """
    errors, out = sys.__stderr__, sys.__stdout__
    if out is None or (errors is not None and errors.isatty()):
        return errors
    own = os.fdopen(os.dup(out.fileno()), "wb")
    return TextIOWrapper(own, out.encoding, "backslashreplace", newline="")


class TerminalDriver(LinuxDriver):
    """The library's driver, on what is the terminal, and whole after a stop."""

    def __init__(
        self,
        app: App[None],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Draw on the terminal."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file = drawn_on()
        self._shows = self._gave_back = False
        self._modes_found: list[Any] | None = None  # as termios gives them, of several kinds
        self._is_to_stop = False
        self._loop = asyncio.get_running_loop()
        signal.signal(signal.SIGTSTP, self._signalled)
        signal.signal(signal.SIGCONT, self._signalled)
        Thread(target=self._until_hung_up, daemon=True, name="driftwood-hang-up").start()

    def _until_hung_up(self) -> None:
        """End the process when its terminal is gone.

        The system says so only to the leader of a session. Others read nothing from then on, which
        the library's reader of keys does again and again.
        """
        gone = select.poll()
        gone.register(self.fileno, select.POLLHUP)
        gone.poll()
        os.kill(os.getpid(), signal.SIGHUP)

    @override
    def run_input_thread(self) -> None:
        """Hand on what is typed until the end.

        A byte that is no UTF-8 is a letter of its own, and what the library cannot read is left
        out with what was read at the same time: to it either ends the app. A paste whose end is
        lost ends when nothing more comes; to it all keys were pasted text from then on.
        """
        parser, pasting = XTermParser(self._debug), Pasting()
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], LOOKING_S)[0]:
                letters = decode(os.read(self.fileno, READ_AT_ONCE))
            else:
                letters = END if pasting.is_lost(monotonic()) else ""
            if letters:
                pasting.read(letters, monotonic())
                try:
                    for typed in parser.feed(letters):
                        self.process_message(typed)
                except (ValueError, OverflowError):  # a number that is none, or too large
                    parser = XTermParser(self._debug)
            for late in parser.tick():
                self.process_message(late)

    @override
    def start_application_mode(self) -> None:
        """Take the terminal. What its modes were at first is what they are at the end."""
        super().start_application_mode()  # type: ignore[no-untyped-call]  # the library's has no types
        if self._modes_found is None:
            self._modes_found = self.attrs_before
        self.attrs_before = self._modes_found
        self._shows = True

    @override
    def stop_application_mode(self) -> None:
        """Give it back."""
        self._shows = False
        super().stop_application_mode()

    @override
    def resume_application_mode(self) -> None:
        """Take it again, and paint all of it.

        A stop that could not be caught (`kill -STOP`) left it ours, and its reader of keys running:
        it is given back first.
        """
        if self._shows:
            self.suspend_application_mode()
        super().resume_application_mode()
        self._gave_back = False
        self._app.call_later(self._app.screen.refresh, layout=True)

    # The library does what a signal asks for at once, wherever the program is: in the middle of
    # writing it then waits for itself for ever. Here it waits its turn among all that happens, and
    # who goes on before it has stopped need not stop.

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        """Ctrl+Z, or `fg`."""
        self._is_to_stop = number == signal.SIGTSTP
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._settle)
        elif self._is_to_stop:
            os.kill(os.getpid(), signal.SIGSTOP)
        del frame

    def _settle(self) -> None:
        """Stop, with the terminal given back, or go on with it, unless the app itself gave it."""
        takes_part = (self._shows or self._gave_back) and self._auto_restart
        if not self._is_to_stop:
            if takes_part:
                self.resume_application_mode()
            return
        self._is_to_stop = False
        if takes_part and self._shows:
            self.suspend_application_mode()
            self._gave_back = self._must_signal_resume = True
        os.kill(os.getpid(), signal.SIGSTOP)
