"""What a sweep came to, for people: the points, which knob moved what, and the cheapest."""

from collections import Counter
from collections.abc import Iterator, Mapping
from shlex import quote

from core.explain import counted
from core.study.effects import Effect, effects
from core.study.sweep import FINISHED, Sweep
from tui.commands.opening import options_of
from tui.commands.table import table
from tui.sweeping.figures import label, told, told_figures
from tui.sweeping.wanted import Wanted
from tui.sweeping.wish import Wish
from tui.view.clean import clean
from tui.view.lines import wrapped

FEW = 40
"""Points that are all shown; of more those on the front are."""
MOST_REASONS = 5
LEAST = 1.01
"""The factor from which on a knob is said to move a figure."""
WIDTH = 100
FRONT = "◆"
NOT_RUN = "not run"


def report(every: Wanted, sweep: Sweep, title: str, wish: Wish) -> Iterator[str]:
    """The grid, its points in columns, what failed, what moved what, and the SLO."""
    yield clean(title)
    yield from (f"  {line}" for line in _grid(sweep))
    yield ""
    yield from _points(sweep)
    yield from _failures(sweep)
    yield from _effects(sweep)
    if sweep.goal.conditions:
        yield ""
        yield from _verdict(every, sweep, wish)


def _grid(sweep: Sweep) -> Iterator[str]:
    axes = sweep.grid.axes
    many = [f"{axis.name} {', '.join(axis.values)}" for axis in axes if len(axis.values) > 1]
    same = [f"{axis.name} {axis.values[0]}" for axis in axes if len(axis.values) == 1]
    text = " × ".join(map(clean, many))
    yield from wrapped(f"{counted(sweep.grid.size, 'point')}{': ' if many else ''}{text}", WIDTH)
    if same:
        yield from wrapped(f"with {', '.join(map(clean, same))}", WIDTH)
    yield ", ".join(f"{count:,} {status}" for status, count in _statuses(sweep).items())


def _statuses(sweep: Sweep) -> Mapping[str, int]:
    found = Counter(clean(one.status) for one in sweep.outcomes.values())
    left = sweep.grid.size - len(sweep.outcomes)
    counts = {status: found[status] for status in sorted(found)}
    return counts | ({NOT_RUN: left} if left else {})


def _points(sweep: Sweep) -> Iterator[str]:
    names, figures = varying(sweep), told_figures(sweep)
    statuses = set(_statuses(sweep)) != {FINISHED}
    last = [*(["status"] if statuses else []), *(["SLO"] if sweep.goal.conditions else [])]
    heads = ["", *names, *map(label, figures), *last]
    shown = range(sweep.grid.size) if sweep.grid.size <= FEW else _best(sweep)
    rows = [_row(sweep, number, names, figures, statuses=statuses) for number in shown]
    if rows:
        first = len(names) + 1
        yield from table(heads, rows, range(first, first + len(figures)))
    if more := sweep.grid.size - len(rows):
        yield f"… and {more:,} more; --csv and --json have all"
    if sweep.front:
        rate, latency = label(sweep.goal.throughput), label(sweep.goal.latency)
        yield f"{FRONT} on the Pareto front of {rate} and {latency}, among those of one workload"


def varying(sweep: Sweep) -> list[str]:
    """The knobs that tell points apart."""
    return [axis.name for axis in sweep.grid.axes if len(axis.values) > 1]


def _best(sweep: Sweep) -> list[int]:
    """Points on the front, the highest throughput first, and the cheapest that will do."""
    throughput = sweep.goal.throughput
    front = sorted(sweep.front, key=lambda n: -sweep.figures[n][throughput])[:FEW]
    chosen = sweep.cheapest.points if sweep.goal.conditions and sweep.cheapest else ()
    return [*front, *(number for number in chosen[:FEW] if number not in front)]


def _row(
    sweep: Sweep, number: int, names: list[str], figures: list[str], *, statuses: bool
) -> list[str]:
    knobs, outcome = sweep.grid.point(number), sweep.outcomes.get(number)
    found = {} if outcome is None else outcome.figures
    row = [FRONT if number in sweep.front else "", *(knobs[name] for name in names)]
    row += [told(found.get(figure)) for figure in figures]
    row += [NOT_RUN if outcome is None else outcome.status] if statuses else []
    return [*row, _missed(sweep, number)] if sweep.goal.conditions else row


def _missed(sweep: Sweep, number: int) -> str:
    missed = sweep.missed(number)
    return "" if missed is None else "misses " + ", ".join(missed) if missed else "met"


def _failures(sweep: Sweep) -> Iterator[str]:
    """Why points have no finished run: each reason once, with how many they are."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, one in sorted(sweep.outcomes.items()):
        if one.status != FINISHED:
            found.setdefault((one.status, one.reason), []).append(number)
    for (status, reason), numbers in list(found.items())[:MOST_REASONS]:
        more = f", and {len(numbers) - 1:,} more" if len(numbers) > 1 else ""
        knobs = sweep.grid.point(numbers[0])
        where = " ".join(f"{name}={knobs[name]}" for name in varying(sweep))
        yield ""
        yield clean(f"{status}: {where}{more}")
        yield f"  {clean(reason)}"
    if len(found) > MOST_REASONS:
        yield f"… and {len(found) - MOST_REASONS:,} other reasons"


def _effects(sweep: Sweep) -> Iterator[str]:
    """A line for each figure that a knob moves."""
    every = list(effects(sweep.grid, sweep.figures, told_figures(sweep)))
    if not every:
        return
    rows = []
    for knob in varying(sweep):
        moved = [one for one in every if one.knob == knob and one.factor >= LEAST]
        known = any(one.knob == knob for one in every)
        rows += [_effect(one) for one in sorted(moved, key=lambda one: -one.factor)]
        if not moved:
            nothing = "nothing" if known else "unknown: points have not finished"
            rows.append([knob, nothing, "", "", "", "", ""])
    heads = ["knob", "moves", "from", "at", "to", "at", "times"]
    yield from ("", "What each knob moved, on average over the others")
    yield from (f"  {line}" for line in table(heads, rows, {2, 4, 6}))


def _effect(one: Effect) -> list[str]:
    low, high = one.lowest, one.highest
    factor = f"{one.factor:,.2f}" if one.factor != float("inf") else "–"
    means = (told(one.means[low]), low, told(one.means[high]), high)
    return [one.knob, label(one.figure), *means, factor]


def _verdict(every: Wanted, sweep: Sweep, wish: Wish) -> Iterator[str]:
    """Who meets the conditions, the cheapest of them, or who comes nearest."""
    words = " and ".join(clean(one.text) for one in sweep.goal.conditions)
    met = sum(sweep.missed(number) == () for number in sweep.points)
    yield f"SLO {words}: {met:,} of {counted(sweep.grid.size, 'point')} meet it"
    by = (
        f"the least {clean(wish.cheapest)}" if wish.cheapest else "least memory, then slots, budget"
    )
    cheapest = sweep.cheapest
    if cheapest is not None:
        yield f"cheapest ({by}): {_knobs(sweep, cheapest.knobs)}"
        yield f"  {_command(every, cheapest.points[0])}"
        return
    yield "no configuration meets it" + (" on every workload" if met else "")
    yield from _by_workload(sweep) if met else _nearest(every, sweep)


def _knobs(sweep: Sweep, knobs: Mapping[str, str]) -> str:
    some = [name for name in varying(sweep) if name in knobs] or list(knobs)
    return clean(" ".join(f"{name}={knobs[name]}" for name in some))


def _by_workload(sweep: Sweep) -> Iterator[str]:
    for workload in sorted({point.workload for point in sweep.points.values()}):
        number = sweep.cheapest_on(workload)
        if number is not None:
            yield f"  cheapest of one workload: {_knobs(sweep, sweep.grid.point(number))}"


def _nearest(every: Wanted, sweep: Sweep) -> Iterator[str]:
    number = sweep.nearest
    if number is not None:
        found = sweep.figures[number]
        missed = [one for one in sweep.goal.conditions if not one.met(found)]
        figures = ", ".join(f"{label(one.figure)} {told(found.get(one.figure))}" for one in missed)
        yield f"nearest: {_knobs(sweep, sweep.grid.point(number))}, with {figures}"
        yield f"  {_command(every, number)}"


def _command(every: Wanted, number: int) -> str:
    """The command that runs a point."""
    asked = every.at(number)
    return clean(" ".join(map(quote, ["driftwood", "run", asked.file, *options_of(asked)])))
