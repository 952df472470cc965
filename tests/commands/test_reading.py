"""Large files: how far the reading is, and one Ctrl+C that ends it at once."""

import json
from pathlib import Path

import pytest

from tests.commands.interrupting import interrupted
from tests.commands.on_screen import OnScreen
from tests.measured_runs import run_of, workload, written
from tui.commands import reading, working
from tui.commands.reading import ReadingBar

HEADER = "timestamp,prompt_tokens,generated_tokens\n0,5,2\n"
STOPS = " · Ctrl+C stops"
SPARSE = 12 * 2**30
"""Bytes of a hole: seconds of reading, and nothing on the disk."""


@pytest.fixture
def huge(tmp_path: Path) -> Path:
    """A trace that takes long to read."""
    path = tmp_path / "huge.csv"
    with path.open("w", encoding="utf-8") as file:
        _ = file.write(HEADER)
        _ = file.truncate(SPARSE)
    return path


@pytest.fixture
def of_it(huge: Path) -> Path:
    """A scenario whose requests come from it."""
    path = huge.with_name("of-it.toml")
    text = '[scheduler]\nname = "driftwood"\nmax_running = 1\n\n[workload]\ntrace = "huge.csv"\n'
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("run",),
        ("show", "--step", 1),
        ("explain", "r00001"),
        ("compare", "--with", "vllm"),
        ("step",),
    ],
    ids=lambda words: str(words[0]),
)
def test_one_ctrl_c_ends_the_reading(huge: Path, words: tuple[object, ...]) -> None:
    command, *others = words
    called = interrupted(command, huge, *others, after=rb"huge\.csv: [1-9][\d,]* of 12,885 MB read")
    assert (called.code, called.out) == (130, "")
    assert called.err.splitlines()[-1].endswith("interrupted while huge.csv was read")


def test_in_the_app_a_huge_trace_is_read_beside_the_screen(of_it: Path, huge: Path) -> None:
    huge.with_name("tiny.csv").write_text(HEADER, encoding="utf-8")
    app = OnScreen("step", str(of_it), "--set", "workload.trace=tiny.csv")
    try:
        app.shows("Timeline", "finished at")
        app.press(b"eworkload.trace=huge.csv\r")
        app.shows("what if", "huge.csv: ", " of 12,884.9 MB read")
        app.press(b"\x1b")
        app.until(lambda: "what if" not in app.text.splitlines()[-2])
        app.press(b"n")
        app.shows("step 1")
        app.press(b"eworkload.trace=huge.csv\r")
        app.shows("MB read")
        app.press(b"\x03")
        assert app.ended() == 130
    finally:
        app.close()


def test_in_a_sweep_nothing_was_run(huge: Path) -> None:
    called = interrupted("sweep", huge, "--set", "num_blocks=64,128", after=rb"MB read")
    assert (called.code, called.out) == (130, "")
    assert called.err.splitlines()[-1].endswith("interrupted: nothing was run")
    assert [path.name for path in huge.parent.iterdir()] == ["huge.csv"]


def test_a_check_tells_what_is_not_checked(of_it: Path) -> None:
    called = interrupted("check", of_it, after=rb"MB read")
    assert (called.code, called.out) == (130, "no scenario was checked\n")
    assert called.err.splitlines()[-1].endswith("interrupted: 1 file is not checked")


def test_the_prompts_of_a_measured_run(tmp_path: Path) -> None:
    folder = written(tmp_path / "measured", run_of(workload(count=2)))
    prompts = tmp_path / "prompts.jsonl"
    with prompts.open("w", encoding="utf-8") as file:
        _ = file.truncate(SPARSE)
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    meta["dataset_hash"] = "0" * 64
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    called = interrupted("calibrate", folder, "--prompts", prompts, after=rb"MB read")
    assert (called.code, called.out) == (130, "")
    assert called.err.splitlines()[-1].endswith("interrupted while prompts.jsonl was read")


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the line of progress is, one after the other, on a clock that goes on by a second."""
    told: list[str] = []
    seconds = iter(range(100))
    for module in (reading, working):
        monkeypatch.setattr(module, "progress", told.append)
        monkeypatch.setattr(module, "perf_counter", lambda: float(next(seconds)))
    return told


def test_the_bar_tells_bytes_and_then_requests(lines: list[str]) -> None:
    waiting = ReadingBar()
    waiting.read("t.csv", 0, 400_000_000)
    waiting.read("t.csv", 100_000_000, 400_000_000)
    waiting.made("t.csv", 0, 300)
    waiting.made("t.csv", 150, 300)
    assert waiting.interrupted == "interrupted while t.csv was read"
    waiting.ended()
    assert waiting.interrupted == ""
    assert lines == [
        f"{'█' * 5}{'░' * 15}  25% · t.csv: 100 of 400 MB read · 100.0 MB/s · 3 s left{STOPS}",
        f"{'█' * 10}{'░' * 10}  50% · t.csv: 150 of 300 requests made · 150/s · 1 s left{STOPS}",
        "",
    ]


def test_a_name_is_inert_and_leaves_room(lines: list[str]) -> None:
    waiting = ReadingBar()
    waiting.read("\x1b[2J" + "x" * 99, 0, 10)
    waiting.read("\x1b[2J" + "x" * 99, 5, 10)
    assert "\x1b" not in lines[0]
    assert "x…: " in lines[0]
    assert len(lines[0]) < 130


def test_what_takes_no_time_leaves_the_terminal_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(reading, "progress", told.append)
    bar = ReadingBar()
    bar.read("small.csv", 0, 10)
    bar.built(reading.MANY - 1)
    bar.ended()
    assert told == []
    bar.built(reading.MANY)
    bar.ended()
    assert told == ["the run of 100,000 requests is built …", ""]
