"""What somebody sees on a terminal: after a stop, with stderr elsewhere, while a jump waits."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.commands.on_screen import ALTERNATE_OFF, ALTERNATE_ON, SECONDS, OnScreen

STEP = ("step", "brief/2-preemption")
WHOLE = ("Driftwood", "finished at 5", "Blocks", "Waiting", "Events of step", "Timeline", "quit")
LONG = """
requests = [["long", 0, 1, 1000000]]
[scheduler]
name = "driftwood"
max_running = 1
block_size = 16
num_blocks = 70000
"""

Start = Callable[..., OnScreen]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts `driftwood` on a terminal, and ends it."""
    started: list[OnScreen] = []

    def on_screen(*words: str, errors: Path | None = None, **changes: str | None) -> OnScreen:
        started.append(OnScreen(*words, errors=errors, piped_in=None, **changes))
        return started[-1]

    yield on_screen
    for each in started:
        each.close()


@pytest.mark.parametrize("sent", ["ctrl+z", "SIGSTOP"])
def test_the_whole_screen_is_there_after_a_stop(start: Start, sent: str) -> None:
    app = start(*STEP)
    app.shows(*WHOLE)
    for _ in range(2):
        if sent == "ctrl+z":
            app.press(b"\x1a")
        else:
            app.process.send_signal(signal.SIGSTOP)
        app.until(app.stopped)
        app.forget()
        app.goes_on()
        app.shows(*WHOLE)
    app.press(b"n")
    app.shows("step 1")
    app.press(b"q")
    assert app.ended() == 0


def test_stops_in_the_middle_of_going_on_leave_the_terminal_as_it_was(start: Start) -> None:
    app = start(*STEP)
    app.shows(*WHOLE)
    for milliseconds in (0, 2, 4, 8, 16):
        app.process.send_signal(signal.SIGSTOP)
        app.until(app.stopped)
        app.forget()
        app.goes_on()
        time.sleep(milliseconds / 1000)
    app.shows(*WHOLE)
    app.press(b"n")
    app.shows("step 1")
    app.press(b"q")
    assert app.ended() == 0


@pytest.mark.parametrize("words", [STEP, ()], ids=["step", "alone"])
def test_it_ends_when_its_terminal_is_gone(start: Start, words: tuple[str, ...]) -> None:
    app = start(*words)
    app.shows("Preemption", "quit")
    app.hang_up()
    assert app.process.wait(SECONDS) == 129


def test_so_is_the_help(start: Start) -> None:
    app = start(*STEP)
    app.shows(*WHOLE)
    app.press(b"?")
    app.shows("A run is a list of steps")
    app.press(b"\x1a")
    app.until(app.stopped)
    app.forget()
    app.goes_on()
    app.shows("A run is a list of steps", "Driftwo")


@pytest.mark.parametrize("words", [STEP, ()], ids=["step", "alone"])
def test_stderr_may_be_elsewhere(start: Start, words: tuple[str, ...], tmp_path: Path) -> None:
    app = start(*words, errors=tmp_path / "errors.txt")
    app.shows("Driftwood", "Preemption")
    app.press(b"q")
    assert app.ended() == 0
    assert app.written.rfind(ALTERNATE_OFF) > app.written.rfind(ALTERNATE_ON) > -1
    assert (tmp_path / "errors.txt").read_bytes() == b""


@pytest.mark.parametrize("words", [STEP, ()], ids=["step", "alone"])
@pytest.mark.parametrize(
    ("sent", "code"),
    [(b"\x03", 130), (signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
    ids=["ctrl+c", "int", "term", "hup"],
)
def test_how_it_was_ended(
    start: Start, words: tuple[str, ...], sent: bytes | signal.Signals, code: int
) -> None:
    app = start(*words)
    app.shows("Preemption", "quit")
    if isinstance(sent, bytes):
        app.press(sent)
    else:
        app.process.send_signal(sent)
    assert app.ended() == code
    assert app.written.rfind(ALTERNATE_OFF) > app.written.rfind(ALTERNATE_ON)


@pytest.mark.parametrize("words", [STEP, ()], ids=["step", "alone"])
def test_a_terminal_that_cannot_place_text_is_refused(start: Start, words: tuple[str, ...]) -> None:
    app = start(*words, TERM="dumb")
    assert app.ended() == 2
    assert len(app.written.splitlines()) == 1
    assert b"TERM=dumb" in app.written
    assert b"\x1b" not in app.written


@pytest.mark.parametrize(
    ("changes", "ascii_only"),
    [
        ({"LC_ALL": "C"}, True),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": None, "LC_CTYPE": None, "LANG": "C"}, True),
        ({"LC_ALL": None, "LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_ALL": None, "LC_CTYPE": None, "LANG": None}, False),
    ],
    ids=str,
)
@pytest.mark.parametrize("words", [STEP, ()], ids=["step", "alone"])
def test_a_locale_without_letters_gets_ascii(
    start: Start, words: tuple[str, ...], changes: dict[str, str | None], ascii_only: bool
) -> None:
    app = start(*words, **changes)
    app.shows("Driftwood", "Preemption", "quit")
    assert app.text.isascii() == ascii_only


@pytest.mark.parametrize("key", [b"\x1b", b"n", b"p", b"\x1b[H", b"u", b"t\x1b[C"], ids=str)
def test_a_jump_that_waits_says_so_and_is_given_up(
    start: Start, key: bytes, tmp_path: Path
) -> None:
    long = tmp_path / "long.toml"
    long.write_text(LONG, encoding="utf-8")
    app = start("step", str(long))
    app.shows("Timeline", "computing, at")
    app.press(b"\x1b[F")
    app.shows("going to the end (step ", " so far), escape cancels")
    app.press(key)
    app.until(lambda: "going to" not in app.text)
    app.shows("computing, at")
    app.press(b"g999999\r")
    app.shows("going to step 999,999 (step ")
    app.press(b"q")
    assert app.ended() == 0


@pytest.mark.parametrize("seed", range(4))
def test_stops_and_goings_on_in_any_order_leave_the_app_as_it_was(start: Start, seed: int) -> None:
    app, random = start(*STEP), Random(seed)
    app.shows(*WHOLE)
    for _ in range(40):
        app.process.send_signal(random.choice([signal.SIGTSTP, signal.SIGCONT]))
        time.sleep(random.choice([0, 0.001, 0.005, 0.02, 0.1]))
        app.read_on()
    typed = 0.0

    def types(key: bytes) -> None:
        """Type `key` again and again: what is typed while the app stops is lost.

        The last stop may come behind an answer, so whoever has stopped goes on at any time.
        """
        nonlocal typed
        if app.stopped():
            app.goes_on()
        if time.monotonic() > typed + 1:
            typed = time.monotonic()
            app.press(key)

    def answers() -> bool:
        types(b"n")
        return any(f"step {step} " in app.text for step in range(1, 6))

    def ends() -> bool:
        if app.process.poll() is not None:
            return True
        types(b"q")
        return False

    app.until(answers)
    app.until(ends)
    assert app.ended() == 0
    assert app.written.rfind(ALTERNATE_OFF) > app.written.rfind(ALTERNATE_ON)
