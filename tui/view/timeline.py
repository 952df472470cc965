"""The pane of the whole run: curves of blocks, queue and running requests, marks, and the moment.

A curve has the highest value of each column, so that no peak is lost however long the run; where
there is room, as when the pane is alone on the screen, it is several lines tall. A full bar is the
same in all of the run, also where only a part of it shows.
"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from tui.view.box import MARGIN, Pane
from tui.view.clean import cells
from tui.view.lines import Line, Row, Span, merged
from tui.view.memory import places
from tui.view.peaks import Peaks, Spread, near, spread
from tui.view.scene import Scene

LABEL = 9
PEAK = 13
BARS = " ▁▂▃▄▅▆▇█"
FULL = len(BARS) - 1


class Curve(NamedTuple):
    """A curve: its name and peaks, what a full bar is (0 for its own maximum), and its style."""

    name: str
    peaks: Peaks
    full: int
    style: str


def timeline_pane(scene: Scene, width: int, height: int) -> Pane:
    """Where the moment lies in its run."""
    over = _spread(scene, width)
    lines = height - 2
    here = _here(scene, over)
    curves = _curves(scene)[: max(0, lines - 1)]
    tall = max(1, (lines - 1) // max(1, len(curves)))
    rows = [Row(line) for curve in curves for line in _curve(curve, over, here, tall)]
    rows.append(Row(_marks(scene, over, here)))
    return Pane("Timeline", rows[:lines], _range(scene, over), _bottom(scene, width, here))


def steps_shown(scene: Scene) -> tuple[int, int]:
    """The index of the first executed step that is shown, and how many are."""
    total = len(scene.run.series)
    index = max(0, scene.run.series.index_at(scene.moment.step))
    return near(total, index, scene.attention.closeness)


def _range(scene: Scene, over: Spread) -> str:
    """From which step to which, and of how many where some do not show."""
    series = scene.run.series
    if not over.steps:
        return ""
    words = f"{series.step[over.start]:,} – {series.step[over.start + over.steps - 1]:,}"
    return words if over.steps == len(series) else f"{words} of {scene.run.last_step:,}"


def step_at(scene: Scene, width: int, x: int) -> int | None:
    """The step drawn `x` cells from the left of the pane, its frame included; the nearest one."""
    over = _spread(scene, width)
    if not over.steps:
        return None
    column = max(0, min(over.used - 1, x - 2 - LABEL))
    return scene.run.series.step[over.first_of(column)]


def _spread(scene: Scene, width: int) -> Spread:
    first, steps = steps_shown(scene)
    return spread(steps, max(1, width - MARGIN - LABEL - PEAK), first)


def _here(scene: Scene, over: Spread) -> int:
    """The column of the moment; -1 before the first step."""
    index = scene.run.series.index_at(scene.moment.step)
    return over.column_of(index) if over.shows(index) else -1


def _curves(scene: Scene) -> list[Curve]:
    """The curves there are, the most telling first."""
    film, total = scene.film, scene.moment.total_blocks
    blocks = Curve(places(scene.moment.unit), film.blocks, total, "curve0")
    waiting = Curve("waiting", film.waiting, 0, "curve1")
    running = Curve("running", film.running, 0, "curve2")
    tokens = Curve("tokens", film.tokens, 0, "curve3")
    return [blocks, waiting, running, tokens] if total else [running, waiting, tokens]


def _curve(curve: Curve, over: Spread, here: int, tall: int) -> Iterator[Line]:
    """The curve in `tall` lines, its name and its maximum beside the last one."""
    heights = curve.peaks.columns(over)
    most = max(heights, default=0)
    full = max(1, curve.full or curve.peaks.highest())
    eighths = [-(-FULL * tall * height // full) for height in heights]
    for line in reversed(range(tall)):
        bars = "".join([BARS[max(0, min(FULL, each - line * FULL))] for each in eighths])
        name, peak = (curve.name, f"  max {most:,}") if line == 0 else ("", "")
        at, after = (here, here + 1) if here >= 0 else (len(bars), len(bars))
        parts = (bars[:at], curve.style), (bars[at:after], "here"), (bars[after:], curve.style)
        spans = (Span(text, style) for text, style in parts)
        yield (Span(f"{name:<{LABEL}}", "label"), *merged(spans), Span(peak, "label"))


def _marks(scene: Scene, over: Spread, here: int) -> Line:
    """What happened and what somebody set, column by column, and the moment."""
    columns = list(_columns(scene, over))
    spans = [
        Span(t, f"{style} here" if at == here else style) for at, (t, style) in enumerate(columns)
    ]
    return (Span(f"{'marks':<{LABEL}}", "label"), *merged(spans))


def _columns(scene: Scene, over: Spread) -> Iterator[Span]:
    """A mark for each column: the gravest of what its steps have."""
    series, known = scene.run.series, scene.known
    letters = {series.index_at(step): letter for letter, step in known.marks.items()}
    parted = scene.known.parted_at
    found = sorted(series.index_at(each.jump.step) for each in known.findings)
    for column in range(over.used):
        first, end = over.first_of(column), over.end_of(column)
        if column and over.first_of(column - 1) == first:
            yield Span(" ", "mark")
            continue
        letter = next((letters[at] for at in letters if first <= at < end), "")
        if letter:
            yield Span(letter, "accent")
        elif parted is not None and series.step[first] <= parted <= series.step[end - 1]:
            yield Span("≠", "warn")
        elif _is_hit(scene, series.step[first], series.step[end - 1]):
            yield Span("◆", "accent")
        elif bisect_left(found, first) < bisect_left(found, end):
            yield Span("▾", "warn")
        else:
            yield Span(_mark(scene, first, end), "mark")


def _is_hit(scene: Scene, first: int, last: int) -> bool:
    """Whether the search or a breakpoint has a hit in these steps."""
    trails = [each.trail for each in scene.known.breaks]
    trails += [scene.known.hunt.trail] if scene.known.hunt else []
    return any(trail.has_between(first, last) for trail in trails)


def _mark(scene: Scene, first: int, end: int) -> str:
    """Preemptions, rejections, and the gaps that were jumped."""
    series, before = scene.run.series, first - 1
    for counts, mark in ((series.preemptions, "✗"), (series.rejections, "!")):
        if counts[end - 1] > (counts[before] if before >= 0 else 0):
            return mark
    gap = series.step[end - 1] - (series.step[before] if before >= 0 else series.step[0] - 1)
    return "┆" if gap > end - first else " "


def _bottom(scene: Scene, width: int, here: int) -> Line:
    """The lower edge, with ▴ and the step under the moment."""
    room, at, label = width - MARGIN, LABEL + here, f" {scene.moment.step:,} "
    if here < 0 or at + 1 >= room:
        return ()
    behind = at + 1 + cells(label) <= room
    before = Span("─" * (at if behind else max(0, at - cells(label))), "border")
    here_, there = Span("▴", "accent"), Span(label, "accent")
    text = (before, here_, there) if behind else (before, there, here_)
    used = sum(cells(span.text) for span in text)
    return (*text, Span("─" * (room - used), "border"))
