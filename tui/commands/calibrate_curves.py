"""The curves of a measured run and of the one with the fitted constants, over each other."""

from collections.abc import Iterator, Sequence

from core.study.calibrate import Judged
from tui.view.chart import Axes, Curve, chart
from tui.view.lines import Line

LINES = 14


def calibrate_curves(found: Judged, width: int) -> Iterator[Line]:
    """How many ran and waited, and how full the cache was; nothing without a time series."""
    levels, samples = found.levels, found.fit.measured.samples
    if levels is None:
        return
    running = [one.running for one in samples], levels.running
    waiting = [one.waiting for one in samples], levels.waiting
    told = [one.kv_percent for one in samples]
    used = [one for one in told if one is not None]
    for title, (measured, ours) in (("running", running), ("waiting", waiting)):
        yield from _chart(title, levels.at_s, (measured, ours), width)
    if len(used) == len(told):
        yield from _chart("cache in use, %", levels.at_s, (used, levels.kv_percent), width)


def _chart(
    title: str, at_s: Sequence[float], curves: tuple[Sequence[float], Sequence[float]], width: int
) -> Iterator[Line]:
    yield ()
    both = [
        Curve(name, at_s, up) for name, up in zip(("measured", "simulated"), curves, strict=True)
    ]
    yield from chart(title, both, width, LINES, Axes(across=_seconds))


def _seconds(at_s: float) -> str:
    return f"{at_s:,.0f} s"
