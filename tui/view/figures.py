"""The page of figures: of the run, its tenants and priorities, with the definition of each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.metrics import Totals, definition_of, of_priorities, of_tenants, totals
from core.naming import portion
from core.run import Run
from tui.view.clean import cells, clean
from tui.view.lines import Line, Span, left, right, wrapped

NAME = 24
NUMBER = 11
ROOMY = 70
"""Cells from which the definitions stand beside the figures."""
MOST_GROUPS = 20
NOBODY = "(none)"


class Figures(NamedTuple):
    """What a run came to: as a whole, and for its groups by what they are called."""

    whole: Totals
    groups: Mapping[str, Totals]


def figures_of(run: Run) -> Figures:
    """Those of `run` as far as it has got."""
    results, groups = run.results(), dict[str, Totals]()
    if any(request.tenant for request in run.requests):
        for tenant, figures in of_tenants(run, results).items():
            groups[f"Tenant {clean(tenant or NOBODY)}"] = figures
    if len({request.priority for request in run.requests}) > 1:
        for priority, figures in of_priorities(run, results).items():
            groups[f"Priority {priority:,}"] = figures
    return Figures(totals(run, results), groups)


def figures_lines(runs: Sequence[Figures], names: Sequence[str], width: int) -> list[Line]:
    """The page in lines of at most `width` cells: a column for each of `runs`, of these `names`."""
    lines: list[Line] = [_heads(names)] if names else []
    lines += _section([run.whole for run in runs], width, defined=True)
    groups = list(dict.fromkeys(name for run in runs for name in run.groups))
    for name in groups[:MOST_GROUPS]:
        lines += [(), (Span(name, "brand"),)]
        lines += _section([run.groups.get(name, {}) for run in runs], width, defined=False)
    if len(groups) > MOST_GROUPS:
        more = f"… and {len(groups) - MOST_GROUPS:,} more: driftwood run --json has them"
        lines += [(), (Span(more, "label"),)]
    return lines


def _heads(names: Sequence[str]) -> Line:
    columns = "".join(f" {right(clean(name), NUMBER)}" for name in names)
    return (Span(" " * NAME), Span(columns, "head"))


def _section(runs: Sequence[Totals], width: int, *, defined: bool) -> Iterator[Line]:
    """A line for each figure that one of them has, and more where its definition needs them.

    Of a group those that are 0 are left out.
    """
    room = width - NAME - len(runs) * (NUMBER + 1) - 2
    for name in dict.fromkeys(name for run in runs for name in run):
        if not defined and not any(run.get(name) for run in runs):
            continue
        numbers = "".join(f" {right(_number(run.get(name)), NUMBER)}" for run in runs)
        row = (Span(left(name, NAME), "name"), Span(numbers, "value"))
        told = (definition_of(name) or "") if defined and width >= ROOMY else ""
        for at, text in enumerate(wrapped(told, max(8, room)) or [""]):
            start = row if at == 0 else (Span(" " * (NAME + cells(numbers))),)
            yield (*start, Span(f"  {text}", "label"))


def _number(figure: float | None) -> str:
    if figure is None:
        return "–"
    return f"{figure:,}" if isinstance(figure, int) else portion(figure, 3).rstrip("0").rstrip(".")
