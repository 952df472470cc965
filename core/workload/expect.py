"""Whether a run is what its scenario expects, figure by figure."""

from dataclasses import dataclass, replace
from decimal import Decimal
from math import isfinite

from core.override import override
from core.run import Run
from core.workload.expected import Expectation, Expected, Number
from core.workload.faults import inert
from core.workload.figures import Figures, Got
from core.workload.keys import quoted
from core.workload.scenario import Scenario
from core.workload.toml_lines import Key


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
    figures = Figures(run.finish())
    pairs = ((one, _miss(figures, one)) for one in scenario.expectations)
    found = [(one, miss) for one, miss in pairs if miss is not None]
    lines = scenario.source.lines_of(one.key for one, _ in found)
    found.sort(key=lambda pair: lines.get(pair[0].key, 0))
    source = scenario.source
    return tuple(
        replace(miss, where=source.where(lines.get(one.key)), variant=source.variant)
        for one, miss in found
    )


def _miss(figures: Figures, one: Expectation) -> Miss | None:
    got, reason = figures.of(one)
    if agrees(one.expected, got):
        return None
    return Miss("", key_text(one.key), one.expected, got, reason)


def agrees(expected: Expected, got: Got) -> bool:
    """Whether a run that `got` a figure does as `expected`."""
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


def key_text(key: Key) -> str:
    """A place of a file in words: `expect.run.steps`."""
    return ".".join(quoted(part) for part in key if isinstance(part, str))


def _told(figure: Expected | Got) -> str:
    if figure is None:
        return "none"
    if isinstance(figure, tuple):
        return f"[{', '.join(quoted(rid) for rid in figure)}]"
    return str(figure)
