"""Recorded schedules are opened like any file, and `conform` says where to look."""

import json
from pathlib import Path

import pytest

from core.workload import ScenarioError, load
from core.workload.recorded_lines import RecordingError
from core.workload.recordings import read_recordings
from tests.commands.calling import Driftwood

FOLDER = Path(__file__).parents[2] / "fixtures" / "conformance"
FILE = FOLDER / "vllm.jsonl"
LINES = FILE.read_text(encoding="utf-8").splitlines()


def otherwise(folder: Path, line: int, key: str, value: object, step: int = 3) -> Path:
    """A file of the recordings in which something was recorded otherwise in one."""
    found = json.loads(LINES[line - 1])
    if key == "result":
        found["result"]["cat"]["finish"] = value
    else:
        found["steps"][step][key] = value
    path = folder / "some runs.jsonl"
    lines = [*LINES[: line - 1], json.dumps(found), *LINES[line:]]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_first_difference_is_told_with_the_command_that_opens_it(
    driftwood: Driftwood, tmp_path: Path
) -> None:
    path = otherwise(tmp_path, 2, "blocks_used", 99)
    called = driftwood("conform", path)
    step = json.loads(LINES[1])["steps"][3]
    assert called.code == 1
    assert called.out.splitlines()[1:6] == [
        f"  {json.loads(LINES[1])['id']}, step {step['step']}:",
        "    blocks_used",
        "      recorded  99",
        f"      here      {step['blocks_used']}",
        f"    driftwood step '{path}:2' --step {step['step']}",
    ]
    document = json.loads(driftwood("conform", path, "--json").out)
    told = document["schedules"][1]["difference"]
    assert told["opened_by"] == f"driftwood step '{path}:2' --step {step['step']}"
    shown = driftwood("show", f"{path}:2", "--step", step["step"])
    assert f"{step['blocks_used']} used" in shown.out


def test_a_file_without_a_schedule_is_no_success(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n", encoding="utf-8")
    called = driftwood("conform", path)
    assert (called.code, called.out) == (2, "")
    assert called.err.endswith("empty.jsonl: there is no recorded schedule in it\n")


def test_who_ended_otherwise_is_explained(driftwood: Driftwood, tmp_path: Path) -> None:
    path = otherwise(tmp_path, 1, "result", 1)
    called = driftwood("conform", path)
    assert called.out.splitlines()[5] == f"    driftwood explain '{path}:1' cat"
    told = driftwood("explain", f"{path}:1", "cat").out
    assert told.startswith(f"cat in {json.loads(LINES[0])['id']}, recorded\n")
    assert "\n  from some runs.jsonl:1\n" in told


@pytest.mark.parametrize("line", range(1, len(LINES) + 1))
def test_a_run_of_a_recording_does_what_was_recorded(line: int) -> None:
    run = load(f"{FILE}:{line}").run().finish()
    steps = [(one.step, [*one.scheduled.items()], one.blocks_used) for one in run.records()]
    (recording,) = [one for one in read_recordings(FILE) if one.line == line]
    assert recording.scheduler == run.scheduler
    assert recording.requests == run.requests
    assert steps == [(one["step"], one["scheduled"], one["blocks_used"]) for one in recording.steps]


def test_what_was_recorded_of_stamps_stays_when_something_is_set() -> None:
    found = load(f"{FILE}:1")
    assert getattr(found.scheduler, "one_stamp", None)
    changed = found.with_settings({"num_blocks": "64"})
    assert getattr(changed.scheduler, "one_stamp", None)
    with pytest.raises(ScenarioError, match=r"^--set num_blocks=0: "):
        found.with_settings({"num_blocks": "0"})


def test_which_one_has_to_be_said(driftwood: Driftwood, tmp_path: Path) -> None:
    called = driftwood("run", FILE)
    assert (called.code, called.out) == (2, "")
    assert called.err == (
        f"{FILE}: there are several recorded schedules: say in which line, as in vllm.jsonl:2\n"
    )
    assert driftwood("run", f"{FILE}:99").err == (
        f"{FILE}: there is no recorded schedule in line 99\n"
    )
    alone = tmp_path / "one.jsonl"
    alone.write_text(LINES[0], encoding="utf-8")
    assert load(alone).requests == load(f"{FILE}:1").requests


def test_a_line_that_is_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(LINES[0] + '\n{"id": 7}\n', encoding="utf-8")
    with pytest.raises(RecordingError, match=r"x\.jsonl:2: this is no recorded schedule: no "):
        load(f"{path}:2")


@pytest.mark.parametrize("name", ["none.jsonl:1", "none.jsonl", ":1", "x.jsonl:"])
def test_a_place_that_is_none(driftwood: Driftwood, name: str) -> None:
    called = driftwood("run", name)
    assert called.code == 2
    assert called.err.startswith(f"{name}: there is no such file or built-in scenario")


ENGINES = ("vllm@0.15", "sglang", "tensorrt-llm", "orca", "sarathi", "nano-vllm", "driftwood")


@pytest.mark.parametrize("line", range(1, len(LINES) + 1))
def test_a_recorded_workload_runs_on_every_engine(driftwood: Driftwood, line: int) -> None:
    words = [word for name in ENGINES for word in ("--with", name)]
    called = driftwood("compare", f"{FILE}:{line}", *words, "--json")
    assert (called.code, called.err) == (0, "")
    runs = {one["name"]: one for one in json.loads(called.out)["runs"]}
    config = json.loads(LINES[line - 1])["config"]
    assert runs["base"]["left_out"] == {}
    assert runs["sglang"]["knobs"]["max_running_requests"] == config["max_num_seqs"]
    tokens = config["num_blocks"] * config["block_size"]
    assert runs["sglang"]["knobs"]["max_total_tokens"] == tokens
    cached = config.get("enable_prefix_caching", False)
    assert runs["sglang"]["knobs"]["disable_radix_cache"] is not cached
    assert ("enable_prefix_caching" in runs["nano-vllm"]["left_out"]) is not cached
    left = runs["orca"]["left_out"]
    assert left.get("policy", "fcfs") == config.get("policy", "fcfs")


def test_what_an_engine_has_no_name_for_is_told(driftwood: Driftwood) -> None:
    called = driftwood("run", f"{FILE}:1", "--scheduler", "orca")
    told = "left out: max_num_batched_tokens 12, enable_prefix_caching false"
    assert called.out.splitlines()[1].endswith(f" · {told}")
    notes = load(f"{FILE}:1").with_settings({}, scheduler="orca").notes
    assert notes.splitlines() == [
        "A schedule of vllm@0.33 that was recorded: its workload run on orca.",
        f"Left out, since orca has no name for it: {told.removeprefix('left out: ')}.",
    ]


def test_what_is_typed_is_not_left_out(driftwood: Driftwood) -> None:
    called = driftwood("run", f"{FILE}:1", "--scheduler", "orca", "--set", "watermark=0.1")
    assert called.code == 2
    assert "orca has no knob 'watermark'" in called.err


def test_a_sweep_over_engines_tells_it_of_each(driftwood: Driftwood, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    words = ("--scheduler", "vllm@0.33,sglang,orca", "-j", "1", "--csv", "-o", out)
    called = driftwood("sweep", f"{FILE}:1", *words)
    assert called.code == 0
    assert called.err == (
        "orca: left out: max_num_batched_tokens 12, enable_prefix_caching false\n"
    )
