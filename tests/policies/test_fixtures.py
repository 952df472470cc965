"""The figures of `fixtures/policies` are the naive engines', of a scenario and of its variants."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from core.request import Request
from core.schedulers import Scheduler, make_scheduler
from core.workload import Scenario, load_scenario
from tests.naive_lab.cases import LabCase
from tests.naive_lab.compare import agree
from tests.naive_lab.really import knobs_of
from tests.naive_lab.records import Ask, Knobs

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures" / "policies").glob("*.toml"))


def test_there_is_one_for_each_policy_that_changes_something() -> None:
    victims = {"earliest-admitted", "largest-cache", "least-computed", "victim-guard"}
    gates = {"first-chunk", "whole-life", "watermark", "static", "all-must-agree"}
    orders = {"shortest-remaining", "round-robin", "skip-ahead", "urgent-makes-room"}
    starves = {"shortest-prompt", "priority", "largest-cache", "lowest-priority"}
    worst = {*(f"{policy}-starves" for policy in starves), "urgent-thrashes"}
    named = victims | gates | orders | worst | {"lowest-priority"}
    assert named <= {path.stem for path in FIXTURES}


def cases() -> Iterator[tuple[str, Scenario]]:
    for path in FIXTURES:
        scenario = load_scenario(path)
        yield path.stem, scenario
        yield from ((f"{path.stem}, {name}", one) for name, one in scenario.variants.items())


@pytest.mark.parametrize("scenario", [pytest.param(one, id=name) for name, one in cases()])
def test_a_fixture_is_as_the_naive_engine_has_it(scenario: Scenario) -> None:
    knobs = lab_knobs(scenario.scheduler)
    by_name = {"admission": getattr(scenario.scheduler, "admission", None)}
    assert make_scheduler("driftwood", **{**by_name, **knobs_of(knobs)}) == scenario.scheduler
    agree(LabCase(tuple(map(ask, scenario.requests)), knobs))


def ask(request: Request) -> Ask:
    """The request as the naive lab takes it."""
    names = [field.name for field in fields(Ask) if hasattr(request, field.name)]
    make: type[Ask] = Ask
    return make(**{name: getattr(request, name) for name in names})


def lab_knobs(scheduler: Scheduler) -> Knobs:
    """The scheduler's knobs as the naive lab takes them."""
    given = {field.name: getattr(scheduler, field.name, None) for field in fields(Knobs)}
    gates = given["admission"]
    given["admission"] = (gates,) if isinstance(gates, str) else gates
    make: type[Knobs] = Knobs
    return make(**{name: knob for name, knob in given.items() if knob is not None})
