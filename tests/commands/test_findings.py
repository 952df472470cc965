"""`driftwood run`: its findings, and failing on them."""

import json
import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest

from core.findings import KINDS
from tests.commands.calling import Driftwood, command, environment
from tests.commands.interrupting import rest_of
from tui.commands.findings_document import findings_document

STARVING = """\
requests = [["A", 0, 1, 60], ["B", 0, 1, 2], ["C\\u001b[31m", 0, 1, 2]]
[scheduler]
name = "driftwood"
max_running = 1
"""


@pytest.fixture
def starving(tmp_path: Path) -> Path:
    """A scenario in which B and a hostile C starve."""
    path = tmp_path / "long wait.toml"
    path.write_text(STARVING, encoding="utf-8")
    return path


def test_findings_stand_at_the_end_with_the_command_that_opens_them(
    driftwood: Driftwood, starving: Path
) -> None:
    called = driftwood("run", starving, "--set", "token_budget=9", "--max-steps", 200)
    assert called.code == 0
    told = called.out.partition("\nFindings\n")[2]
    opening = f"driftwood step '{starving}' --set token_budget=9 --max-steps 200 --step"
    assert told == (
        "starvation          C\ufffd[31m waited 62 steps for 2 of service, overtaken by 0 later "
        "ones (the worst of 2 requests)\n"
        f"                    {opening} 62 --event 1\n"
        "starvation          B waited 60 steps for 2 of service, overtaken by 0 later ones\n"
        f"                    {opening} 60 --event 1\n"
    )


def test_the_command_opens_the_moment(driftwood: Driftwood) -> None:
    words = ("run", "cases/head-too-big-while-others-would-fit")
    opening = driftwood(*words).out.splitlines()[-1].split()
    assert opening[:2] == ["driftwood", "step"]
    shown = driftwood("show", *opening[2:])
    assert "step 1 · event 6 of 6" in shown.out


def test_the_document(driftwood: Driftwood) -> None:
    words = ("run", "cases/head-too-big-while-others-would-fit", "--json")
    document = json.loads(driftwood(*words).out)
    assert document["findings"] == [
        {
            "kind": "head_blocked",
            "title": "B did not fit while somebody behind it would have, in 3 steps from 1 on: "
            "it needs 4 blocks with 2 free, s1 behind it 1",
            "rids": ["B", "s1"],
            "steps": [1],
            "numbers": {
                "in_steps": 3,
                "needed_blocks": 4,
                "free_blocks": 2,
                "behind_blocks": 1,
                "heads": 1,
            },
            "jump": {"step": 1, "event": 6},
        }
    ]
    assert document["findings_skipped"] == []


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["starvation"], "--fail-on: starvation (2)\n"),
        (["any"], "--fail-on: starvation (2)\n"),
        (["cycle", "starvation"], "--fail-on: starvation (2)\n"),
        (["cycle", "head-blocked"], ""),
        ([], ""),
    ],
)
def test_failing_on_a_finding(
    driftwood: Driftwood, starving: Path, names: list[str], said: str
) -> None:
    options = [word for name in names for word in ("--fail-on", name)]
    for document in ([], ["--json"]):
        called = driftwood("run", starving, *options, *document)
        assert (called.code, called.err) == (bool(said), said)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("starvatoin", "--fail-on starvatoin: there is no such finding; did you mean starvation?"),
        ("zzz\x1b", f"--fail-on zzz\ufffd: there is no such finding; known: any, {KINDS[0]}, "),
    ],
)
def test_an_unknown_finding(driftwood: Driftwood, starving: Path, name: str, line: str) -> None:
    called = driftwood("run", starving, "--fail-on", name, "--fail-on", "any")
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(line)


def test_the_log_is_written_before_it_fails(
    driftwood: Driftwood, starving: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    assert driftwood("run", starving, "--fail-on", "any", "--log", log).code == 1
    assert len(log.read_text(encoding="utf-8").splitlines()) == 64


def test_the_search_is_interrupted(starving: Path) -> None:
    """Ctrl+C once it tells that it looks for findings: what was found by then is told."""
    starving.write_text(STARVING.replace("60]", "9000000]"), encoding="utf-8")
    master, slave = pty.openpty()
    started = subprocess.Popen(
        command("run", starving, "--max-steps", 400_000),
        env=environment({"TERM": "xterm"}),
        stdout=subprocess.PIPE,
        stderr=slave,
    )
    os.close(slave)
    told = b""
    while b"findings" not in told:
        told += os.read(master, 4096)
    started.send_signal(signal.SIGINT)
    out, _ = started.communicate(timeout=60)
    told += rest_of(master)
    os.close(master)
    assert started.returncode == 130
    assert told.endswith(b"interrupted while findings were looked for\r\n")
    assert b"\nstarvation " in out
    assert b"of 400,000 steps were looked at)\n" in out


def test_a_run_that_was_interrupted_is_not_searched() -> None:
    assert findings_document(None)["findings_skipped"] == ["the run was interrupted: nobody looked"]
