"""`driftwood frame`: the screen on paper."""

from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.commands.calling import Driftwood, process
from tui.frames import frame, frame_svg

Wrong: TypeAlias = Any  # values of wrong types are passed on purpose

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
    folder = tmp_path / "no where"
    called = driftwood(*FRAME, "--svg", folder / "frame.svg")
    assert called.code == 2
    missing = f"there is no folder {folder}; mkdir -p '{folder}' makes it\n"
    assert called.err == f"{folder / 'frame.svg'} cannot be written: {missing}"
    assert not folder.exists()


def test_ascii_where_asked_and_where_there_is_nothing_else(
    driftwood: Driftwood, preemption: Path
) -> None:
    drawn = frame(preemption, 3, ascii_only=True)
    assert drawn.isascii()
    assert driftwood(*FRAME, "--ascii").out == drawn
    assert process(*FRAME, PYTHONIOENCODING="ascii").out == drawn


@pytest.mark.parametrize("size", ["", "80", "80x", "-8x9", "8 x 9", "axb"])
def test_a_size_that_is_none(driftwood: Driftwood, size: str) -> None:
    called = driftwood(*FRAME, f"--size={size}")
    assert (called.code, called.out) == (2, "")
    assert called.err == f"--size {size}: write columns and rows, such as --size 120x40\n"


@pytest.mark.parametrize("size", ["0x9", "9x0", "99999x9", "9x99999", "99999x99999"])
def test_a_size_out_of_bounds(driftwood: Driftwood, size: str) -> None:
    called = driftwood(*FRAME, f"--size={size}")
    assert (called.code, called.out) == (2, "")
    assert called.err == f"--size {size}: from 1x1 to 9999x9999 are possible\n"


def test_a_size_in_capitals(driftwood: Driftwood) -> None:
    assert driftwood(*FRAME, "--size", "80X24").out == driftwood(*FRAME, "--size", "80x24").out


def test_a_picture_on_stdout(driftwood: Driftwood, preemption: Path) -> None:
    assert driftwood(*FRAME, "--svg", "-").out.rstrip() == frame_svg(preemption, 3).rstrip()


def test_a_picture_never_takes_the_place_of_the_scenario(
    driftwood: Driftwood, scenario: Path
) -> None:
    before = scenario.read_bytes()
    called = driftwood("frame", scenario, "--step", 0, "--svg", scenario)
    assert (called.code, called.out) == (2, "")
    assert called.err == f"{scenario} is what is read: write to another file\n"
    assert scenario.read_bytes() == before


def test_a_moment_that_is_not_there(driftwood: Driftwood) -> None:
    called = driftwood("frame", "brief/2-preemption", "--step", 6)
    assert (called.code, called.out) == (2, "")
    assert called.err == "there is no step 6: the last is 5\n"


@pytest.mark.parametrize("size", ["100x30", (100,), (100.0, 30), 100, None, (True, True)])
def test_a_size_from_python_is_two_integers(preemption: Path, size: Wrong) -> None:
    with pytest.raises(TypeError, match=r"size must be columns and rows, such as \(120, 40\)"):
        frame(preemption, 3, size=size)


def test_a_step_from_python_is_an_integer(preemption: Path) -> None:
    wrong: Wrong = 0.5
    with pytest.raises(TypeError, match=r"step must be an integer, not 0\.5"):
        frame(preemption, wrong)


def test_two_runs_side_by_side(driftwood: Driftwood) -> None:
    words = ("frame", "brief/2-preemption", "--step", "3", "--event", "1")
    called = driftwood(*words, "--against", "victim=largest_cache")
    assert called.code == 0
    against = " base against victim=largest_cache: part here: preempted B, there preempted A"
    assert called.out.splitlines()[1].startswith(against)
    alone = driftwood(*words, "--against", "num_blocks=5", "--size", "80x24")
    assert "they parted in step 1" in alone.out


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ("num_bloks=5", "--against num_bloks=5: driftwood has no knob 'num_bloks'; did you mean"),
        ("paged", "there is no variant paged: this scenario has none"),
        ("base", "--against base: that is this run itself"),
    ],
)
def test_a_run_to_be_seen_against_that_is_none(driftwood: Driftwood, run: str, said: str) -> None:
    called = driftwood("frame", "brief/2-preemption", "--step", "3", "--against", run)
    assert (called.code, called.out) == (2, "")
    assert said in called.err
