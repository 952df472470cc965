"""Everything before the first run: the scenarios read, and every point of the grid checked.

A point whose knobs do not go together is refused with its reason and the others are run. A value
that is wrong by itself (of a knob that is none, out of range) is a mistake of the command line, and
nothing is run; nor is anything where no point can be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from core.schedulers import Scheduler
from core.study.sweep import REFUSED, Outcome, Point, Price
from core.workload import InputError, Scenario
from tui.commands.asked import Asked
from tui.commands.output import progress
from tui.commands.scheduler_words import left_out_words
from tui.commands.stopped import Refused
from tui.sweeping.shelf import Shelf
from tui.sweeping.wanted import Wanted
from tui.view.clean import clean
from tui.view.knobs import budget_of, slots_of

EVERY = 50
"""Points between two words of progress."""
NOT_CARRIED = ("expect", "variant", "request", "requests")
"""What a worker needs not: the requests go as they were read."""
WITHOUT_LIMIT = float("inf")


class Prepared(NamedTuple):
    """`points` that can be run, `loads` by their numbers, and those `refused`, by number.

    `timed` says of the runs whether they have a clock: both, where some have one. `title` is that
    of the file, `inputs` are the files that were read. `left_out` says which knobs of a recorded
    schedule a scheduler has no name for.
    """

    points: Sequence[Point]
    loads: dict[int, int]
    refused: dict[int, Outcome]
    timed: frozenset[bool]
    title: str
    inputs: tuple[Path, ...]
    left_out: tuple[str, ...]


class Preparing:
    """The points of `wanted` being checked, the scenarios put on `shelf`."""

    def __init__(self, wanted: Wanted, shelf: Shelf) -> None:
        """Look at nothing yet."""
        self._wanted = wanted
        self._shelf = shelf
        self._points: list[Point] = []
        self._loads: dict[int, int] = {}
        self._faults: dict[int, tuple[str, ...]] = {}
        self._workloads: dict[int, int] = {}
        self._timed: set[bool] = set()
        self._inputs: dict[Path, None] = {}
        self._left_out: dict[str, None] = {}
        self._title = ""

    def prepared(self) -> Prepared:
        """All of them. Raises `Refused` for a mistake of the command line."""
        for numbers in self._wanted.by_source():
            self._prepare(numbers)
        progress("")
        if lines := list(dict.fromkeys(self._mistakes())):
            raise Refused("\n".join(lines))
        refused = {n: Outcome(REFUSED, "; ".join(all_), {}) for n, all_ in self._faults.items()}
        timed, inputs = frozenset(self._timed), tuple(self._inputs)
        left_out = tuple(self._left_out)
        return Prepared(self._points, self._loads, refused, timed, self._title, inputs, left_out)

    def _prepare(self, numbers: Sequence[int]) -> None:
        """The points `numbers`, which have one source."""
        self._tell(numbers[0])
        first = self._wanted.at(numbers[0])
        try:
            loaded = first.loaded().variant(first.variant)
        except (InputError, Refused) as error:
            self._faults |= dict.fromkeys(numbers, _lines(error))
            return
        workload = self._workloads.setdefault(hash(loaded.requests), len(self._workloads))
        self._inputs |= dict.fromkeys(filter(None, (loaded.path, loaded.trace_path)))
        self._title = loaded.whole_title
        carried = _carried(loaded)
        load = self._shelf.put(carried)
        for at, number in enumerate(numbers):
            if at % EVERY == 0:
                self._tell(number)
            self._check(number, carried, workload)
            self._loads[number] = load

    def _check(self, number: int, loaded: Scenario, workload: int) -> None:
        asked = self._wanted.at(number)
        try:
            scenario = asked.changed(loaded)
        except (InputError, Refused) as error:
            self._faults[number] = _lines(error)
        else:
            self._points.append(Point(number, workload, price_of(scenario.scheduler)))
            self._timed.add(is_timed(scenario))
            if words := left_out_words(scenario):
                self._left_out[f"{clean(scenario.scheduler_name)}: {words}"] = None

    def _tell(self, number: int) -> None:
        progress(f"checked {number:,} of {self._wanted.grid.size:,} points · Ctrl+C stops")

    def _mistakes(self) -> Iterator[str]:
        """What is wrong with a value by itself, none of whose points can be run."""
        grid = self._wanted.grid
        for axis in grid.axes if self._faults else ():
            for value in axis.values:
                if all(number in self._faults for number in grid.numbers_at(axis.name, value)):
                    yield from _faults_of(self._wanted.alone(axis.name, value))
        if not self._points:
            yield from (line for found in self._faults.values() for line in found)


def _faults_of(asked: Asked) -> tuple[str, ...]:
    try:
        asked.scenario()
    except (InputError, Refused) as error:
        return _lines(error)
    return ()


def _lines(error: Exception) -> tuple[str, ...]:
    return tuple(str(error).splitlines())


def _carried(scenario: Scenario) -> Scenario:
    """`scenario` without what no run of it needs."""
    source = scenario.source
    document = {key: one for key, one in source.document.items() if key not in NOT_CARRIED}
    return replace(
        scenario,
        source=replace(source, document=document),
        variants={},
        expectations=(),
        differences=(),
    )


def is_timed(scenario: Scenario) -> bool:
    """Whether its run has a clock in milliseconds."""
    return scenario.cost is not None or scenario.requests[0].arrival_ms is not None


def price_of(scheduler: Scheduler) -> Price:
    """Memory in tokens (or bytes, where those are known), slots, token budget; inf without one."""
    memory = scheduler.new_memory()
    tokens = memory.total_blocks * memory.block_size or WITHOUT_LIMIT
    limits = (slots_of(scheduler), budget_of(scheduler))
    slots, budget = (WITHOUT_LIMIT if one is None else float(one) for one in limits)
    return (float(tokens * (memory.model.bytes_per_token or 1)), slots, budget)
