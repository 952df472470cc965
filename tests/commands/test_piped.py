"""A file that comes through a pipe: `-`, /dev/stdin, and what a shell makes of `<(…)`."""

import json
import os
import pty
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.commands.calling import Called, Driftwood, command, environment
from tests.commands.on_screen import OnScreen
from tui.commands import piped
from tui.commands.stopped import Refused

TRACE = b"arrived_at,num_prefill_tokens,num_decode_tokens\n0,30,4\n0.1,20,3\n"
SCENARIO = (
    b'# a case\ntitle = "Piped"\nrequests = [["A", 0, 6, 4]]\n'
    b'[scheduler]\nname = "driftwood"\nmax_running = 1\n[expect.run]\nfinished = 1\n'
)


def through(given: bytes, *words: object) -> Called:
    """What `driftwood` says with `given` written into its stdin."""
    ended = subprocess.run(
        command(*words),
        input=given,
        env=environment({}),
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Called(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def figures(called: Called) -> object:
    assert (called.code, called.err) == (0, "")
    return json.loads(called.out)["totals"]


@pytest.mark.parametrize("file", ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_a_trace_that_is_piped_runs_as_its_file(
    driftwood: Driftwood, tmp_path: Path, file: str
) -> None:
    trace = tmp_path / "trace.csv"
    trace.write_bytes(TRACE)
    assert figures(through(TRACE, "run", file, "--json")) == figures(
        driftwood("run", trace, "--json")
    )


def test_so_does_what_a_shell_makes_of_a_command(tmp_path: Path) -> None:
    trace = tmp_path / "trace.csv"
    trace.write_bytes(TRACE)
    called = " ".join(command("run"))
    said = subprocess.run(
        ["/bin/bash", "-c", f"{called} <(cat trace.csv) && {called} - < trace.csv"],
        env=environment({}),
        cwd=tmp_path,
        capture_output=True,
        check=True,
        timeout=60,
    ).stdout.decode()
    assert said.count("2: 2 finished, 0 rejected") == 2


@pytest.mark.parametrize("begun", [b"", b"\xef\xbb\xbf", b"\n\n  "])
def test_a_scenario_is_known_by_how_it_begins(begun: bytes) -> None:
    checked = through(begun + SCENARIO, "check", "-")
    assert (checked.code, checked.out) == (0, "1 scenario, 1 expectation, all met\n")
    assert through(begun + SCENARIO, "run", "-").out.startswith("Piped\n")


def test_it_is_read_once_for_all_runs_of_a_command() -> None:
    said = through(SCENARIO, "compare", "-", "--with", "max_running=2", "--json")
    assert [run["totals"]["finished"] for run in json.loads(said.out)["runs"]] == [1, 1]


def test_a_fault_has_its_line_and_no_place_that_is_gone() -> None:
    said = through(SCENARIO.replace(b"= 1\n[", b"= 0\n["), "run", "-")
    assert said == (2, "", "stdin.toml:6: max_running must be at least 1, not 0\n")
    said = through(b"oh,no\n", "run", "/dev/fd/0")
    assert said.code == 2
    assert said.err.startswith("pipe-0: this is no known trace: its first line is 'oh,no'")


def test_what_is_piped_is_told_to_be_a_file_where_a_command_opens_it() -> None:
    rows = b"".join(b"0,%d,4\n" % (100 + row) for row in range(40))
    said = through(TRACE + rows, "run", "-", "--set", "num_blocks=9", "--max-steps", 200)
    assert "driftwood step FILE --set num_blocks=9 " in said.out


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    for given in (TRACE, b"oh"):
        subprocess.run(
            command("run", "-"),
            input=given,
            env=environment({"TMPDIR": str(tmp_path)}),
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert not list(tmp_path.iterdir())


def test_where_nothing_is_piped_it_says_how() -> None:
    own, theirs = pty.openpty()
    ended = subprocess.run(
        command("run", "-"),
        stdin=theirs,
        env=environment({}),
        capture_output=True,
        check=False,
        timeout=60,
    )
    os.close(own)
    os.close(theirs)
    assert ended.returncode == 2
    assert ended.stderr.decode() == f"nothing is piped into it: {piped.EXAMPLE}\n"


def test_a_pipe_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piped, "MOST_BYTES", 10)
    said = through_descriptor([b"a" * 11])
    assert said == "more than 0 MiB: make it a file first"


def through_descriptor(pieces: Iterable[bytes]) -> str:
    """Why what is written into a pipe of this process is refused."""
    reading, writing = os.pipe()
    for piece in pieces:
        os.write(writing, piece)
    os.close(writing)
    with piped.pipes(), pytest.raises(Refused) as caught:
        piped.piped(f"/dev/fd/{reading}")
    os.close(reading)
    return str(caught.value).removeprefix(f"/dev/fd/{reading}: ")


def test_the_screen_has_its_keys_from_the_terminal(tmp_path: Path) -> None:
    trace = tmp_path / "trace.csv"
    trace.write_bytes(TRACE)
    app = OnScreen("step", "-", piped_in=trace)
    app.shows("Driftwood", "stdin", "finished at")
    app.press(b"n")
    app.shows("step 1 ")
    app.press(b"q")
    assert app.ended() == 0
    app.close()
