"""The figures of `fixtures/memory` are met, and are the naive lab's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.memory import MemoryModel
from core.schedulers.driftwood import Driftwood
from core.workload import Scenario, check, load_scenario
from tests.naive_lab.cases import LabCase
from tests.naive_lab.compare import agree
from tests.naive_lab.records import Ask, Knobs

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures" / "memory").glob("*.toml"))


def scenarios() -> Iterator[tuple[str, Scenario]]:
    for path in FIXTURES:
        scenario = load_scenario(path)
        yield path.stem, scenario
        yield from ((f"{path.stem}, {name}", one) for name, one in scenario.variants.items())


CASES = [pytest.param(one, id=name) for name, one in scenarios()]


def test_there_are_both_models_with_and_without() -> None:
    assert len(FIXTURES) >= 4
    assert len(CASES) > len(FIXTURES)


@pytest.mark.parametrize("scenario", CASES)
def test_its_expectations_are_met(scenario: Scenario) -> None:
    assert scenario.expectations
    assert check(scenario, scenario.run()) == ()


@pytest.mark.parametrize("scenario", CASES)
def test_it_is_as_the_naive_lab_has_it(scenario: Scenario) -> None:
    scheduler = scenario.scheduler
    assert isinstance(scheduler, Driftwood)
    model = scheduler.memory or MemoryModel()
    knobs = Knobs(
        scheduler.max_running,
        scheduler.block_size,
        scheduler.num_blocks,
        prefix_sharing=bool(scheduler.prefix_sharing),
        space=model.size_in_tokens,
        reserved_tokens=model.reserved_tokens,
    )
    asks = [
        Ask(
            each.rid,
            each.arrival,
            each.prompt_len,
            each.output_len,
            prefix=each.prefix or "",
            prefix_len=each.prefix_len,
        )
        for each in scenario.requests
    ]
    agree(LabCase(tuple(asks), knobs))
