"""The README's policies have no type error under the project's own settings, and are short."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.readme import README, fenced

MOST_LINES = 20
A_PAGE = 60


@pytest.mark.parametrize(
    ("seen", "most"),
    [("Candidate", MOST_LINES), ("WaitingRequest", MOST_LINES), ("OneAfterAnother", A_PAGE)],
)
def test_the_example_of_a_policy_is_typed_and_short(
    root: Path, tmp_path: Path, seen: str, most: int
) -> None:
    blocks = fenced(README.read_text(encoding="utf-8"), "python")
    (example,) = [block for block in blocks if seen in block]
    assert len(example.splitlines()) < most
    (tmp_path / "my.py").write_text(f"{example}\n", encoding="utf-8")
    settings = ["--config-file", str(root / "mypy.ini"), "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", *settings, "--follow-imports", "silent", "my.py"]
    environment = {**os.environ, "MYPYPATH": f"{tmp_path}{os.pathsep}{root}"}
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, text=True, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
