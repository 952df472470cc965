"""The app on a real terminal, and what somebody would see there."""

import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

from tests.commands.calling import command, environment

SECONDS = 30.0
ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"


class OnScreen:
    """`driftwood` on a terminal of its own, 120 by 40 cells.

    `errors` is a file for its stderr, `piped_in` one for its stdin.
    """

    def __init__(
        self,
        *words: str,
        errors: Path | None = None,
        piped_in: Path | None = None,
        **changes: str | None,
    ) -> None:
        self._own, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (40, 120))
        self.modes = termios.tcgetattr(theirs)
        changes = {"COLUMNS": None, "LINES": None, "TERM": "xterm-256color"} | changes
        given = {k: v for k, v in changes.items() if v is not None}
        env = {k: v for k, v in environment(given).items() if changes.get(k, "") is not None}
        stderr = theirs if errors is None else os.open(errors, os.O_WRONLY | os.O_CREAT)
        stdin = theirs if piped_in is None else os.open(piped_in, os.O_RDONLY)
        self.process = subprocess.Popen(
            command(*words),
            env=env,
            stdin=stdin,
            stdout=theirs,
            stderr=stderr,
            start_new_session=True,
        )
        for opened in {stdin, stderr} - {theirs}:
            os.close(opened)
        self._theirs = theirs
        self._begin()

    def _begin(self) -> None:
        self.screen = pyte.Screen(120, 40)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""

    def until(self, true: Callable[[], bool]) -> None:
        """Read until something is true. A terminal that leaves the other screen has a blank one."""
        end = time.monotonic() + SECONDS
        while not true():
            assert time.monotonic() < end, self.text
            if select.select([self._own], [], [], 0.05)[0]:
                self._read(os.read(self._own, 65536))

    def _read(self, read: bytes) -> None:
        for at, part in enumerate(read.split(ALTERNATE_ON)):
            if at:
                self.screen.reset()
            self._stream.feed(part.replace(b"\x1b[>25u", b"").replace(b"\x1b[<u", b""))
        self.written += read

    def shows(self, *texts: str) -> None:
        """Read until all of `texts` can be seen."""
        self.until(lambda: all(text in self.text for text in texts))

    @property
    def text(self) -> str:
        """What can be seen."""
        return "\n".join(self.screen.display)

    def press(self, keys: bytes) -> None:
        """Type `keys`."""
        os.write(self._own, keys)

    def stopped(self) -> bool:
        """Whether the process waits for the shell to let it go on."""
        flags = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, flags) is not None

    def read_on(self) -> None:
        """Read what is there."""
        while select.select([self._own], [], [], 0)[0]:
            self._read(os.read(self._own, 65536))

    def forget(self) -> None:
        """Blank what can be seen, once all that a stopped process wrote is read."""
        self.read_on()
        self.screen.reset()

    def goes_on(self) -> None:
        """What `fg` does."""
        self.process.send_signal(signal.SIGCONT)

    def ended(self) -> int:
        """Its exit code, once all it wrote is read."""
        self.until(lambda: self.process.poll() is not None)
        while select.select([self._own], [], [], 0.2)[0]:
            self._read(os.read(self._own, 65536))
        assert termios.tcgetattr(self._theirs) == self.modes
        return self.process.returncode

    def hang_up(self) -> None:
        """The terminal goes, as when its window or its connection is closed."""
        os.close(self._own)
        self._own = -1

    def close(self) -> None:
        """End it if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self._own >= 0:
            os.close(self._own)
        os.close(self._theirs)
