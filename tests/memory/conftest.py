"""What the tests of memory share with those of the commands."""

import pytest

from tests.commands.calling import Driftwood


@pytest.fixture
def driftwood(capsys: pytest.CaptureFixture[str]) -> Driftwood:
    """The command, called in this process."""
    return Driftwood(capsys)
