"""The terminal of the app, where the library's own way leaves it blank.

The library writes to stderr, which is not the terminal in `driftwood 2>errors.txt`; and when the
process goes on after a stop (Ctrl+Z and `fg`) it clears the screen and does not paint it again.
It also goes on reading from a terminal that is gone, ends the app at a byte that is no UTF-8, and
hangs where it is stopped while it goes on from the stop before.
"""

import os
import select
import signal
import sys
from codecs import getincrementaldecoder
from io import TextIOWrapper
from threading import Thread
from types import FrameType
from typing import Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from core.override import override

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
        self._shows = self._gave_back = self._changing = False
        self._missed = 0
        self._modes_found: list[Any] | None = None  # as termios gives them, of several kinds
        signal.signal(signal.SIGTSTP, self._stopped)
        signal.signal(signal.SIGCONT, self._goes_on)
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
        out with what was read at the same time: to it either ends the app.
        """
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], LOOKING_S)[0] and (
                letters := decode(os.read(self.fileno, READ_AT_ONCE))
            ):
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
        self._changing = True
        if self._shows:
            self.suspend_application_mode()
        super().resume_application_mode()
        self._gave_back = self._changing = False
        self._app.call_later(self._app.screen.refresh, layout=True)

    # The library does what a signal asks for at once, also in the middle of what the last one asked
    # for: then it writes for a thread that is not there, and waits for it to write.

    def _stopped(self, number: int, frame: FrameType | None) -> None:
        """Ctrl+Z: give the terminal back, and stop. While it is taken again, when that is done."""
        if self._changing:
            self._missed = number
            return
        if self._shows and self._auto_restart:
            self._changing = True
            self.suspend_application_mode()
            self._gave_back = self._must_signal_resume = True
            self._changing = False
            self._missed = 0
        os.kill(os.getpid(), signal.SIGSTOP)
        del frame

    def _goes_on(self, number: int, frame: FrameType | None) -> None:
        """`fg`: take the terminal, unless that goes on already, or the app has given it back."""
        if self._changing or not (self._shows or self._gave_back) or not self._auto_restart:
            return
        self.resume_application_mode()
        del number
        if self._missed:
            missed, self._missed = self._missed, 0
            self._stopped(missed, frame)
