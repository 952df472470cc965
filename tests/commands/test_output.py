"""Where the words go: pipes, full disks, closed streams, narrow encodings."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood, command, environment, process

RUN = ("run", "brief/2-preemption")


@pytest.mark.parametrize("changes", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}, {"TERM": "dumb"}])
def test_piped_output_is_plain(changes: dict[str, str]) -> None:
    called = process(*RUN, **changes)
    assert (called.code, called.err) == (0, "")
    assert "\x1b" not in called.out
    assert "\r" not in called.out


def test_a_narrow_encoding_gets_what_it_has() -> None:
    called = process(*RUN, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert called.code == 0
    assert "driftwood . max_running 3 . block_size 4" in called.out
    assert called.out.isascii()


@pytest.mark.parametrize(
    "words",
    [("run", "lessons/34-frontier"), ("show", "brief/2-preemption", "--step", 3), ("help",)],
)
def test_ascii_alone_is_for_text_as_well(driftwood: Driftwood, words: tuple[str, ...]) -> None:
    assert not driftwood("run", "lessons/34-frontier").out.isascii()
    assert driftwood("--ascii", *words).out.isascii()
    assert not driftwood("run", "lessons/34-frontier").out.isascii()


def test_a_reader_that_leaves_changes_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = command("check", "brief", "--json")
    ended = subprocess.run(
        words, env=environment({}), stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [RUN, ("--help",), ("run", "--help"), ("--version",)])
def test_a_full_disk(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            command(*words), env=environment({}), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ended.returncode == 2
    assert ended.stderr == b"the output cannot be written: No space left on device\n"


def test_closed_streams() -> None:
    shell = " ".join([*command(*RUN), ">&- 2>&-"])
    ended = subprocess.run(["/bin/sh", "-c", shell], env=environment({}), check=False)
    assert ended.returncode == 0
