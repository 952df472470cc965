"""Charts as snapshots."""

from tests.recorded import Snapshot
from tui.view.chart import Axes, Curve, chart
from tui.view.lines import text_of


def wave(shift: int) -> Curve:
    """A made-up measurement of 600 seconds, in whole numbers."""
    up = [(second + shift) % 200 * (200 - (second + shift) % 200) // 40 for second in range(600)]
    return Curve(f"shifted by {shift}", range(600), up)


def told(curves: list[Curve], width: int, height: int) -> str:
    axes = Axes(across=lambda second: f"{second:,.0f} s")
    lines = chart("running requests", curves, width, height, axes)
    return "".join(f"{text_of(line)}\n" for line in lines)


def test_two_curves(snapshot: Snapshot) -> None:
    snapshot.assert_match(told([wave(0), wave(20)], 80, 14), "two.txt")


def test_one_curve(snapshot: Snapshot) -> None:
    snapshot.assert_match(told([wave(0)], 60, 8), "one.txt")


def test_a_narrow_one(snapshot: Snapshot) -> None:
    snapshot.assert_match(told([wave(0), wave(20)], 36, 10), "narrow.txt")
