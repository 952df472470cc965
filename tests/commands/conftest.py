"""What the tests of the commands share."""

from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.commands.sweeping import LOAD

SCENARIO = """\
title = "One slot, two requests"
requests = [["A", 0, 2, 3], ["B", 0, 2, 1]]

[scheduler]
name = "driftwood"
max_running = 1

[expect.request.B]
first_token = 3
"""


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    """The command, called in this process."""
    return Driftwood(capsys)


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A small scenario that expects the right thing."""
    path = tmp_path / "one-slot.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def load(elsewhere: Path) -> Path:
    """A generated workload with a clock."""
    path = elsewhere / "load.toml"
    path.write_text(LOAD, encoding="utf-8")
    return path
