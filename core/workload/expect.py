"""Whether a run is what its scenario expects, figure by figure."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from math import isfinite
from typing import TypeAlias, assert_never

from core.metrics import totals
from core.moment import Moment
from core.override import override
from core.results import Result
from core.run import Run
from core.workload.expectations import (
    Expectation,
    Expected,
    Number,
    OfMoment,
    OfRequest,
    OfRun,
)
from core.workload.faults import inert
from core.workload.keys import quoted
from core.workload.scenario import Scenario

Got: TypeAlias = int | float | str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Miss:
    """An expectation that does not hold: the `key` that stands `where` (file:line).

    It says what was `expected` and what the run `got`: None where it has no such figure, and
    `reason` then says why, if there is more to say. `variant` is the one whose run it was, "" for
    the scenario itself.
    """

    where: str
    key: str
    expected: Expected
    got: Got
    reason: str = ""
    variant: str = ""

    @override
    def __str__(self) -> str:
        """The line for people."""
        why = f" ({self.reason})" if self.reason else ""
        place = ": ".join(filter(None, [self.where, inert(self.variant), self.key]))
        return f"{place}: expected {_told(self.expected)}, got {_told(self.got)}{why}"


def check(scenario: Scenario, run: Run) -> tuple[Miss, ...]:
    """What `run`, driven to its end, misses of the expectations of `scenario`, in file order."""
    run.finish()
    results = run.results()
    figures: dict[str, Got] = {**totals(run, results), "status": run.status}
    missed = partial(_missed, run, results, figures)
    found = [(one, miss) for one in scenario.expectations for miss in missed(one)]
    lines = scenario.source.lines_of(one.key for one, _ in found)
    found.sort(key=lambda pair: lines.get(pair[0].key, 0))
    source = scenario.source
    return tuple(
        replace(miss, where=source.where(lines.get(one.key)), variant=source.variant)
        for one, miss in found
    )


def _missed(
    run: Run,
    results: Mapping[str, Result],
    figures: Mapping[str, Got],
    one: Expectation,
) -> Iterator[Miss]:
    reason = ""
    match one.about:
        case OfRequest(rid):
            got = _of_request(results.get(rid), one.name)
        case OfRun():
            got = figures.get(one.name)
        case OfMoment(step, event):
            got, reason = _of_moment(run, step, event, one)
        case _:
            assert_never(one.about)
    if not _agree(one.expected, got):
        yield Miss("", _key_text(one), one.expected, got, reason)


def _of_request(result: Result | None, name: str) -> Got:
    if result is None:
        return None
    whole, _, cause = name.partition(".")
    figure: object = result.get(whole)
    if isinstance(figure, dict):
        figure = figure.get(cause)
    return figure if isinstance(figure, int | float | str) else None


def _of_moment(run: Run, step: int, event: int | None, one: Expectation) -> tuple[Got, str]:
    try:
        moment = run.at(step, event)
    except ValueError as error:
        return None, str(error)
    seen = SEEN[one.name](moment)
    if isinstance(seen, tuple) and not isinstance(one.expected, tuple):
        return len(seen), ""
    return seen, ""


SEEN: Mapping[str, Callable[[Moment], Got]] = {
    "used_blocks": lambda moment: moment.used_blocks,
    "free_blocks": lambda moment: moment.free_blocks,
    "waiting": lambda moment: tuple(row.rid for row in moment.waiting),
    "running": lambda moment: tuple(row.rid for row in moment.running),
}


def _agree(expected: Expected, got: Got) -> bool:
    if isinstance(expected, int | Decimal):
        return isinstance(got, int | float) and rounds_to(expected, got)
    return expected == got


def rounds_to(expected: Number, got: float) -> bool:
    """Whether `got` is `expected` at the decimals written. A tie agrees with both neighbours."""
    if not isfinite(got):
        return False
    written = Decimal(expected)
    exponent = written.as_tuple().exponent
    unit = Decimal(1).scaleb(min(0, exponent) if isinstance(exponent, int) else 0)
    return abs(Decimal(repr(got)) - written) * 2 <= unit


def _key_text(one: Expectation) -> str:
    return ".".join(quoted(part) for part in one.key if isinstance(part, str))


def _told(figure: Expected | Got) -> str:
    if figure is None:
        return "none"
    if isinstance(figure, tuple):
        return f"[{', '.join(quoted(rid) for rid in figure)}]"
    return str(figure)
