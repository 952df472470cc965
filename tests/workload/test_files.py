"""Files that are none, are too large, or hold something else: a sentence for each."""

import bz2
import gzip
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core.workload import ScenarioError, TraceError, load, load_scenario, load_trace
from core.workload.files import LARGEST_TEXT
from core.workload.formats.rows import LONGEST_LINE

NO_PIPE = "this is not a regular file; what a pipe brings is read as -: command | driftwood run -"
ROWS = b"TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.68,374,44\n"


def refusal(path: Path) -> str:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    (fault,) = caught.value.faults
    return f"{fault.line or '-'}: {fault.message}"


def trace_refusal(path: Path) -> str:
    with pytest.raises(TraceError) as caught:
        load_trace(path)
    (fault,) = caught.value.faults
    assert fault.key in {"trace", "format"}
    return fault.message


def test_a_missing_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml") == "-: there is no such file"
    assert trace_refusal(tmp_path / "none.csv") == "there is no such file"


def test_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "-: this is a folder, not a file"
    assert trace_refusal(tmp_path) == (
        "this is a folder without agent sessions (.json): a trace is one file, or a folder of these"
    )


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert refusal(pipe) == f"-: {NO_PIPE}"
    assert trace_refusal(pipe) == NO_PIPE


def test_a_device_is_not_opened() -> None:
    assert trace_refusal(Path("/dev/zero")) == NO_PIPE


def test_a_name_that_cannot_be() -> None:
    assert refusal(Path("a\0b.toml")).startswith("-: the file cannot be read")
    assert refusal(Path("a" * 5000)).startswith("-: the file cannot be read")


def test_a_name_is_inert_in_the_message(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(tmp_path / "a\x1b[31m\n.toml")
    assert str(caught.value).isprintable()


def test_a_scenario_too_large_is_not_read(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)
    assert refusal(large) == (
        "-: the file has 67,108,865 bytes, and 64 MiB is the most that is read"
    )


def test_text_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "a"\nnotes = "caf\xe9"\n')
    assert refusal(path) == "2: the text is not UTF-8 (byte 0xe9)"


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_bytes(b"")
    with pytest.raises(ScenarioError, match="there are no requests"):
        load_scenario(path)
    assert trace_refusal(path).startswith("this is no known trace: nothing stands in it")


def test_a_first_line_that_is_too_long_is_told(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text(f'{{"timestamp": 0, "x": "{"a" * LONGEST_LINE}"}}', encoding="utf-8")
    assert "its first line is too long" in trace_refusal(path)


def test_a_folder_that_is_a_measured_run_is_told(tmp_path: Path) -> None:
    for name in ("requests.jsonl", "meta.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    assert trace_refusal(tmp_path).startswith("this folder is a measured run, not a trace")


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is readable for root")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.toml"
    path.touch(mode=0)
    assert refusal(path) == "-: the file cannot be read: Permission denied"
    assert trace_refusal(path) == "the file cannot be read: Permission denied"


def test_a_file_of_another_kind_names_the_known_ones(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}: this is no known trace: its first line is 'dear diary'; "
        "known: azure, vidur, vidur-lengths, burstgpt, fleet-sim, bailian, llmservingsim, "
        "mooncake, timed-trace, weka; of another kind: name its columns, "
        "--columns arrival_ms=ts,prompt_len=in,output_len=out; "
        "a scenario's name would end in .toml"
    )


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (gzip.compress, "this file is compressed: unpack it first"),
        (bz2.compress, "this file is compressed: unpack it first"),
        (lzma.compress, "this file is compressed: unpack it first"),
        (lambda rows: rows.decode().encode("utf-16"), "this file is no UTF-8 text, perhaps UTF-16"),
    ],
)
def test_what_is_packed_or_no_utf_8_is_told_as_that(
    tmp_path: Path, made: Callable[[bytes], bytes], said: str
) -> None:
    path = tmp_path / "trace.csv"
    path.write_bytes(ROWS)
    assert len(load_trace(path).requests) == 1
    path.write_bytes(made(ROWS))
    assert trace_refusal(path).startswith(said)
