"""Ctrl+C while constants are fitted: what was fitted until then is kept and told, exit 130."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.commands.interrupting import interrupted
from tests.measured_runs import run_of, workload, written

LATER_TRIAL = rb"all requests: trial [2-9]"
LATER = "interrupted: this is what was fitted by then"


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """A measured run whose fit takes some seconds."""
    return written(tmp_path / "measured", run_of(workload(1, 600, every_ms=60.0)))


def test_the_best_so_far_is_told(measured: Path) -> None:
    called = interrupted("calibrate", measured, after=LATER_TRIAL)
    assert called.code == 130
    assert called.err.rstrip().splitlines()[-1].endswith(LATER)
    assert "cost of a step" in called.out
    assert "judged on the other" not in called.out


def test_the_document_says_so(measured: Path) -> None:
    words = ("calibrate", measured, "--json")
    called = interrupted(*words, after=b"first half: trial")
    assert called.code == 130
    document = json.loads(called.out)
    assert (document["interrupted"], document["half"]) == (True, None)
    assert document["fit"]["simulated_runs"] > 1


def test_no_scenario_is_written(measured: Path) -> None:
    case = measured.parent / "case.toml"
    words = ("calibrate", measured, "-o", case)
    called = interrupted(*words, after=LATER_TRIAL)
    assert called.code == 130
    assert "nothing is written" in called.err
    assert [path.name for path in measured.parent.iterdir()] == ["measured"]


def test_before_anything_is_fitted(
    driftwood: Driftwood, measured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.commands.calibrate.fitted", lambda *_: False)
    called = driftwood("calibrate", measured)
    assert (called.code, called.out) == (130, "")
    assert called.err == "interrupted before a run was simulated: nothing is fitted\n"
