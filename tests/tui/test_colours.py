"""Colours only repeat: every kind of terminal shows the same text, and every text can be read."""

import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte
import pytest
from rich.color import Color

from tests.tui.runs import preemption
from tui.frames import frame
from tui.look import ON_TILE, PALETTES, TOL_BRIGHT, WORDS, style_of
from tui.themes import ThemeName
from tui.view.colouring import HEAT, STATES

PROGRAM = """
from tests.tui.runs import preemption
from tui.app import StepApp
StepApp(preemption(), step=3, event=2).run()
"""
SIZE = (100, 30)
PATIENCE_S = 20.0
TERMINALS: dict[str, dict[str, str]] = {
    "plain": {"TERM": "xterm", "NO_COLOR": "1"},
    "16 colours": {"TERM": "xterm", "TEXTUAL_COLOR_SYSTEM": "standard"},
    "256 colours": {"TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "256"},
    "true colour": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "light": {"TERM": "xterm-256color", "COLORFGBG": "0;15"},
}


def shown(root: Path, environment: dict[str, str]) -> tuple[list[str], set[str]]:
    """What a terminal shows once the app stands, and the colours of its cells."""
    own, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, SIZE[::-1])
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    started = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=root,
        env={**kept, "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8", **environment},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    screen = pyte.Screen(*SIZE)
    stream = pyte.ByteStream(screen)
    end = time.monotonic() + PATIENCE_S
    try:
        while "q quit" not in screen.display[-1] and time.monotonic() < end:
            if select.select([own], [], [], 0.1)[0]:
                stream.feed(
                    os.read(own, 65536).replace(b"\x1b[>25u", b"").replace(b"\x1b[?2026$p", b"")
                )
        os.write(own, b"q")
        while select.select([own], [], [], 0.5)[0] and os.read(own, 65536):
            pass
    except OSError:
        pass
    finally:
        started.kill()
        started.wait()
        os.close(own)
    cells = [cell for row in screen.buffer.values() for cell in row.values()]
    return [line.rstrip() for line in screen.display], {cell.bg for cell in cells}


@pytest.mark.parametrize("kind", TERMINALS)
def test_every_kind_of_terminal_shows_the_same_text(root: Path, kind: str) -> None:
    lines, _ = shown(root, TERMINALS[kind])
    expected = frame(preemption(), 3, 2, SIZE).splitlines()
    assert lines[3:] == expected[3:]


def brightness(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [value / 255 for value in Color.parse(colour).get_truecolor()]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    """How well one is read on the other, from 1 to 21."""
    high, low = sorted((brightness(one), brightness(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", ["dark", "light"])
def test_text_can_be_read_on_its_ground(look: ThemeName) -> None:
    palette = PALETTES[look]
    for ink in (palette.foreground, palette.quiet, palette.accent, palette.bad, *palette.inks):
        assert contrast(ink, palette.background) >= 4, ink
        assert contrast(ink, palette.row) >= 3, ink
    assert contrast(palette.faint, palette.background) >= 2.5
    for ink, tile in zip(ON_TILE, TOL_BRIGHT, strict=True):
        assert contrast(ink, tile) >= 4, tile


@pytest.mark.parametrize("look", ["dark", "light"])
def test_every_word_of_a_style_has_a_look(look: ThemeName) -> None:
    for word in (*WORDS["dark"], *HEAT, *(style for _, style in STATES.values())):
        assert style_of(word, look)


def test_letters_tell_the_states_apart() -> None:
    assert len({letter for letter, _ in STATES.values()}) == len(STATES)
