"""`driftwood step` and `driftwood` alone, on a terminal: they open, and `q` leaves it usable."""

import os
import pty
import select
import signal
import subprocess
import termios
import time
from pathlib import Path

import pytest

from tests.commands.calling import command, environment

SECONDS = 30
LONG = """
requests = [["long", 0, 1, 3000000]]
[scheduler]
name = "driftwood"
max_running = 1
"""


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


@pytest.mark.parametrize("words", [["step", "brief/2-preemption"], []], ids=["step", "alone"])
def test_its_code_tells_the_signal_that_ended_it(words: list[str]) -> None:
    master, started = on_a_terminal(*words)
    try:
        seen_until(master, b"Preemption")
        started.send_signal(signal.SIGTERM)
        seen_until(master, b"\x1b[?1049l")
        assert started.wait(SECONDS) == 128 + signal.SIGTERM
    finally:
        started.kill()
        os.close(master)


@pytest.mark.parametrize("words", [["--step", "99"], ["--step", "-1"], ["--event", "99"]], ids=str)
def test_a_moment_that_is_not_there_is_refused(words: list[str]) -> None:
    master, started = on_a_terminal("step", "brief/2-preemption", *words)
    try:
        assert b"\x1b[?1049h" not in seen_until(master, b"\n")
        assert started.wait(SECONDS) == 2
    finally:
        started.kill()
        os.close(master)


def test_a_file_of_keys_with_a_mistake_is_refused(tmp_path: Path) -> None:
    keys = tmp_path / "keys.toml"
    keys.write_text('step.nxt = "j"\n', encoding="utf-8")
    master, started = on_a_terminal("step", "brief/2-preemption", "--keys", str(keys))
    try:
        assert b"did you mean step.next?" in seen_until(master, b"?")
        assert started.wait(SECONDS) == 2
    finally:
        started.kill()
        os.close(master)


def test_a_late_step_opens_at_once(tmp_path: Path) -> None:
    long = tmp_path / "long.toml"
    long.write_text(LONG, encoding="utf-8")
    master, started = on_a_terminal("step", str(long), "--step", "2999999")
    try:
        assert b"computing, at" in seen_until(master, b"computing, at")
        os.write(master, b"q")
        seen_until(master, b"\x1b[?1049l")
        assert started.wait(SECONDS) == 0
    finally:
        started.kill()
        os.close(master)
