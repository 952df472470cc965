"""However the app ends, the terminal is left usable: told by the bytes on a pseudo terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tui.pasting import LOST_S
from tui.terminal import LOOKING_S

PROGRAM = """
from tests.tui.runs import busy
from tui.app import StepApp
class Broken(StepApp):
    def action_break(self):
        raise RuntimeError("broken")
app = Broken(busy(), title="a run")
app.bind("X", "app.break")
app.run()
raise SystemExit(app.return_code or 0)
"""
ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"
CURSOR_ON, MOUSE_OFF, PASTE_OFF = b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l"
PATIENCE_S = 20.0
SETTLING_S = 0.3
"""For what is read at one time to be read alone: more may be read behind it on a slow machine."""


class Terminal:
    """The app on a pseudo terminal, and everything it wrote."""

    def __init__(self, root: Path) -> None:
        self._own, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=root,
            env=environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.written = b""

    def read(self, until: Callable[[], bool]) -> None:
        """Read what is written until something is true."""
        end = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end, self.written[-400:]
            if select.select([self._own], [], [], 0.05)[0]:
                try:
                    self.written += os.read(self._own, 65536)
                except OSError:
                    return

    def read_on(self) -> None:
        """Read what is there."""
        self.read(lambda: not select.select([self._own], [], [], 0)[0])

    def shows(self, text: bytes) -> None:
        self.read(lambda: text in self.written)

    def press(self, keys: bytes) -> None:
        os.write(self._own, keys)

    def stopped(self) -> bool:
        """Whether the process waits for the shell to let it go on."""
        flags = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, flags) is not None

    def ended(self) -> int:
        """Read on to its end; the exit code."""
        self.read(lambda: self.process.poll() is not None)
        self.read(lambda: not select.select([self._own], [], [], 0.2)[0])
        return self.process.wait(timeout=PATIENCE_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._own)


@pytest.fixture
def terminal(root: Path) -> Iterator[Terminal]:
    started = Terminal(root)
    started.shows(b"Timeline")
    assert ALTERNATE_ON in started.written
    yield started
    started.close()


def restored(written: bytes) -> bool:
    """Whether the terminal is as it was: main screen, cursor, no mouse, no bracketed paste."""
    last = written.rfind(ALTERNATE_ON)
    return all(
        written.rfind(code) > last for code in (ALTERNATE_OFF, CURSOR_ON, MOUSE_OFF, PASTE_OFF)
    )


@pytest.mark.parametrize("before", [b"", b"?", b":", b"g"], ids=["", "help", "palette", "prompt"])
@pytest.mark.parametrize(("key", "code"), [(b"\x11", 0), (b"\x03", 130)], ids=["ctrl+q", "ctrl+c"])
def test_quit(terminal: Terminal, before: bytes, key: bytes, code: int) -> None:
    terminal.press(before)
    terminal.press(key)
    assert terminal.ended() == code
    assert restored(terminal.written)


def test_q(terminal: Terminal) -> None:
    terminal.press(b"q")
    assert terminal.ended() == 0
    assert restored(terminal.written)


@pytest.mark.parametrize("behind", [b"?", b":", b"I", b"\x1b\x1b", b"q", b"\x11"])
def test_what_is_typed_behind_a_quit_is_no_fault(terminal: Terminal, behind: bytes) -> None:
    terminal.press(b"q" + behind * 3)
    assert terminal.ended() == 0
    assert restored(terminal.written)


@pytest.mark.parametrize(
    "wrong",
    [b"\xff", b"\x1b[48;:u", b"\x1b[99999999999999999999A"],
    ids=["no UTF-8", "no number", "too large"],
)
def test_what_no_terminal_sends_is_no_fault(terminal: Terminal, wrong: bytes) -> None:
    terminal.press(wrong)
    for _ in range(20):  # the first of them may end what was wrong
        time.sleep(SETTLING_S)
        if terminal.process.poll() is not None:
            break
        terminal.press(b"q")
        terminal.read_on()
    assert terminal.ended() == 0
    assert restored(terminal.written)


def test_a_paste_whose_end_is_lost_takes_no_key_that_comes_later(terminal: Terminal) -> None:
    terminal.press(b"\x1b[200~q q q")
    time.sleep(LOST_S / 2)
    assert terminal.process.poll() is None
    terminal.press(b"still of it")
    time.sleep(LOST_S + 2 * LOOKING_S + SETTLING_S)
    assert terminal.process.poll() is None
    terminal.press(b"q")
    assert terminal.ended() == 0


@pytest.mark.parametrize(
    "sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name
)
def test_a_signal(terminal: Terminal, sent: signal.Signals) -> None:
    terminal.process.send_signal(sent)
    assert terminal.ended() == 128 + sent
    assert restored(terminal.written)


def test_an_exception(terminal: Terminal) -> None:
    terminal.press(b"X")
    assert terminal.ended() == 1
    assert restored(terminal.written)
    assert b"RuntimeError" in terminal.written


def test_to_the_shell_and_back(terminal: Terminal) -> None:
    terminal.press(b"\x1a")
    terminal.read(terminal.stopped)
    assert restored(terminal.written)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.read(lambda: b"Timeline" in terminal.written.rpartition(ALTERNATE_ON)[2])
    terminal.press(b"q")
    assert terminal.ended() == 0
    assert restored(terminal.written)
