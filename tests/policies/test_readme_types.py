"""The README's policies have no type error under the project's own settings, and are short."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.readme import README, fenced

MOST_LINES = 20
A_PAGE = 60
EXAMPLES = {"Candidate": MOST_LINES, "WaitingRequest": MOST_LINES, "OneAfterAnother": A_PAGE}
"""What stands in each, and the lines it has at most."""


@pytest.mark.parametrize(("seen", "most"), EXAMPLES.items())
def test_the_example_of_a_policy_is_short(seen: str, most: int) -> None:
    assert len(example_with(seen).splitlines()) < most


def test_the_examples_of_policies_are_typed(root: Path, tmp_path: Path) -> None:
    """Each in a file of its own, which mypy reads at one go."""
    for number, seen in enumerate(EXAMPLES):
        (tmp_path / f"my{number}.py").write_text(f"{example_with(seen)}\n", encoding="utf-8")
    files = sorted(path.name for path in tmp_path.glob("*.py"))
    assert len(files) == len(EXAMPLES)
    settings = ["--config-file", str(root / "mypy.ini"), "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", *settings, "--follow-imports", "silent", *files]
    environment = {**os.environ, "MYPYPATH": f"{tmp_path}{os.pathsep}{root}"}
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, text=True, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"no issues found in {len(files)} source files" in run.stdout


def example_with(seen: str) -> str:
    """The README's one example in Python in which `seen` stands."""
    blocks = fenced(README.read_text(encoding="utf-8"), "python")
    (example,) = [block for block in blocks if seen in block]
    return example
