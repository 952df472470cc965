"""Finished runs beside each other: their figures, where they part, and who gains and who pays.

The first run is what the others are held against. A request gains where it finishes earlier than in
the first run, and pays where it finishes later; one that finishes in one of the two only gains or
pays by as much as there is, which no number tells. Times are steps, or milliseconds on the clocks
of the runs where all of them have one.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from core.lifecycle import StateName
from core.metrics import Totals, is_timed, of_priorities, of_tenants, totals
from core.request import Request
from core.results import Result
from core.run import Run
from core.study.divergence import Divergence, DivergenceSearch

Unit: TypeAlias = Literal["steps", "ms"]


class Fate(NamedTuple):
    """How a request came out of a run.

    `ttft` is its time to first token and `finish` when it sent its last, None without one.
    """

    state: StateName | None
    ttft: float | None
    finish: float | None
    preemptions: int


class Change(NamedTuple):
    """A request in the first run and in another; None where it is no request of that run."""

    rid: str
    before: Fate | None
    after: Fate | None

    @property
    def finish(self) -> float | None:
        """How much later it finishes, below 0 if earlier; None unless it finishes in both."""
        return _difference(_finish(self.before), _finish(self.after))

    @property
    def ttft(self) -> float | None:
        """How much longer it takes to its first token; None unless it has one in both."""
        before = None if self.before is None else self.before.ttft
        return _difference(before, None if self.after is None else self.after.ttft)

    @property
    def preemptions(self) -> int:
        """How much more often it is preempted."""
        before, after = (0 if one is None else one.preemptions for one in self[1:])
        return after - before

    @property
    def gains(self) -> bool:
        """Whether it finishes earlier, or only in the other run."""
        if self.finish is None:
            return self._shared and _finish(self.after) is not None
        return self.finish < 0

    @property
    def pays(self) -> bool:
        """Whether it finishes later, or not any more."""
        if self.finish is None:
            return self._shared and _finish(self.before) is not None
        return self.finish > 0

    @property
    def _shared(self) -> bool:
        return self.before is not None and self.after is not None


class Pair(NamedTuple):
    """The first run and the one called `name`: where they part, and what becomes of each request.

    `divergence` is None if they do the same in every step.
    """

    name: str
    divergence: Divergence | None
    changes: tuple[Change, ...]

    @property
    def earlier(self) -> tuple[Change, ...]:
        """Who gains: the most first."""
        return tuple(sorted((one for one in self.changes if one.gains), key=_by_gain))

    @property
    def later(self) -> tuple[Change, ...]:
        """Who pays: the most first."""
        return tuple(sorted((one for one in self.changes if one.pays), key=_by_loss))


class Comparison:
    """`runs` by name, as far as they have got, the first held against each of the others.

    `unit` is that of all times. Where each parts from the first is looked for as `searches` are
    advanced.
    """

    def __init__(self, runs: Mapping[str, Run]) -> None:
        """Look at at least one run; search for nothing yet."""
        self.runs = dict(runs)
        self.first, *others = self.runs
        self.unit: Unit = "ms" if all(map(is_timed, self.runs.values())) else "steps"
        first = self.runs[self.first]
        self.searches = {name: DivergenceSearch(first, self.runs[name]) for name in others}

    @cached_property
    def results(self) -> Mapping[str, Mapping[str, Result]]:
        """How each request came out, by the run's name and the rid."""
        return {name: run.results() for name, run in self.runs.items()}

    @cached_property
    def totals(self) -> Mapping[str, Totals]:
        """The figures of each run, by its name."""
        return {name: totals(run, self.results[name]) for name, run in self.runs.items()}

    @cached_property
    def groups(self) -> Mapping[str, Mapping[str, Totals]]:
        """The figures of each tenant and each priority: by "tenant x" and by the run's name.

        Nothing where all are of one tenant, or of one priority.
        """
        found: dict[str, dict[str, Totals]] = {}
        for name, run in self.runs.items():
            tenants = of_tenants(run, self.results[name])
            priorities = {
                f"{key}": one for key, one in of_priorities(run, self.results[name]).items()
            }
            for kind, groups in (("tenant", tenants), ("priority", priorities)):
                for group, figures in groups.items() if len(groups) > 1 else ():
                    found.setdefault(f"{kind} {group}", {})[name] = figures
        return found

    @cached_property
    def fates(self) -> Mapping[str, Mapping[str, Fate]]:
        """How each request came out of each run: by the run's name and the rid."""
        return {name: dict(self._fates(name)) for name in self.runs}

    def _fates(self, name: str) -> Iterator[tuple[str, Fate]]:
        results, timed = self.results[name], self.unit == "ms"
        for request in self.runs[name].requests:
            result = results[request.rid]
            ttft = result.get("ttft_ms") if timed else _ttft_steps(request, result)
            finish = result.get("finish_ms") if timed else result["finish"]
            yield request.rid, Fate(result["state"], ttft, finish, result["preemptions"])

    def pairs(self) -> Iterator[Pair]:
        """The first run and each of the others, as far as the searches have got."""
        before = self.fates[self.first]
        for name, search in self.searches.items():
            after = self.fates[name]
            rids = dict.fromkeys((*before, *after))
            changes = tuple(Change(rid, before.get(rid), after.get(rid)) for rid in rids)
            yield Pair(name, search.found, changes)


def compare(runs: Mapping[str, Run]) -> tuple[Pair, ...]:
    """The first of `runs`, driven to their ends, and each of the others. Raises nothing."""
    for run in runs.values():
        run.finish()
    comparison = Comparison(runs)
    for search in comparison.searches.values():
        while not search.done:
            search.advance(search.steps)
    return tuple(comparison.pairs())


def _ttft_steps(request: Request, result: Result) -> float | None:
    """Its time to first token in steps; None where it arrives by a clock."""
    if result["first_token"] is None or request.arrival_ms is not None:
        return None
    return result["first_token"] - request.arrival + 1


def _finish(fate: Fate | None) -> float | None:
    return None if fate is None else fate.finish


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before


def _by_gain(change: Change) -> float:
    """Who finishes only now stands first."""
    return float("-inf") if change.finish is None else change.finish


def _by_loss(change: Change) -> float:
    """Who does not finish any more stands first."""
    return float("-inf") if change.finish is None else -change.finish
