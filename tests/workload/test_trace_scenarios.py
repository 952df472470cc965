"""Traces as scenarios: named in a file, or by themselves on the command line."""

from pathlib import Path

import pytest

from core.cost import Cost
from core.workload import load, load_trace, scenario_from_trace
from tests.workload.files import TABLES, scenario, told, written

DATA = Path(__file__).parent / "data"
HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens"
SECONDS = [f"2024-05-10 00:00:{second:02},1,1" for second in range(10)]
HEAD = TABLES[: TABLES.index("[[")]


def test_a_trace_by_itself_is_a_scenario() -> None:
    found = scenario_from_trace(DATA / "azure.csv")
    assert (found.title, found.path) == ("azure", DATA / "azure.csv")
    assert found.scheduler_name == "driftwood"
    assert "256 slots" in found.notes
    assert found.cost == Cost(20.0)
    assert found.clock_note == "a timed trace without a cost model runs at 20 ms a step"
    assert found.report == load_trace(DATA / "azure.csv").report
    assert found.run().finish().status == "finished"


def test_load_takes_either_kind_of_file() -> None:
    assert (
        load(DATA / "azure.csv", limit=2).requests
        == load_trace(DATA / "azure.csv", limit=2).requests
    )
    assert load(DATA / "traced.toml").title == "Four requests over midnight"
    assert len(load(DATA / "traced.toml", limit=1).requests) == 1
    assert len(load(DATA / "traced.toml", window="1..2").requests) == 1


def test_settings_of_a_trace_are_read_again() -> None:
    found = scenario_from_trace(DATA / "azure.csv").with_settings(
        {"workload.speed": "2", "cost.base_ms": "5"}, limit=3, window="1.."
    )
    assert [one.arrival_ms for one in found.requests] == [250.0, 1750.0]
    assert (found.cost, found.clock_note) == (Cost(5.0), "")


def test_a_scenario_says_its_window_and_speed_as_they_are_typed(tmp_path: Path) -> None:
    written(tmp_path, "\n".join([HEADER, *SECONDS]), "t.csv")
    text = f'{HEAD}[workload]\ntrace = "t.csv"\nwindow = "2s..4s"\nspeed = "2x"\n'
    found = scenario(tmp_path, text)
    assert [one.arrival_ms for one in found.requests] == [0.0, 500.0]
    assert [one.arrival_ms for one in load(found.path, speed="1x").requests] == [0.0, 1000.0]


def test_a_scenario_names_a_trace_beside_it() -> None:
    found = load(DATA / "traced.toml")
    assert [one.rid for one in found.requests] == ["r00001", "r00002", "r00003"]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ('trace = "/etc/hosts"', "6: trace must be relative to this file, not '/etc/hosts'"),
        ('trace = "C:\\\\x.csv"', "6: trace must be relative to this file, not 'C:\\\\x.csv'"),
        ('trace = "none.csv"', "6: trace 'none.csv': there is no such file"),
        ('trace = "a\\u0000b"', "6: trace 'a\\x00b': the file cannot be read: embedded null byte"),
        ('trace = "."', "6: trace '.': this is a folder without agent sessions (.json)"),
        ("trace = 3", "6: trace is 3: it is the path of a trace, relative to this file"),
        ("limit = 3", "5: trace is missing: it is the path of a trace"),
        ('trace = "t.csv"\nlimit = 0', "7: limit must be at least 1, not 0"),
        ('trace = "t.csv"\nlimit = [0]', "7: limit cannot be a list of 1"),
        ('trace = "t.csv"\nwindow = "1-2"', "7: window must be A..B in seconds"),
        ('trace = "t.csv"\nformat = "azur"', "7: there is no format 'azur'; did you mean azure?"),
        ('trace = "t.csv"\nspeed = -1', "7: speed must be between"),
        ('trace = "t.csv"\nspeed = "2y"', "7: speed must be a number, such as 2 or 2x, not '2y'"),
        ('trace = "t.csv"\nwindow = "50..60"', "6: no request is left of the trace: azure, dates"),
        ('trace = "case.toml"', "6: trace 'case.toml': this is no known trace: its first line is"),
        ('generator = "poisson"\nseed = 1', "5: rate is missing: it is the requests a second"),
        ('generator = "poison"\nrate = 1', "6: there is no arrival process 'poison'; did you mea"),
        ('trace = "t.csv"\nrate = 3', "7: rate is for generated arrivals: name them first"),
        ('trace = "t.csv"\narrivals = "poisson"\nrate = 1', "7: arrivals are for a trace of leng"),
        ('trace = "t.csv"\nlimits = 3', "7: limits in [workload] is unknown; did you mean limit?"),
    ],
)
def test_a_fault_of_a_workload_is_told_with_its_line(
    tmp_path: Path, table: str, expected: str
) -> None:
    written(tmp_path, "\n".join([HEADER, *SECONDS]), "t.csv")
    lines = told(tmp_path, f"{HEAD}\n[workload]\n{table}\n".replace("\n\n\n", "\n\n"))
    assert any(line.startswith(expected) for line in lines), lines


def test_a_trace_may_lie_above_the_scenario(tmp_path: Path) -> None:
    written(tmp_path, "\n".join([HEADER, *SECONDS]), "t.csv")
    (tmp_path / "inner").mkdir()
    text = f'{HEAD}[workload]\ntrace = "../t.csv"\nlimit = 4\n'
    assert len(scenario(tmp_path / "inner", text).requests) == 4
