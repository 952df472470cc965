"""Our vLLM equals every schedule recorded from vLLM itself: four versions, block for block."""

from collections import Counter
from pathlib import Path

import pytest

from core.schedulers.vllm.versions import V0_33, VERSIONS
from core.study.conform import conform
from core.workload.recordings import read_recordings
from tests.engines.recordings import FOLDER

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="DRIFTWOOD_DATA does not name the folder that has the recorded schedules"
)
FOLDERS = ("vllm", "vllm-versions")
FILES = [
    path
    for folder in FOLDERS
    for path in sorted(Path(FOLDER, "conformance", folder).glob("*.jsonl*"))
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_recorded_step_is_equal(path: Path) -> None:
    for recording in read_recordings(path):
        found = conform(recording)
        assert found.difference is None, recording.name
        assert found.equal == found.steps == len(recording.steps)


def test_each_version_tells_how_many_steps_were_recorded_from_it() -> None:
    steps = Counter[str]()
    for path in FILES:
        for one in read_recordings(path):
            steps[VERSIONS.get(one.engine, V0_33).name] += len(one.steps)
    assert steps == {name: version.recorded_steps for name, version in VERSIONS.items()}


def test_all_of_them_are_looked_at() -> None:
    recordings = [one for path in FILES for one in read_recordings(path)]
    assert len(recordings) == 1_212
    assert sum(len(one.steps) for one in recordings) == 52_856
