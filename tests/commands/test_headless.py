"""Commands without a screen never load textual, which takes 0.2 seconds: they start fast."""

import json
import subprocess
import sys
from pathlib import Path

from tests.commands.calling import environment

PROGRAM = """
import contextlib, io, json, sys
from tui.commands import main

ended = {}
for words in json.load(sys.stdin):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(words.split())
    loaded = sorted({"textual"} & {name.partition(".")[0] for name in sys.modules})
    ended[words] = [code, bool(said.getvalue()), loaded]
json.dump(ended, sys.stdout)
"""
COMMANDS = {
    "run brief/2-preemption": 0,
    "run brief/2-preemption --json": 0,
    "show brief/2-preemption --step 3": 0,
    "explain brief/2-preemption A": 0,
    "frame brief/2-preemption --step 3": 0,
    "check brief": 0,
    "calibrate nowhere": 2,
    "compare brief/2-preemption --with num_blocks=5": 0,
    "cut brief/2-preemption --window 0..9 -o case.toml": 0,
    "sweep brief/2-preemption --set num_blocks=4,5 --jobs 1": 0,
    "--help": 0,
    "run --help": 0,
    "--version": 0,
    "rnu": 2,
    "run nowhere": 2,
    "step brief/2-preemption": 2,
}
"""The exit code of each; all in one process, as nothing is loaded that was not loaded before."""


def test_no_screen_is_loaded(tmp_path: Path) -> None:
    """The first that loads it is the one to blame."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([*COMMANDS]),
        env=environment({}),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(ended.stdout)
    assert told == {words: [code, True, []] for words, code in COMMANDS.items()}
