"""Commands without a screen never load textual, and start fast because of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.calling import environment

PROGRAM = """
import sys
from tui.commands import main
main(sys.argv[1:])
loaded = [name for name in sys.modules if name.partition(".")[0] == "textual"]
print(loaded, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "words",
    [
        ["run", "brief/2-preemption"],
        ["run", "brief/2-preemption", "--json"],
        ["show", "brief/2-preemption", "--step", "3"],
        ["frame", "brief/2-preemption", "--step", "3"],
        ["check", "brief"],
        ["calibrate", "nowhere"],
        ["compare", "brief/2-preemption", "--with", "num_blocks=5"],
        ["sweep", "brief/2-preemption", "--set", "num_blocks=4,5", "--jobs", "1"],
        ["--help"],
        ["run", "--help"],
        ["--version"],
        ["rnu"],
        ["run", "nowhere"],
        ["step", "brief/2-preemption"],
    ],
    ids=" ".join,
)
def test_no_screen_is_loaded(words: list[str], tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        env=environment({}),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr.splitlines()[-1] == "[]"
