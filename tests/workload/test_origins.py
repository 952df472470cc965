"""A request keeps where it was read: the line of a trace, of a table, of a row."""

from pathlib import Path

import pytest

from core.workload import Scenario, load, load_trace
from tests.workload.files import SOUND, TABLES, VARIED, scenario, written

HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens"
CLOCK = "2024-05-10 00:00:"


def told(found: Scenario) -> dict[str, str]:
    pairs = zip(found.requests, found.origins, strict=True)
    for request, origin in pairs:
        assert found.origins.of(request.rid) == origin
    return {one.rid: str(origin) for one, origin in zip(found.requests, found.origins, strict=True)}


def test_a_row_of_a_trace_keeps_its_line_in_any_order_of_arrival(tmp_path: Path) -> None:
    rows = [f"{CLOCK}03,1,1", "", "broken", f"{CLOCK}01,2,1", f"{CLOCK}02,3,1"]
    found = load(written(tmp_path, "\n".join([HEADER, *rows]), "t.csv"))
    assert told(found) == {"r00003": "t.csv:5", "r00004": "t.csv:6", "r00001": "t.csv:2"}


def test_a_table_keeps_its_line(tmp_path: Path) -> None:
    assert told(scenario(tmp_path, TABLES)) == {"A": "case.toml:5", "B": "case.toml:10"}


def test_every_copy_of_a_table_has_the_line_of_the_table(tmp_path: Path) -> None:
    text = TABLES.replace('rid = "A"', 'rid = "A"\ncount = 2')
    lines = {"A1": "case.toml:5", "A2": "case.toml:5", "B": "case.toml:11"}
    assert told(scenario(tmp_path, text)) == lines


def test_a_row_of_the_list_keeps_its_line(tmp_path: Path) -> None:
    text = SOUND.replace('[["A", 0, 6, 4], ', '[\n  ["A", 0, 6, 4],\n')
    assert told(scenario(tmp_path, text)) == {
        "A": "case.toml:4",
        "B": "case.toml:5",
        "C": "case.toml:5",
    }


def test_a_variant_has_the_lines_of_its_own_requests_or_of_the_scenario(tmp_path: Path) -> None:
    found = scenario(tmp_path, VARIED)
    assert told(found.variant("five blocks")) == told(found)
    line = VARIED[: VARIED.index("[[variant.request]]")].count("\n") + 1
    assert told(found.variant("other requests")) == {"D": f"case.toml:{line}"}


def test_they_stay_when_something_is_set(tmp_path: Path) -> None:
    found = scenario(tmp_path, TABLES)
    assert told(found.with_settings({"max_running": "1"})) == told(found)


def test_a_scenario_of_a_trace_tells_the_lines_of_that(tmp_path: Path) -> None:
    written(tmp_path, f"{HEADER}\n{CLOCK}00,1,1", "t.csv")
    head = TABLES[: TABLES.index("[[")]
    assert told(scenario(tmp_path, f'{head}[workload]\ntrace = "t.csv"\n')) == {"r00001": "t.csv:2"}


def test_requests_that_were_generated_come_from_nowhere(tmp_path: Path) -> None:
    head = TABLES[: TABLES.index("[[")]
    lengths = "rate = 1\nrequests = 3\nprompt_len = 1\noutput_len = 1"
    found = scenario(tmp_path, f'{head}[workload]\ngenerator = "constant"\n{lengths}\n')
    assert [*found.origins] == [None] * 3
    assert found.origins.of("r00002") is None


@pytest.mark.parametrize("rid", ["nobody", ""])
def test_an_unknown_request_has_none(tmp_path: Path, rid: str) -> None:
    assert scenario(tmp_path, TABLES).origins.of(rid) is None
    assert load_trace(written(tmp_path, HEADER, "t.csv")).origins.of(rid) is None
