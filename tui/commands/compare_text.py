"""Runs side by side, for people."""

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from textwrap import wrap

from core import Run
from core.events import Ran
from core.explain import counted, reason
from core.findings import Jump
from core.metrics import Totals
from core.naming import portion, visible
from core.study import Comparison, Divergence, Pair, Side
from core.study.compare import Change, Unit
from tui.commands.coloured import chart_width, printable
from tui.commands.comparing import Subject
from tui.commands.figures import number
from tui.commands.opening import opening
from tui.commands.scheduler_words import scheduler_line
from tui.commands.table import table
from tui.view.clean import clean
from tui.view.curves import MOST_RUNS, charts_beside, has_charts
from tui.view.memory import unit_of

FEW = 30
"""Requests that are all shown; of more the ones that gain and pay most are."""
WORST = 10
MOST_GROUPS = 8
"""Tenants and priorities whose figures are told."""
WIDTH = 100
CHART_LINES = 10
FINE = 3
"""Decimals of a figure."""


def compare_text(subjects: Mapping[str, Subject], comparison: Comparison) -> Iterator[str]:
    """The runs, their figures side by side, then each held against the first."""
    first = next(iter(subjects.values())).scenario
    yield clean(first.whole_title)
    rows = [(name, scheduler_line(one.scenario)) for name, one in subjects.items()]
    yield from (f"  {line}" for line in table(("", ""), rows)[1:])
    yield ""
    yield from _figures(comparison)
    yield from _charts(comparison.runs)
    for pair in comparison.pairs():
        yield ""
        yield from _pair(subjects, comparison, pair)


def _charts(runs: Mapping[str, Run]) -> Iterator[str]:
    """The series that differ, the runs over each other, where there is enough to draw."""
    if not has_charts(list(runs.values())):
        return
    for lines in charts_beside(runs, chart_width(), CHART_LINES):
        yield from ("", *printable(lines))
    if len(runs) > MOST_RUNS:
        yield f"(charts show the first {MOST_RUNS} of {len(runs):,} runs)"


def _figures(comparison: Comparison) -> Iterator[str]:
    """Those that differ in columns, and in a paragraph those that are the same in all.

    Then those of each tenant and priority that differ, where there are several.
    """
    runs = comparison.runs
    rows: dict[str, list[str]] = {"status": [run.status for run in runs.values()]}
    rows |= _rows([comparison.totals[name] for name in runs])
    same = {figure: row[0] for figure, row in rows.items() if len(set(row)) == 1}
    yield from _columns(runs, rows)
    words = ", ".join(f"{figure} {one}" for figure, one in same.items())
    yield from wrap(f"the same: {words}", WIDTH, subsequent_indent="  ") if same else ()
    for title, every in list(comparison.groups.items())[:MOST_GROUPS]:
        columns = list(_columns(runs, _rows([every.get(name, {}) for name in runs])))
        yield from ("", clean(title), *columns) if columns else ()


def _rows(totals: Sequence[Totals]) -> dict[str, list[str]]:
    """Each figure that any of the runs has, with its value in every run."""
    names = dict.fromkeys(figure for each in totals for figure in each)
    return {figure: [_figure(each.get(figure)) for each in totals] for figure in names}


def _columns(runs: Mapping[str, Run], rows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The rows whose values differ, under the names of the runs."""
    differing = [(figure, *row) for figure, row in rows.items() if len(set(row)) > 1]
    if differing:
        yield from table(("", *runs), differing, range(1, len(runs) + 1))


def _figure(figure: float | None) -> str:
    if figure is None:
        return "–"
    whole = isinstance(figure, int)
    return f"{figure:,}" if whole else portion(figure, FINE).rstrip("0").rstrip(".")


def _pair(subjects: Mapping[str, Subject], comparison: Comparison, pair: Pair) -> Iterator[str]:
    names = (comparison.first, pair.name)
    yield clean(f"{names[0]} against {names[1]}")
    if pair.divergence is None:
        yield "  the same in every step"
    else:
        yield from _parted(subjects, comparison, names, pair.divergence)
    yield from (f"  {line}".rstrip() for line in _changes(comparison, pair))


def _parted(
    subjects: Mapping[str, Subject],
    comparison: Comparison,
    names: tuple[str, str],
    found: Divergence,
) -> Iterator[str]:
    """The first step in which they differ, what each does there, and what opens it."""
    yield f"  they part in step {found.step:,}"
    sides = list(zip(names, found.sides, strict=True))
    rows = [(f"  {name}", *_side(comparison.runs[name], side, found.step)) for name, side in sides]
    yield from (f"  {line}" for line in table(("", "", "", "", ""), rows)[1:])
    first = found.sides[0]
    if first.executed:
        both = opening(subjects[names[0]].asked, Jump(found.step, first.number))
        yield f"  {both} --against {quote(clean(names[1]))}"


def _side(run: Run, side: Side, step: int) -> tuple[str, str, str, str]:
    """The number of the event, its kind, the request, and why; or that there is none."""
    if side.event is not None:
        rid = "" if isinstance(side.event, Ran) else visible(side.event.rid)
        return f"event {side.number}", side.event.kind, rid, reason(side.event, unit_of(run))
    if side.executed:
        return "", "", "", f"nothing more after event {side.number}"
    over = f"the run ended with step {run.last_step:,}: {run.status}"
    return "", "", "", over if step > run.last_step else "nobody is there"


def _changes(comparison: Comparison, pair: Pair) -> Iterator[str]:
    """Who finishes later and earlier, and by how much."""
    every = sum(one.before is not None and one.after is not None for one in pair.changes)
    later, earlier = pair.later, pair.earlier
    if alone := len(pair.changes) - every:
        yield f"{counted(alone, 'request')} in one of the runs only, which is not compared"
    if not later and not earlier:
        yield f"all {counted(every, 'request')} finish at the same time"
        return
    yield _sum("finish later", later, every, comparison.unit)
    yield _sum("finish earlier", earlier, every, comparison.unit)
    most = FEW if len(later) + len(earlier) <= FEW else WORST
    shown = (*later[:most], *earlier[:most][::-1])
    heads = ("", comparison.first, pair.name, "finish", "TTFT", "preempted")
    yield ""
    yield f"finish in {comparison.unit}, and how much later or more often (+) in {clean(pair.name)}"
    rows = [_change(one) for one in shown]
    yield from table(heads, rows, range(1, len(heads)))
    if more := len(later) + len(earlier) - len(shown):
        yield f"… and {more:,} more between them; --json has all"


def _sum(words: str, found: Sequence[Change], every: int, unit: Unit) -> str:
    """`finish later: 2 of 3 requests, by 3 steps in all, 2 at most`."""
    by = [abs(one.finish) for one in found if one.finish is not None]
    other = len(found) - len(by)
    told = f"{words}: {len(found):,} of {every:,}"
    if by:
        told += f", by {_time(sum(by), unit)} in all, {_time(max(by), unit)} at most"
    return f"{told}, {other:,} in one of the runs only" if other else told


def _time(figure: float, unit: Unit) -> str:
    return f"{number(figure)} ms" if unit == "ms" else counted(int(figure), "step")


def _change(one: Change) -> tuple[str, ...]:
    finishes = (None if fate is None else fate.finish for fate in one[1:])
    by = (_by(figure) for figure in (one.finish, one.ttft, one.preemptions))
    return (visible(one.rid), *map(_figure, finishes), *by)


def _by(figure: float | None) -> str:
    if figure is None:
        return "–"
    return f"{'+' if figure > 0 else '-' if figure < 0 else ''}{_figure(abs(figure))}"
