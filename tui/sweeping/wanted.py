"""What is swept: the words of the command line as a grid, and what each of its points asks for.

A list is one of alternatives: `--set num_blocks=1000,2000`, `--victim largest_cache,my.py:mine`.
A value that has a comma itself stands in quotes: `--admission '"first_chunk,watermark",static'`.
Each point is then asked for with the very options that `driftwood run` would have, so it is read
and checked as by that, and its run is the same.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.study.grid import Axis, Grid, alternatives, unquoted
from core.study.sweep import WORKLOAD
from tui.commands.asked import Asked
from tui.commands.own_code import is_code
from tui.commands.stopped import Refused
from tui.view.clean import clean

OPTIONS = ("variant", "scheduler", "victim", "admission", "queue", "prefill", "on_preempt")
"""Options that may be lists; the others are the same for all points."""
SPEED = f"{WORKLOAD}speed"
"""The knob that the option `--speed` sets."""
MOST_POINTS = 100_000
NOTHING = "say what is tried, such as --set num_blocks=1000,2000,4000 or --victim a,b"


class Wanted(NamedTuple):
    """A `grid` of what is `asked` for, as it was typed, lists and all."""

    asked: Asked
    grid: Grid

    def at(self, number: int) -> Asked:
        """What the point with this number asks for."""
        return self._asked(self.grid.point(number))

    def alone(self, name: str, value: str) -> Asked:
        """What is asked for with this one knob, the others as they are in the file."""
        return self._asked({name: value})

    def _asked(self, knobs: Mapping[str, str]) -> Asked:
        options: dict[str, Any] = dict.fromkeys(OPTIONS)  # fields of `Asked`: all `str | None`
        options |= {name: unquoted(value) for name, value in knobs.items() if name in OPTIONS}
        settings = [f"{name}={value}" for name, value in knobs.items() if name not in OPTIONS]
        return self.asked._replace(settings=settings, speed=None, **options)

    def by_source(self) -> list[list[int]]:
        """The points in groups that have one source: the same variant of the same workload."""
        groups: dict[tuple[str, ...], list[int]] = {}
        for number in range(self.grid.size):
            knobs = self.grid.point(number).items()
            source = tuple(value for name, value in knobs if is_of_source(name))
            groups.setdefault(source, []).append(number)
        return list(groups.values())

    def code_files(self) -> list[str]:
        """The files of one's own policies and schedulers that it names."""
        values = (value for axis in self.grid.axes for value in map(unquoted, axis.values))
        return sorted({value.rpartition(":")[0] for value in values if is_code(value)})


def is_of_source(name: str) -> bool:
    """Whether a knob says where the requests come from."""
    return name == "variant" or name.startswith(WORKLOAD)


def wanted(asked: Asked) -> Wanted:
    """The grid that `asked` writes. Raises `Refused` for a list that is none, or too many."""
    settings = asked.settings_by_name()
    if asked.speed is not None:
        settings[SPEED] = asked.speed
    options = {name: getattr(asked, name) for name in OPTIONS}
    axes: dict[str, Axis] = {}
    for name, text in options.items():
        if text is not None:
            axes[name] = _axis(_option(name), name, text)
    for name, text in settings.items():
        axis = _axis(f"--set {name}=", name, text)
        if axes.setdefault(name, axis) != axis:
            raise Refused(f"{_option(name)}and --set {clean(name)} contradict each other: keep one")
    return Wanted(asked, _checked(Grid(tuple(axes.values()))))


def _checked(grid: Grid) -> Grid:
    if not grid.axes:
        raise Refused(NOTHING)
    if grid.size > MOST_POINTS:
        raise Refused(f"that is a grid of {grid.size:,} points: at most {MOST_POINTS:,}")
    return grid


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')} "


def _axis(option: str, name: str, text: str) -> Axis:
    try:
        return Axis(name, alternatives(text))
    except ValueError as error:
        raise Refused(f"{clean(f'{option}{text}')}: {clean(str(error))}") from None
