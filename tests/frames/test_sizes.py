"""A run with more of everything than there is room for, at the sizes people have."""

import pytest

from core import Run
from tests.recorded import Snapshot
from tests.tui.runs import busy, gap, hostile, timed
from tui.frames import frame

SIZES = {"small": (80, 24), "usual": (120, 40), "large": (200, 60)}


@pytest.fixture(scope="module")
def run() -> Run:
    """A busy run, computed once."""
    return busy(requests=900, blocks=900, slots=128)


@pytest.mark.parametrize("size", SIZES)
def test_a_busy_run(snapshot: Snapshot, run: Run, size: str) -> None:
    snapshot.assert_match(frame(run, 200, size=SIZES[size]), "frame.txt")


def test_narrow(snapshot: Snapshot, run: Run) -> None:
    snapshot.assert_match(frame(run, 200, size=(50, 26)), "frame.txt")


def test_too_small(snapshot: Snapshot, run: Run) -> None:
    snapshot.assert_match(frame(run, 200, size=(30, 6)), "frame.txt")


def test_hostile_names(snapshot: Snapshot) -> None:
    snapshot.assert_match(frame(hostile(), 6, rid="back\\slash\\"), "frame.txt")


def test_a_million_idle_steps(snapshot: Snapshot) -> None:
    snapshot.assert_match(frame(gap(), 3, size=(80, 24)), "frame.txt")


def test_a_clock(snapshot: Snapshot) -> None:
    snapshot.assert_match(frame(timed(), 9, size=(100, 30)), "frame.txt")
