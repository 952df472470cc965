"""Calling `driftwood` in tests: in this process, or in one of its own where that is the point."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tui.commands import main

ROOT = Path(__file__).parent.parent.parent


class Called(NamedTuple):
    """How a call ended: its exit code, what stands on stdout and on stderr."""

    code: int
    out: str
    err: str


class Driftwood:
    """The command, called in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> Called:
        """Call it with `words`."""
        self._capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return Called(code, out, err)


def process(*words: object, **changes: str) -> Called:
    """Call it in a process of its own, with `changes` to the environment."""
    ended = subprocess.run(
        command(*words), env=environment(changes), capture_output=True, check=False, timeout=120
    )
    return Called(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def command(*words: object) -> list[str]:
    """The words that start it."""
    return [sys.executable, "-m", "tui.commands", *map(str, words)]


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    """The environment of this process with the project in the path, and `changes`."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **changes}
