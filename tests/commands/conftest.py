"""What the tests of the commands share."""

from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

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
