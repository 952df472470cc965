"""`fixtures/conformance`: schedules of our own figures, by the naive vLLM, run by `conform`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.schedulers.vllm import Vllm
from core.schedulers.vllm.versions import VERSIONS
from core.study.conform import conform
from core.workload.recordings import Recording, read_recordings
from tests.commands.calling import Driftwood
from tests.engines.naive_vllm import NaiveVllm
from tests.engines.recordings import asked_by_prefix
from tests.engines.test_vllm_agrees import rules_of

FOLDER = Path(__file__).parents[2] / "fixtures" / "conformance"
FILE = FOLDER / "vllm.jsonl"
LINES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
RECORDINGS = [*read_recordings(FILE)]
NAMES = [f"{line['engine']} {line['id']}" for line in LINES]


def scheduler_of(recording: Recording) -> Vllm:
    """What it runs on."""
    assert isinstance(recording.scheduler, Vllm)
    return recording.scheduler


@pytest.mark.parametrize("at", range(len(LINES)), ids=NAMES)
def test_the_figures_are_those_of_the_naive_engine(at: int) -> None:
    line = LINES[at]
    asked = [asked_by_prefix(one) for one in line["requests"]]
    steps = [
        {
            "step": one.step,
            "scheduled": dict(one.scheduled),
            "blocks_used": one.used,
            "preempted": one.preempted,
            "waiting": len(one.waiting),
        }
        for one in NaiveVllm(asked, rules_of(scheduler_of(RECORDINGS[at]))).steps()
    ]
    assert line["steps"] == steps
    assert {one.rid: (one.finish, one.preemptions) for one in asked} == {
        rid: (told["finish"], told["preemptions"]) for rid, told in line["result"].items()
    }


def test_conform_runs_the_folder(capsys: pytest.CaptureFixture[str]) -> None:
    ended = Driftwood(capsys)("conform", FOLDER)
    count = sum(len(line["steps"]) for line in LINES)
    assert ended.code == 0
    assert f"{count} of {count} steps are equal, in {len(LINES)} recorded schedules" in ended.out


def test_every_version_is_there() -> None:
    assert {one.engine for one in RECORDINGS} == {*VERSIONS}


def told_apart(recording: Recording, other: str) -> bool:
    """Whether the version `other` does something else."""
    scheduler = replace(scheduler_of(recording), version=VERSIONS[other])
    return conform(replace(recording, scheduler=scheduler)).difference is not None


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("vllm@0.33 priority", "vllm@0.24"),
        ("vllm@0.33 a threshold alone and not", "vllm@0.24"),
        ("vllm@0.33 prefix cache", "vllm@0.21"),
        ("vllm@0.33 tight", "vllm@0.15"),
        ("vllm@0.33 tight, watermark", "vllm@0.21"),
    ],
)
def test_they_tell_the_versions_apart(name: str, other: str) -> None:
    assert told_apart(RECORDINGS[NAMES.index(name)], other)


def test_a_step_that_differs_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = {**LINES[0], "steps": [dict(one) for one in LINES[0]["steps"]]}
    line["steps"][3]["blocks_used"] += 1
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    ended = Driftwood(capsys)("conform", path)
    assert ended.code == 1
    assert "3 of " in ended.out
    assert "step 3:" in ended.out
