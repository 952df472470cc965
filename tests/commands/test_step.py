"""`driftwood step` and `driftwood` alone, on a terminal: they open, and `q` leaves it usable."""

import os
import pty
import select
import subprocess
import termios
import time

import pytest

from tests.commands.calling import command, environment

SECONDS = 30


def on_a_terminal(*words: str) -> tuple[int, subprocess.Popen[bytes]]:
    """Start it on a terminal of its own, in a session of its own: stop signals stay there."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (40, 120))
    started = subprocess.Popen(
        command(*words),
        env=environment({"TERM": "xterm"}),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    return master, started


def seen_until(master: int, wanted: bytes) -> bytes:
    """What the terminal gets until `wanted` is in it."""
    seen = b""
    until = time.monotonic() + SECONDS
    while wanted not in seen and time.monotonic() < until:
        if select.select([master], [], [], 1)[0]:
            seen += os.read(master, 65_536)
    return seen


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["step", "brief/2-preemption", "--step", "3"], b"makes room for"),
        (["step", "brief/2-preemption", "--step", "3", "--ascii"], b"makes room for"),
        ([], b"Preemption"),
    ],
    ids=["step", "ascii", "alone"],
)
def test_the_app_opens_and_closes(words: list[str], wanted: bytes) -> None:
    master, started = on_a_terminal(*words)
    try:
        seen = seen_until(master, wanted)
        os.write(master, b"q")
        seen += seen_until(master, b"\x1b[?1049l")
        assert started.wait(SECONDS) == 0
    finally:
        started.kill()
        os.close(master)
    assert wanted in seen
    assert seen.index(b"\x1b[?1049h") < seen.index(b"\x1b[?1049l")
