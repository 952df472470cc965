"""The lessons as a course: numbered, each with a note, and none of its figures by chance."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from core import Run
from core.metrics import totals
from core.study import check_differences
from core.workload import Scenario, check, load_scenario
from core.workload.differences import Difference
from core.workload.expected import Expectation, Expected
from tests.workload.test_fixtures import FIXTURES

LESSONS = [path for path in FIXTURES if path.parent.name == "lessons"]


def test_every_lesson_is_there_once() -> None:
    numbers = [int(path.name.partition("-")[0]) for path in LESSONS]
    assert numbers == list(range(29, 51))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_its_title_has_its_number(path: Path) -> None:
    number = path.name.partition("-")[0]
    assert load_scenario(path).title.startswith(f"{number} · ")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_each_of_its_variants_teaches_something(path: Path) -> None:
    """It expects something of each, and no two of them are the same."""
    found = load_scenario(path)
    names = [name for each in found.differences for name in each.of]
    for name, variant in found.variants.items():
        assert variant.expectations or name in names, name
    assert found.expectations or found.variants


@cache
def runs_of(path: Path) -> dict[str, Run]:
    found = load_scenario(path)
    return {one.name: one.run().finish() for one in (found, *found.variants.values())}


def others(expected: Expected) -> Iterator[Expected]:
    """What could be written instead: the next number up and down, other rids, another word."""
    if isinstance(expected, str):
        yield f"not {expected}"
    elif isinstance(expected, tuple):
        yield (*expected, "nobody")
        yield expected[:-1] if expected else ("nobody",)
    else:
        exponent = Decimal(expected).as_tuple().exponent
        unit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
        yield expected + unit
        yield expected - unit


def changed(expectations: tuple[Expectation, ...]) -> Iterator[Expectation]:
    for one in expectations:
        yield from (replace(one, expected=other) for other in others(one.expected))


def is_missed(scenario: Scenario, run: Run, one: Expectation) -> bool:
    return len(check(replace(scenario, expectations=(one,)), run)) == 1


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_any_other_figure_is_missed(path: Path) -> None:
    found = load_scenario(path)
    for scenario in (found, *found.variants.values()):
        run = runs_of(path)[scenario.name]
        for one in changed(scenario.expectations):
            assert is_missed(scenario, run, one), one


def other_differences(difference: Difference) -> Iterator[Difference]:
    for one in changed(difference.expectations):
        yield replace(difference, expectations=(one,), parted=None)
    if difference.parted is not None:
        step = difference.parted.step
        parted = replace(difference.parted, step=0 if step is None else step + 1)
        yield replace(difference, expectations=(), parted=parted)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_any_other_difference_is_missed(path: Path) -> None:
    found = load_scenario(path)
    for difference in found.differences:
        for other in other_differences(difference):
            misses = check_differences(replace(found, differences=(other,)), runs_of(path))
            assert len(list(misses)) == 1, other


def test_no_point_of_the_frontier_is_dominated() -> None:
    (path,) = [path for path in LESSONS if path.name.startswith("34-")]
    figures = [totals(run) for name, run in runs_of(path).items() if name != "base"]
    points = [(each["tokens_per_s"], -each["longest_gap_ms"]) for each in figures]
    assert all(one[0] < other[0] and one[1] > other[1] for one, other in pairwise(points))
    assert len(points) == 7
