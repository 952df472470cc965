"""Files and values from anybody: told in plain lines, never a traceback, never an escape."""

import gzip
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

HOSTILE = "\x1b]0;owned\x07[bold]\u202e\u0000\udc80"
COMMANDS = (
    ("run",),
    ("show", "--step", "0"),
    ("step",),
    ("frame", "--step", "0"),
    ("explain", "A"),
    ("compare", "--with", "max_running=1"),
    ("cut", "--around", "A", "-o", "-"),
    ("sweep", "--set", "max_running=1", "-j", "1"),
    ("check",),
    ("conform",),
    ("calibrate",),
)


def is_plain(text: str) -> bool:
    """Whether `text` has nothing in it that a terminal would act on."""
    return all(letter.isprintable() for letter in text.replace("\n", ""))


def not_there(path: Path) -> None:
    path.unlink(missing_ok=True)


def dangling(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


BAD_FILES: Mapping[str, Callable[[Path], object]] = {
    "missing": not_there,
    "folder": Path.mkdir,
    "empty": Path.touch,
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 64),
    "other": lambda path: path.write_text('[project]\nname = "x"\n', encoding="utf-8"),
    "pipe": os.mkfifo,
    "dangling": dangling,
}


@pytest.fixture(params=BAD_FILES.values(), ids=list(BAD_FILES))
def bad_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Something that is no scenario."""
    path = tmp_path / "bad.toml"
    request.param(path)
    return path


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: str(words[0]))
def test_what_is_no_scenario(driftwood: Driftwood, bad_file: Path, words: list[str]) -> None:
    called = driftwood(words[0], bad_file, *words[1:])
    assert called.code == 2
    assert called.err
    assert "Traceback" not in called.err
    assert is_plain(called.err)


def test_an_unknown_file_names_the_nearest_built_in_ones(driftwood: Driftwood) -> None:
    said = "there is no such file or built-in scenario;"
    near = f"{said} did you mean brief/2-preemption?\n"
    assert driftwood("run", "brief/2-premption").err == f"brief/2-premption: {near}"
    assert driftwood("run", "2-preemption").err == f"2-preemption: {near}"
    assert driftwood("run", "zzz").err == f"zzz: {said} all: driftwood help scenarios\n"


@pytest.mark.parametrize("name", [HOSTILE, "x" * 5_000, "a/" * 3_000, "~nobody/x", ""])
def test_a_name_that_cannot_be_one(driftwood: Driftwood, name: str) -> None:
    called = driftwood("run", name)
    assert called.code == 2
    assert is_plain(called.err)
    assert len(called.err) < 1_500


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "max_running"], "--set max_running: write --set KNOB=VALUE, such as"),
        (["--set", "=3"], "--set =3: write --set KNOB=VALUE, such as"),
        (["--set", "max_runing=3"], "--set max_runing=3: driftwood has no knob 'max_runing'; did"),
        (["--set", "max_running=0"], "--set max_running=0: max_running must be at least 1, not 0"),
        (["--set", "max_running=two"], "--set max_running=two: max_running must be an integer"),
        (["--set", f"max_running={10**30}"], "--set max_running=1000"),
        (["--set", "cost.base_ms=-1"], "--set cost.base_ms=-1: base_ms must be above 0"),
        (["--set", "cost.base_ms=nan"], "--set cost.base_ms=nan: base_ms"),
        (["--set", f"x={HOSTILE}"], "--set x="),
        (["--scheduler", "vlm"], "--scheduler vlm: there is no scheduler 'vlm'"),
        (["--limit", "5"], "--limit 5: limit is for traces"),
        (["--window", "1..2"], "--window 1..2: window is for traces"),
        (["--max-steps", "0"], "--max-steps 0: max_steps must be at least 1"),
        (["--max-steps", str(10**40)], "--max-steps 1000"),
    ],
)
def test_what_an_option_has_wrong(
    driftwood: Driftwood, scenario: Path, words: list[str], said: str
) -> None:
    called = driftwood("run", scenario, *words)
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(said)
    assert is_plain(called.err)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["--set", "max_running=2", "--set", "max_running=3"], "--set max_running=2"),
        (["--set", "max_running=2", "--set", "scheduler.max_running=3"], "--set max_running=2"),
        (["--max-steps", "2", "--set", "run.max_steps=3"], "--max-steps 2"),
        (["--scheduler", "a", "--set", "name=b"], "--scheduler a"),
    ],
)
def test_options_that_contradict_each_other(
    driftwood: Driftwood, scenario: Path, words: list[str], first: str
) -> None:
    called = driftwood("run", scenario, *words)
    assert (called.code, called.out) == (2, "")
    assert called.err == f"{first} and --set {words[-1]} contradict each other: keep one\n"


def test_the_same_said_twice_is_no_contradiction(driftwood: Driftwood, scenario: Path) -> None:
    words = ["--set", "max_running=2", "--set", "scheduler.max_running=2"]
    assert driftwood("run", scenario, *words).code == 0


@pytest.mark.parametrize("command", [["run"], ["check"], ["show", "--step", "0"]])
@pytest.mark.parametrize("name", ["", " "])
def test_a_name_that_is_empty(driftwood: Driftwood, command: list[str], name: str) -> None:
    called = driftwood(command[0], name, *command[1:])
    assert called == (2, "", "the name of the file is empty\n")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A scenario whose texts would take over a terminal."""
    text = json.dumps(HOSTILE.replace("\udc80", "").replace("\u0000", "\u0085"))
    path = tmp_path / "hostile.toml"
    path.write_text(
        f'title = {text}\nrequests = [[{text}, 0, 2, 2], ["\u200bB", 0, 2, 2]]\n'
        '[scheduler]\nname = "driftwood"\nmax_running = 1\nblock_size = 1\nnum_blocks = 4\n',
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("words", [("run",), ("show", "--step", 0)])
def test_text_from_a_file_is_inert(
    driftwood: Driftwood, hostile: Path, words: tuple[str, ...]
) -> None:
    called = driftwood(words[0], hostile, *words[1:])
    assert (called.code, called.err) == (0, "")
    assert is_plain(called.out)
    assert "[bold]" in called.out


@pytest.mark.parametrize("words", [("run",), ("show", "--step", 0)])
def test_the_document_holds_it_whole(
    driftwood: Driftwood, hostile: Path, words: tuple[str, ...]
) -> None:
    called = driftwood(words[0], hostile, *words[1:], "--json")
    assert called.out.isascii()
    assert is_plain(called.out)
    assert HOSTILE[:4] in json.dumps(json.loads(called.out), ensure_ascii=False).replace(
        "\\u001b", "\x1b"
    )


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: str(words[0]))
@pytest.mark.parametrize("name", ["", " ", "x" * 5000, "a\0b", "no/such", "\x1b[31m"], ids=ascii)
def test_what_is_no_name_of_a_file(driftwood: Driftwood, words: tuple[str, ...], name: str) -> None:
    called = driftwood(words[0], name, *words[1:])
    assert (called.code, called.out) == (2, "")
    assert called.err
    assert is_plain(called.err)


def test_a_trace_is_no_scenario_to_check(driftwood: Driftwood, tmp_path: Path) -> None:
    trace = tmp_path / "trace.csv"
    trace.write_text("arrived_at,num_prefill_tokens,num_decode_tokens\n0,1,1\n", encoding="utf-8")
    called = driftwood("check", trace)
    assert (called.code, called.out) == (2, "")
    assert called.err == f"{trace} is no scenario: its name would end in .toml\n"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"{", "1: this is no recorded schedule: it is not JSON, at column 2"),
        (b"\xff{}", " the text is not UTF-8"),
        (b"\xef\xbb\xbf[]", "1: this is no recorded schedule: a JSON object was expected"),
        (b"", " there is no recorded schedule in it"),
    ],
)
def test_what_is_no_recorded_schedule(
    driftwood: Driftwood, tmp_path: Path, raw: bytes, words: str
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(raw)
    called = driftwood("conform", path)
    assert (called.code, called.out) == (2, "")
    assert called.err.removeprefix(f"{path}:").startswith(words)


@pytest.mark.parametrize("words", [("conform",), ("run",)], ids=lambda words: str(words[0]))
def test_a_broken_archive(driftwood: Driftwood, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "x.jsonl.gz"
    whole = gzip.compress(b'{"config":{}}' * 100)
    path.write_bytes(whole[:12] + bytes(len(whole) - 20) + whole[-8:])
    called = driftwood(words[0], path)
    assert (called.code, called.out) == (2, "")
    assert is_plain(called.err)


def test_a_number_of_too_many_digits(driftwood: Driftwood) -> None:
    called = driftwood("show", "brief/2-preemption", "--step", "9" * 5000)
    assert "has more than 1000 digits" in called.err
    assert len(called.err) < 300


def test_no_command_is_told_as_nothing(driftwood: Driftwood) -> None:
    assert driftwood("").err.startswith("there is no command ''; known: step, run")
    assert driftwood("schedulers", "").err.startswith("there is no scheduler ''; known: ")
    assert driftwood("help", "terms", " ").err.startswith("there is no term ' '; all: ")


def test_a_single_request_is_named_as_such(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    text = 'requests = [["one", 0, 1, 1]]\n[scheduler]\nname = "driftwood"\nmax_running = 1\n'
    path.write_text(text, encoding="utf-8")
    called = driftwood("explain", path, "zz")
    assert called.err == "there is no request zz; there is only one\n"
