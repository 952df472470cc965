"""`driftwood check`: expectations, held against the runs."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood


@pytest.fixture
def wrong(scenario: Path) -> Path:
    """The scenario with another expectation, which does not hold."""
    path = scenario.with_name("wrong.toml")
    text = scenario.read_text(encoding="utf-8").replace("first_token = 3", "first_token = 4")
    path.write_text(text, encoding="utf-8")
    return path


def test_all_met(driftwood: Driftwood, scenario: Path) -> None:
    assert driftwood("check", scenario) == (0, "1 scenario, 1 expectation, all met\n", "")


def test_one_not_met(driftwood: Driftwood, scenario: Path, wrong: Path) -> None:
    called = driftwood("check", scenario, wrong)
    assert (called.code, called.err) == (1, "")
    assert called.out.splitlines() == [
        f"{wrong}:9: expect.request.B.first_token: expected 4, got 3",
        "2 scenarios, 2 expectations, 1 not met",
    ]


def test_the_document(driftwood: Driftwood, scenario: Path, wrong: Path) -> None:
    broken = scenario.with_name("broken.toml")
    broken.write_text("requests = 7", encoding="utf-8")
    called = driftwood("check", scenario.parent, "--json")
    assert called.code == 2
    document = json.loads(called.out)
    assert document["misses"] == [
        {
            "where": f"{wrong}:9",
            "key": "expect.request.B.first_token",
            "expected": 4,
            "got": 3,
            "reason": "",
            "variant": "",
        }
    ]
    assert [document[key] for key in ("format", "scenarios", "expectations", "unusable")] == [
        *(1, 2, 2, 1)
    ]
    assert {fault["file"] for fault in document["faults"]} == {str(broken)}


def test_decimals_are_numbers_in_the_document(driftwood: Driftwood, scenario: Path) -> None:
    with scenario.open("a", encoding="utf-8") as file:
        file.write("[expect.run]\nmean_running = 0.5\n")
    document = json.loads(driftwood("check", scenario, "--json").out)
    assert (document["misses"][0]["expected"], document["misses"][0]["got"]) == (0.5, 1.0)


def test_a_folder_is_every_scenario_in_it(driftwood: Driftwood, scenario: Path) -> None:
    hidden = scenario.parent / ".hidden"
    below = scenario.parent / "below" / "deeper"
    for folder in (hidden, below):
        folder.mkdir(parents=True)
        (folder / "one.toml").write_bytes(scenario.read_bytes())
    called = driftwood("check", scenario.parent, scenario)
    assert called.out == "2 scenarios, 2 expectations, all met\n"


def test_a_file_that_is_no_scenario(driftwood: Driftwood, scenario: Path) -> None:
    broken = scenario.with_name("broken.toml")
    broken.write_text("a = [", encoding="utf-8")
    called = driftwood("check", broken, scenario)
    assert called.code == 2
    assert called.err.startswith(f"{broken}:1: this is not TOML")
    assert called.out == "1 scenario, 1 expectation, all met, 1 file unusable\n"


def test_no_scenario_at_all(driftwood: Driftwood, tmp_path: Path) -> None:
    called = driftwood("check", tmp_path)
    assert (called.code, called.out) == (2, "")
    assert called.err == f"no scenario (.toml) was found in {tmp_path}\n"
    assert driftwood("check", "nowhere").code == 2
    assert driftwood("check").code == 2


def test_built_in_ones_by_name(driftwood: Driftwood) -> None:
    called = driftwood("check", "brief", "cases/two-victims-in-one-step")
    assert called.code == 0
    assert called.out.startswith("4 scenarios, ")


def test_every_built_in_scenario_is_what_it_expects(driftwood: Driftwood, root: Path) -> None:
    called = driftwood("check", root / "fixtures")
    assert (called.code, called.err) == (0, "")


def test_a_file_that_is_unusable_is_not_met(driftwood: Driftwood, scenario: Path) -> None:
    scenario.write_text("a = [", encoding="utf-8")
    assert driftwood("check", scenario).out == "no scenario was checked, 1 file unusable\n"


def test_nothing_expected_is_not_met(driftwood: Driftwood, scenario: Path) -> None:
    text = scenario.read_text(encoding="utf-8").partition("[expect")[0]
    scenario.write_text(text, encoding="utf-8")
    assert driftwood("check", scenario) == (0, "1 scenario, no expectation\n", "")


def test_of_very_many_faults_it_is_said_where_all_are(driftwood: Driftwood, scenario: Path) -> None:
    rows = "".join(f'\n["r{number}", 0, 0, 1],' for number in range(1001))
    text = scenario.read_text(encoding="utf-8").replace('["A", 0, 2, 3], ', rows)
    scenario.write_text(text, encoding="utf-8")
    for command in ("check", "run"):
        *lines, more, hint = driftwood(command, scenario).err.splitlines()
        assert (len(lines), more) == (100, "… and 901 more")
        assert lines[99].startswith(f"{scenario}:102: request 100 r99: prompt_len")
        assert hint == f"all of them: driftwood check {scenario} --json"
    document = json.loads(driftwood("check", scenario, "--json").out)
    assert len(document["faults"]) == 1001
    assert [fault["line"] for fault in document["faults"][:1000]] == list(range(3, 1003))


def test_every_path_that_is_nothing_is_told(driftwood: Driftwood, scenario: Path) -> None:
    other = scenario.with_name("my.py")
    other.touch()
    called = driftwood("check", "nowhere", scenario, other, "brief/9")
    assert (called.code, called.out) == (2, "")
    nowhere, python, built_in = called.err.splitlines()
    assert nowhere.startswith("nowhere: there is no such file or built-in scenario")
    assert python == f"{other} is no scenario: its name would end in .toml"
    assert built_in.startswith("brief/9: there is no such file")
