"""The figures of `fixtures/policies` are the naive engine's."""

from pathlib import Path

import pytest

from core.workload import load_scenario
from core.workload.document import parse
from tests.naive.records import Ask, Settings
from tests.naive.strategies import Case, trace_case
from tests.naive.test_traces_agree import same_figures, same_run

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures" / "policies").glob("*.toml"))


def test_there_is_one_for_each_policy_that_changes_something() -> None:
    policies = {"earliest-admitted", "largest-cache", "least-computed", "victim-guard"}
    assert policies | {"largest-cache-starves"} <= {path.stem for path in FIXTURES}


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_a_fixture_is_as_the_naive_engine_has_it(path: Path) -> None:
    scenario = load_scenario(path)
    knobs = parse(path.read_text(encoding="utf-8"))["scheduler"]
    assert isinstance(knobs, dict)
    knobs.pop("name")
    asks = tuple(Ask(r.rid, r.arrival, r.prompt_len, r.output_len) for r in scenario.requests)
    run, trace = scenario.run().finish(), trace_case(Case(asks, Settings(**knobs)))
    same_run(run, trace)
    same_figures(run, trace)
