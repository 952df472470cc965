"""Which knob moved what: a figure at each value of a knob, averaged over all other knobs.

Only sets of points that differ in this one knob, and all of which have the figure, are averaged, so
that a point that failed does not favour one of the values.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from core.study.grid import Axis, Grid


class Effect(NamedTuple):
    """What `knob` does to `figure`: its mean at each value of the knob, over `sets` of points."""

    knob: str
    figure: str
    means: Mapping[str, float]
    sets: int

    @property
    def lowest(self) -> str:
        """The value at which the figure is lowest, the first of equal ones."""
        return min(self.means, key=self.means.__getitem__)

    @property
    def highest(self) -> str:
        """The value at which it is highest, the first of equal ones."""
        return max(self.means, key=self.means.__getitem__)

    @property
    def factor(self) -> float:
        """The highest mean over the lowest: 1 if the knob moves nothing, infinite from 0 on."""
        low, high = self.means[self.lowest], self.means[self.highest]
        return high / low if low else float("inf") if high else 1.0


def effects(
    grid: Grid, figures: Mapping[int, Mapping[str, float]], names: Sequence[str]
) -> Iterator[Effect]:
    """What each knob with several values does to the figures called `names`.

    `figures` are those of the points that have any. What no set has in full is left out.
    """
    for axis in grid.axes:
        if len(axis.values) > 1:
            for name in names:
                effect = _effect(grid, axis, figures, name)
                if effect.sets:
                    yield effect


def _effect(
    grid: Grid, axis: Axis, figures: Mapping[int, Mapping[str, float]], name: str
) -> Effect:
    places = zip(*(grid.numbers_at(axis.name, value) for value in axis.values), strict=True)
    whole = [found for numbers in places if (found := _found(figures, numbers, name))]
    means = {
        value: fsum(column) / len(whole)
        for value, column in zip(axis.values, zip(*whole, strict=True), strict=False)
    }
    return Effect(axis.name, name, means, len(whole))


def _found(
    figures: Mapping[int, Mapping[str, float]], numbers: Sequence[int], name: str
) -> list[float] | None:
    """The figure of each of these points; None if one of them has none."""
    found = [figures[number][name] for number in numbers if name in figures.get(number, {})]
    return found if len(found) == len(numbers) else None
