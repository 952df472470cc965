"""The screen says where a request was read, in as few words as that takes."""

from pathlib import Path

from core.workload import Scenario, load, load_scenario
from tests.workload.files import TABLES, written
from tui.view.scene import Film

SESSION = '{"block_size": 64, "requests": [{"t": 0, "in": 70, "out": 2}]}'
AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00,5,2\n"


def film(scenario: Scenario) -> Film:
    return Film(scenario.run(), scenario=scenario)


def test_of_a_file_by_itself_the_line_says_enough(tmp_path: Path) -> None:
    assert film(load_scenario(written(tmp_path, TABLES))).origin("B") == "line 10"
    assert film(load(written(tmp_path, AZURE, "t.csv"))).origin("r00001") == "line 2"


def test_what_was_read_of_another_file_names_it(tmp_path: Path) -> None:
    written(tmp_path, AZURE, "\x1b[31m.csv")
    head = TABLES[: TABLES.index("[[")]
    case = written(tmp_path, f'{head}[workload]\ntrace = "\\u001b[31m.csv"\n', "case.toml")
    told = film(load(case)).origin("r00001")
    assert told.endswith("[31m.csv:2")
    assert "\x1b" not in told


def test_of_a_folder_the_file_and_the_place_are_told(tmp_path: Path) -> None:
    written(tmp_path, SESSION, "a.json")
    assert film(load(tmp_path)).origin("r00001") == "from a.json, requests[0]"


def test_who_comes_from_nowhere_says_nothing(tmp_path: Path) -> None:
    found = film(load_scenario(written(tmp_path, TABLES)))
    assert found.origin("nobody") == ""
    assert Film(found.run).origin("B") == ""
