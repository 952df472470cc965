"""The README says what is so."""

from pathlib import Path

import pytest

from tests.house.readme import commands
from tests.typing.legal_moves import diagram, table


@pytest.fixture
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def test_it_shows_the_legal_moves(readme: str) -> None:
    assert diagram() in readme
    assert table() in readme


def test_it_has_the_commands_of_a_fresh_machine(readme: str) -> None:
    assert commands(readme).keys() >= {"app", "tests"}


def test_a_command_is_found() -> None:
    text = "Run:\n\n<!-- command: tests -->\n\n```sh\none &&\ntwo\n```\n\n```sh\nother\n```\n"
    assert commands(text) == {"tests": "one &&\ntwo"}
