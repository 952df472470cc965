"""The type checker refuses exactly the illegal moves.

One generated file holds every pair of a state and a move, and more; mypy reads it once, with the
project's settings.
"""

import dataclasses
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from core import lifecycle
from tests.typing.generated import Line, lines
from tests.typing.legal_moves import GROUPS, LEGAL_MOVES, MOVES, STATES

CLASSES: tuple[type, ...] = get_args(lifecycle.State)
ERROR = re.compile(r"^transitions\.py:(\d+): error: .*\[([a-z-]+)\]$", re.MULTILINE)


def test_mypy_refuses_exactly_the_illegal_moves(root: Path, tmp_path: Path) -> None:
    fields = {
        state.__name__: [field.name for field in dataclasses.fields(state)] for state in CLASSES
    }
    shown = lines(fields)
    (tmp_path / "transitions.py").write_text(
        "".join(f"{line.text}\n" for line in shown), encoding="utf-8"
    )
    found = errors(mypy(root, tmp_path))
    assert [
        Line(text, found.get(number)) for number, (text, _) in enumerate(shown, start=1)
    ] == shown


def mypy(root: Path, folder: Path) -> str:
    """What mypy says of the file in `folder`, with the project's settings."""
    settings = ["--config-file", str(root / "mypy.ini"), "--cache-dir", str(folder / "cache")]
    command = [
        sys.executable,
        "-m",
        "mypy",
        *settings,
        "--follow-imports",
        "silent",
        "transitions.py",
    ]
    environment = {**os.environ, "MYPYPATH": f"{folder}{os.pathsep}{root}"}
    run = subprocess.run(
        command, cwd=folder, env=environment, text=True, capture_output=True, check=False
    )
    assert run.returncode == 1, run.stdout + run.stderr
    return run.stdout


def errors(said: str) -> dict[int, str]:
    """The code of each line with an error, several joined. Nothing that mypy said may be lost."""
    found: dict[int, list[str]] = {}
    for number, code in ERROR.findall(said):
        found.setdefault(int(number), []).append(code)
    assert sum(map(len, found.values())) == said.count(": error: "), said
    return {number: " ".join(codes) for number, codes in found.items()}


def test_the_table_knows_every_state_and_group() -> None:
    assert {state.__name__ for state in CLASSES} == set(STATES)
    for group, members in GROUPS.items():
        assert {state.__name__ for state in get_args(getattr(lifecycle, group))} == set(members)


def test_the_table_knows_every_move() -> None:
    methods = {
        (state.__name__, name)
        for state in CLASSES
        for name, _ in inspect.getmembers(state, returns_a_state)
    }
    assert methods == set(LEGAL_MOVES)
    assert {move for _, move in LEGAL_MOVES} == set(MOVES)


def returns_a_state(member: object) -> bool:
    """Whether `member` is a method whose result is declared as one of the states."""
    if not inspect.isfunction(member):
        return False
    returned: object = inspect.get_annotations(member).get("return")
    return getattr(returned, "__name__", returned) in STATES
