"""The naive vLLM engine is worth comparing with: it equals every step recorded from vLLM itself."""

from itertools import islice
from pathlib import Path

import pytest

from tests.engines.naive_vllm import NaiveVllm
from tests.engines.recordings import FOLDER, VERSIONS, families, of_family, of_version

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="DRIFTWOOD_DATA does not name the folder that has the recorded schedules"
)


@pytest.mark.parametrize("path", families(), ids=lambda path: path.stem)
def test_it_equals_what_was_recorded(path: Path) -> None:
    for recording in of_family(path):
        steps = NaiveVllm(recording.asked, recording.rules).steps()
        found = [
            {
                "step": one.step,
                "scheduled": one.scheduled,
                "blocks_used": one.used,
                "preempted": one.preempted,
                "waiting": len(one.waiting),
            }
            for one in steps
        ]
        recorded = [{**one, "scheduled": [*one["scheduled"].items()]} for one in recording.steps]
        assert found == recorded, recording.name
        result = {
            one.rid: {
                "first_token": one.first_token,
                "finish": one.finish,
                "preemptions": one.preemptions,
            }
            for one in recording.asked
        }
        assert result == recording.result


@pytest.mark.parametrize("version", VERSIONS)
def test_it_equals_each_version_block_for_block(version: str) -> None:
    for recording in of_version(version):
        steps = NaiveVllm(recording.asked, recording.rules).steps(idle=True)
        for one, recorded in zip(islice(steps, len(recording.steps)), recording.steps, strict=True):
            found = {name: getattr(one, name) for name in recorded if name != "finished"}
            expected = {**recorded, "scheduled": [*recorded["scheduled"].items()]}
            del expected["finished"]
            assert found == expected, (recording.name, one.step)
