"""Whether two runs of a scenario differ as it expects."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.run import Run
from core.study.divergence import divergence
from core.workload import Miss, Scenario
from core.workload.differences import Difference, Parted
from core.workload.expect import agrees, key_text
from core.workload.expected import Expectation
from core.workload.figures import Figures
from core.workload.toml_lines import Key

FINE = 9
"""Decimals of a difference, below which floats have noise."""


def check_differences(scenario: Scenario, runs: Mapping[str, Run]) -> tuple[Miss, ...]:
    """What `runs` miss of the differences that `scenario` expects, in file order.

    They are the runs of the scenario, "base", and of its variants, by name; each is driven to its
    end.
    """
    every = {name: Figures(run.finish()) for name, run in runs.items()}
    found = [pair for one in scenario.differences for pair in _missed(one, runs, every)]
    lines = scenario.source.lines_of(key for key, _ in found)
    found.sort(key=lambda pair: lines.get(pair[0], 0))
    where = scenario.source.where
    return tuple(replace(miss, where=where(lines.get(key))) for key, miss in found)


def _missed(
    one: Difference, runs: Mapping[str, Run], every: Mapping[str, Figures]
) -> Iterator[tuple[Key, Miss]]:
    first, other = (every[name] for name in one.of)
    for expectation in one.expectations:
        got, reason = _less(expectation, one.of, (first, other))
        if not agrees(expectation.expected, got):
            yield expectation.key, _miss(one, expectation, got, reason)
    if one.parted is not None:
        found = divergence(*(runs[name] for name in one.of))
        step = None if found is None else found.step
        if step != one.parted.step:
            yield one.parted.key, _parted(one, one.parted, step)


def _less(
    one: Expectation, names: tuple[str, str], figures: tuple[Figures, Figures]
) -> tuple[int | float | None, str]:
    """The first run's figure less that of the other; None and why, where one has none."""
    found: list[int | float] = []
    for name, each in zip(names, figures, strict=True):
        got, reason = each.of(one)
        if not isinstance(got, int | float):
            return None, f"{name}: {reason}" if reason else f"{name} has none"
        found.append(got)
    first, other = found
    whole = isinstance(first, int) and isinstance(other, int)
    return (first - other if whole else round(first - other, FINE)), ""


def _miss(one: Difference, expectation: Expectation, got: float | None, reason: str) -> Miss:
    key = key_text(expectation.key)
    return Miss("", key, expectation.expected, got, reason, _name(one))


def _parted(one: Difference, parted: Parted, step: int | None) -> Miss:
    expected = "none" if parted.step is None else parted.step
    return Miss("", key_text(parted.key), expected, step, "", _name(one))


def _name(one: Difference) -> str:
    return f"{one.of[0]} less {one.of[1]}"
