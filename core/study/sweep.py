"""A sweep: the points of a grid as runs, which of them are best, and the cheapest that will do.

A *point* is a run with a value for each knob of the grid. Points are compared where they have the
same workload; a *configuration* is everything of a point but its workload (the knobs `workload.…`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from core.metrics import Totals
from core.study.grid import Grid
from core.study.pareto import Spot, frontier
from core.study.slo import Condition

REFUSED = "refused"
"""The status of a point whose knobs do not go together: it has no run."""
FINISHED = "finished"
WORKLOAD = "workload."

Price: TypeAlias = tuple[float, ...]
"""What a configuration costs: compared from the first number on, the lower the cheaper."""


class Outcome(NamedTuple):
    """How the run of a point ended, the reason in a sentence, and its figures."""

    status: str
    reason: str
    figures: Totals


class Point(NamedTuple):
    """A point that can be run: its number in the grid, its `workload`'s, and its `price`."""

    number: int
    workload: int
    price: Price


class Goal(NamedTuple):
    """What is wanted of a run: high `throughput`, low `latency`, and the `conditions` it must meet.

    Both are names of figures.
    """

    throughput: str
    latency: str
    conditions: tuple[Condition, ...] = ()


class Configuration(NamedTuple):
    """The `knobs` of some points (by number) that differ in their workloads alone."""

    knobs: Mapping[str, str]
    points: tuple[int, ...]
    price: Price


class Sweep:
    """`points` of a `grid`, and as far as they were run their `outcomes`, by number."""

    def __init__(
        self, grid: Grid, points: Sequence[Point], outcomes: Mapping[int, Outcome], goal: Goal
    ) -> None:
        """Look at nothing yet."""
        self.grid = grid
        self.points = {point.number: point for point in points}
        self.outcomes = outcomes
        self.goal = goal

    @cached_property
    def figures(self) -> Mapping[int, Totals]:
        """The figures of the points whose runs finished."""
        every = self.outcomes.items()
        return {number: one.figures for number, one in every if one.status == FINISHED}

    @cached_property
    def front(self) -> frozenset[int]:
        """The points that no other point with the same workload beats.

        Where one serves more requests of the workload than another, that other one is not on it.
        """
        groups: dict[int, list[int]] = {}
        for number in self.figures:
            groups.setdefault(self.points[number].workload, []).append(number)
        return frozenset(number for group in groups.values() for number in self._front(group))

    def _front(self, numbers: Sequence[int]) -> set[int]:
        fewest = min(self.figures[number]["rejected"] for number in numbers)
        serving = [n for n in numbers if self.figures[n]["rejected"] == fewest]
        return frontier(spot for n in serving for spot in self._spot(n))

    def _spot(self, number: int) -> Iterator[tuple[int, Spot]]:
        figures, goal = self.figures[number], self.goal
        if goal.throughput in figures and goal.latency in figures:
            yield number, Spot(figures[goal.throughput], figures[goal.latency])

    def missed(self, number: int) -> tuple[str, ...] | None:
        """Which conditions a point misses; None as long as it has no outcome.

        Without a word about rejected requests none may be, and every run has to finish.
        """
        outcome = self.outcomes.get(number)
        if outcome is None:
            return None
        if outcome.status != FINISHED:
            return (outcome.status,)
        conditions = self.goal.conditions
        missed = [one.text for one in conditions if not one.met(outcome.figures)]
        told = any(one.figure == "rejected" for one in conditions)
        if outcome.figures["rejected"] and not told:
            missed.append(f"rejects {outcome.figures['rejected']:,}")
        return tuple(missed)

    @cached_property
    def configurations(self) -> tuple[Configuration, ...]:
        """Those of which a point can be run, the cheapest first; equal ones as in the grid."""
        found: dict[tuple[tuple[str, str], ...], list[int]] = {}
        for number in range(self.grid.size):
            knobs = self.grid.point(number).items()
            key = tuple((name, value) for name, value in knobs if not name.startswith(WORKLOAD))
            found.setdefault(key, []).append(number)
        every = (self._configuration(dict(key), numbers) for key, numbers in found.items())
        return tuple(sorted((one for one in every if one is not None), key=lambda one: one.price))

    def _configuration(
        self, knobs: Mapping[str, str], numbers: Sequence[int]
    ) -> Configuration | None:
        prices = [self.points[number].price for number in numbers if number in self.points]
        return Configuration(knobs, tuple(numbers), max(prices)) if prices else None

    @cached_property
    def cheapest(self) -> Configuration | None:
        """The cheapest configuration that meets every condition on each of its workloads."""
        every = self.configurations
        return next((one for one in every if all(self.missed(n) == () for n in one.points)), None)

    def cheapest_on(self, workload: int) -> int | None:
        """The cheapest point with that workload that meets every condition."""
        every = (point for point in self.points.values() if point.workload == workload)
        fitting = [point for point in every if self.missed(point.number) == ()]
        return min(fitting, key=lambda point: point.price).number if fitting else None

    @cached_property
    def nearest(self) -> int | None:
        """The point that misses its conditions by least, if all of them finished are missed."""
        served = [n for n, found in self.figures.items() if not found["rejected"]]
        return min(served, key=self._excess, default=None)

    def _excess(self, number: int) -> float:
        found = self.figures[number]
        return max(
            (one.excess(found) for one in self.goal.conditions if not one.met(found)), default=1.0
        )
