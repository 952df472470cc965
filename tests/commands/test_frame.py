"""`driftwood frame`: the screen on paper."""

from pathlib import Path

import pytest

from tests.commands.calling import Driftwood, process
from tui.frames import frame, frame_svg

FRAME = ("frame", "brief/2-preemption", "--step", "3")


@pytest.fixture
def preemption(root: Path) -> Path:
    """The brief's second example."""
    return root / "fixtures" / "brief" / "2-preemption.toml"


def test_it_is_what_tests_get_from_the_library(driftwood: Driftwood, preemption: Path) -> None:
    words = (*FRAME, "--event", "1", "--size", "90x30")
    assert driftwood(*words) == (0, frame(preemption, 3, 1, (90, 30)), "")


def test_without_a_size_it_is_120_by_40(driftwood: Driftwood) -> None:
    lines = driftwood(*FRAME).out.splitlines()
    assert len(lines) == 40
    assert max(map(len, lines)) == 120


def test_styles(driftwood: Driftwood, preemption: Path) -> None:
    called = driftwood(*FRAME, "--styles")
    assert called.out == frame(preemption, 3, styles=True)


def test_a_picture(driftwood: Driftwood, preemption: Path, tmp_path: Path) -> None:
    out = tmp_path / "frame.svg"
    assert driftwood(*FRAME, "--svg", out) == (0, "", "")
    assert out.read_text(encoding="utf-8") == frame_svg(preemption, 3)


def test_a_picture_that_cannot_be_written(driftwood: Driftwood, tmp_path: Path) -> None:
    called = driftwood(*FRAME, "--svg", tmp_path / "nowhere" / "frame.svg")
    assert called.code == 2
    assert called.err.endswith("frame.svg cannot be written: No such file or directory\n")


def test_ascii_where_asked_and_where_there_is_nothing_else(
    driftwood: Driftwood, preemption: Path
) -> None:
    drawn = frame(preemption, 3, ascii_only=True)
    assert drawn.isascii()
    assert driftwood(*FRAME, "--ascii").out == drawn
    assert process(*FRAME, PYTHONIOENCODING="ascii").out == drawn


@pytest.mark.parametrize("size", ["", "80", "80x", "0x9", "9x0", "-8x9", "99999x9", "8 x 9", "axb"])
def test_a_size_that_is_none(driftwood: Driftwood, size: str) -> None:
    called = driftwood(*FRAME, f"--size={size}")
    assert (called.code, called.out) == (2, "")
    assert called.err == f"--size {size}: write columns and rows, such as --size 120x40\n"


def test_a_moment_that_is_not_there(driftwood: Driftwood) -> None:
    called = driftwood("frame", "brief/2-preemption", "--step", 6)
    assert (called.code, called.out) == (2, "")
    assert called.err == "there is no step 6: the last is 5\n"
