"""What is wanted of a sweep beside its points."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.study.grid import Grid
from core.study.slo import Condition, Unit, condition, figure_in, unit_of
from core.study.sweep import Goal, Point, Price
from tui.commands.stopped import Refused
from tui.view.clean import clean

MOST_JOBS = 1024
THROUGHPUT = {"ms": "tokens_per_s", "steps": "tokens_per_step"}
CLOCK = "or give it a clock, --set cost.base_ms=20"
WITHOUT_LIMIT = float("inf")


class Wish(NamedTuple):
    """The options of `driftwood sweep` that say how it is run and told.

    `output` is where the results are kept, None for a file that goes when the sweep is done.
    `cheapest` names knobs, parted by commas.
    """

    output: Path | None
    resume: bool
    force: bool
    jobs: int | None
    dask: str | None
    pareto: str
    slo: Sequence[str]
    cheapest: str | None
    as_csv: bool
    as_json: bool

    def check(self) -> None:
        """Refuse what contradicts itself."""
        if self.resume and self.force:
            raise Refused("--resume goes on and --force begins anew: keep one")
        if str(self.output) == "-":
            raise Refused("-o -: results go to a file; what goes to stdout is --csv or --json")
        if self.as_csv and self.as_json:
            raise Refused("--csv and --json both go to stdout: keep one")
        if self.jobs is not None and self.dask is not None:
            raise Refused("--jobs are processes of this machine, --dask is a cluster: keep one")
        if self.jobs is not None and not 1 <= self.jobs <= MOST_JOBS:
            raise Refused(f"--jobs {self.jobs}: it is 1 to {MOST_JOBS:,} processes")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Those of `slo`. Raises `Refused`."""
        return tuple(map(_condition, self.slo))

    def goal(self, timed: frozenset[bool]) -> Goal:
        """What is wanted of runs that have a clock, or have none. Raises `Refused`."""
        unit: Unit = "ms" if True in timed else "steps"
        typed = f"--pareto {clean(self.pareto)}"
        try:
            latency = figure_in(self.pareto, unit)
        except ValueError as error:
            raise Refused(f"{typed}: {clean(str(error))}") from None
        if latency is None:
            raise Refused(f"{typed}: such a run has no {clean(self.pareto)}: take another, {CLOCK}")
        conditions = self.conditions
        for one in conditions:
            _check_unit(one, timed)
        return Goal(THROUGHPUT[unit], latency, conditions)

    def cheap_knobs(self, grid: Grid) -> tuple[str, ...]:
        """The knobs of `grid` that `cheapest` names. Raises `Refused` for others."""
        known = dict.fromkeys(axis.name for axis in grid.axes)
        names = [] if self.cheapest is None else self.cheapest.split(",")
        for name in map(str.strip, names):
            if name not in known:
                said = f"--cheapest {clean(name)}: it is not swept; swept are {', '.join(known)}"
                raise Refused(clean(said))
        return tuple(map(str.strip, names))


def _condition(text: str) -> Condition:
    try:
        return condition(text)
    except ValueError as error:
        raise Refused(f"--slo {clean(text)}: {clean(str(error))}") from None


def _check_unit(one: Condition, timed: frozenset[bool]) -> None:
    unit = unit_of(one.figure)
    if unit == "ms" and True not in timed:
        raise Refused(f"--slo {clean(one.text)}: these runs count steps: say steps, {CLOCK}")
    if unit == "steps" and False not in timed:
        raise Refused(f"--slo {clean(one.text)}: these runs have a clock: say ms or s")


def repriced(points: Sequence[Point], grid: Grid, knobs: Sequence[str]) -> list[Point]:
    """`points` whose price is first of all what they have of `knobs`, from the first on."""
    values = {axis.name: axis.values for axis in grid.axes}
    prices = {knob: _prices(values[knob]) for knob in knobs}
    return [
        point._replace(price=(*_price(grid.point(point.number), prices), *point.price))
        for point in points
    ]


def _price(found: dict[str, str], prices: dict[str, dict[str, float]]) -> Price:
    return tuple(prices[knob][found[knob]] for knob in prices)


def _prices(values: Sequence[str]) -> dict[str, float]:
    """Numbers cost what they are, words beside them more; words alone as they are listed."""
    numbers = {value: number for value in values if (number := _number(value)) is not None}
    if not numbers:
        return {value: float(at) for at, value in enumerate(values)}
    return {value: numbers.get(value, WITHOUT_LIMIT) for value in values}


def _number(value: str) -> float | None:
    try:
        return float(value.replace("_", ""))
    except ValueError:
        return None
