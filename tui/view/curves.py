"""The series of runs as charts: over time where the run has a clock, else over steps.

Between two executed steps that do not follow each other nobody is there, so a curve is at 0.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import sub
from typing import Literal, NamedTuple, TypeAlias

from core.run import Run
from tui.view.chart import MARKS, Axes, Curve, chart
from tui.view.dots import ACROSS
from tui.view.lines import Line
from tui.view.memory import unit_of

FEWEST = 24
"""Executed steps from which a run has charts: of fewer each can be looked at."""
NOISE = 1e-6
MOST_RUNS = len(MARKS)

Level: TypeAlias = Literal["peaks", "averages"]
"""What is drawn of steps that share a column."""

OF_ONE: Sequence[tuple[str, tuple[str, ...], Level]] = (
    ("requests", ("running", "waiting"), "peaks"),
    ("blocks", ("blocks",), "peaks"),
    ("tokens processed in a step", ("tokens",), "averages"),
)
"""The charts of a run: the title and the series of each."""
OF_SEVERAL: Sequence[tuple[str, str, Level]] = (
    ("requests that run", "running", "peaks"),
    ("requests that wait", "waiting", "peaks"),
    ("blocks", "blocks", "peaks"),
    ("tokens processed in a step", "tokens", "averages"),
)
"""The charts of runs beside each other: the title and the series of each."""


class Ground(NamedTuple):
    """Where the executed steps of a run stand: in milliseconds or by number, and how that is told.

    `gaps` are those between steps that do not follow each other: the index of the step before, and
    where it had ended at the latest. (With a clock a shorter pause than its longest step is none.)
    """

    across: "array[float]"
    gaps: Sequence[tuple[int, float]]
    words: Callable[[float], str]


def ground_of(run: Run) -> Ground:
    """The ground of `run` as far as it has got."""
    watch, series = run.stopwatch(), run.series
    if watch is None:
        steps = array("d", series.step)
        return Ground(steps, _gaps(steps, 1.0), _step)
    return Ground(series.now_ms, _gaps(series.now_ms, watch.longest_possible), _seconds)


def curve_of(run: Run, name: str, ground: Ground, called: str = "") -> Curve:
    """The series `name` of `run` on its `ground`."""
    values: array[int] = getattr(run.series, name)
    across, up, done = array("d"), array("q"), 0
    for index, end in ground.gaps:
        across.extend(ground.across[done : index + 1])
        up.extend(values[done : index + 1])
        across.append(end)
        up.append(0)
        done = index + 1
    across.extend(ground.across[done:])
    up.extend(values[done:])
    return Curve(called or name, across, up, holds=True)


def thinned(curve: Curve, parts: int, level: Level) -> Curve:
    """The highest or the mean of each of `parts` of the ground, where there are more points."""
    if len(curve.across) <= parts:
        return curve
    first, wide = curve.across[0], curve.across[-1] - curve.across[0]
    across, up, start = array("d"), array("d"), 0
    for part in range(parts):
        edge = first + wide * (part + 1) / parts
        end = len(curve.across) if part + 1 == parts else bisect_left(curve.across, edge, start)
        if end > start:
            some = curve.up[start:end]
            across.append(curve.across[start])
            up.append(max(some) if level == "peaks" else sum(some) / len(some))
        start = end
    across.append(curve.across[-1])
    up.append(up[-1])
    return Curve(curve.name, across, up, curve.holds)


def run_charts(run: Run, width: int, height: int) -> Iterator[list[Line]]:
    """Slots, blocks and tokens of `run`, each a chart of `width` by `height` cells."""
    ground, memory = ground_of(run), run.scheduler.new_memory()
    total = memory.total_blocks
    for title, names, level in OF_ONE:
        curves = [curve_of(run, name, ground) for name in names]
        is_blocks = names == ("blocks",)
        axes = Axes(across=ground.words, top=total if is_blocks else None)
        if total or not is_blocks:
            told = f"{memory.unit}s of {total:,}" if is_blocks else title
            yield _drawn(told, curves, level, (width, height), axes)


def charts_beside(runs: Mapping[str, Run], width: int, height: int) -> Iterator[list[Line]]:
    """The series in which the first four of `runs` differ, the runs over each other in each."""
    some = dict(list(runs.items())[:MOST_RUNS])
    grounds = {name: ground_of(run) for name, run in some.items()}
    axes = Axes(across=next(iter(grounds.values())).words)
    for title, series, level in OF_SEVERAL:
        values = [getattr(run.series, series) for run in some.values()]
        if any(one != values[0] for one in values[1:]):
            curves = [curve_of(run, series, grounds[name], name) for name, run in some.items()]
            units = dict.fromkeys(f"{unit_of(run)}s" for run in some.values())
            told = " and ".join(units) if series == "blocks" else title
            yield _drawn(told, curves, level, (width, height), axes)


def _drawn(
    title: str, curves: Sequence[Curve], level: Level, size: tuple[int, int], axes: Axes
) -> list[Line]:
    """The chart, whose title says so where it has only the peaks or averages of many steps."""
    parts = size[0] * ACROSS
    thin = [thinned(curve, parts, level) for curve in curves]
    is_thin = any(one is not curve for one, curve in zip(thin, curves, strict=True))
    return chart(f"{title} · {level}" if is_thin else title, thin, *size, axes)


def has_charts(runs: Sequence[Run]) -> bool:
    """Whether there is enough to draw in one of `runs`, and all of them have a clock or none."""
    clocks = {run.cost is None for run in runs}
    return len(clocks) == 1 and any(len(run.series) >= FEWEST for run in runs)


def _gaps(starts: "array[float]", longest: float) -> list[tuple[int, float]]:
    """Where the next start is farther away than the `longest` step is long."""
    lengths = map(sub, starts[1:], starts)
    far = longest + NOISE
    return [(at, starts[at] + longest) for at, length in enumerate(lengths) if length > far]


def _step(step: float) -> str:
    return f"{step:,.0f}"


def _seconds(ms: float) -> str:
    return f"{ms / 1000:,.1f}".removesuffix(".0") + " s"
