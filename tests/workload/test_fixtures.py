"""The scenarios that come with the project: figures worked out on paper, and notes."""

from pathlib import Path

import pytest

from core.workload import check, load_scenario

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures").rglob("*.toml"))
MOST_LINES = 5


def test_there_are_fixtures() -> None:
    folders = [path.parent.name for path in FIXTURES]
    assert folders.count("brief") >= 3
    assert folders.count("cases") >= 24


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_fixture_is_what_it_expects(path: Path) -> None:
    found = load_scenario(path)
    every = (found, *found.variants.values())
    assert any(one.expectations for one in every)
    assert [str(miss) for one in every for miss in check(one, one.run())] == []


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_fixture_explains_itself_in_five_lines(path: Path) -> None:
    found = load_scenario(path)
    assert found.title != path.stem
    assert 1 <= len(found.notes.strip().splitlines()) <= MOST_LINES
