"""Two runs beside each other on the screen, at three sizes; in the smallest one at a time."""

import pytest

from core.workload import Scenario, load_scenario
from tests.recorded import Snapshot
from tests.tui.trials import CASE, case
from tui.frames import frame

SIZES = {"small": (80, 24), "usual": (120, 40), "large": (200, 60)}


def other() -> tuple[str, Scenario]:
    return "victim=largest_cache", case({"victim": "largest_cache"})


@pytest.mark.parametrize("size", SIZES)
def test_where_the_two_part(snapshot: Snapshot, size: str) -> None:
    text = frame(load_scenario(CASE), 3, 1, SIZES[size], against=other())
    snapshot.assert_match(text, "frame.txt")


def test_without_other_glyphs_than_ascii(snapshot: Snapshot) -> None:
    text = frame(load_scenario(CASE), 2, None, (100, 24), against=other(), ascii_only=True)
    assert text.isascii()
    snapshot.assert_match(text, "frame.txt")
