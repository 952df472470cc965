"""With DRIFTWOOD_FROZEN=1 states are frozen when they run too, else only for mypy: it is faster."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ATTEMPT = """\
from dataclasses import FrozenInstanceError
from core import lifecycle
from core.request import Request

state = lifecycle.Waiting(Request("A", 0, 1, 1), 0)
try:
    state.since = 1
    print("set")
except FrozenInstanceError:
    print("frozen")
"""


@pytest.mark.parametrize(("switch", "outcome"), [("1", "frozen"), ("0", "set")])
def test_the_switch_freezes_the_states(root: Path, switch: str, outcome: str) -> None:
    environment = {**os.environ, "DRIFTWOOD_FROZEN": switch}
    said = subprocess.check_output(
        [sys.executable, "-c", ATTEMPT], cwd=root, env=environment, text=True
    )
    assert said.strip() == outcome
