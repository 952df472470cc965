"""The brief's three examples on the screen, and each event of the step that preempts."""

from pathlib import Path

import pytest

from tests.recorded import Snapshot
from tui.frames import frame

PREEMPTION = "2-preemption.toml"


@pytest.fixture
def brief(root: Path) -> Path:
    """The folder of the examples."""
    return root / "fixtures" / "brief"


@pytest.mark.parametrize("step", range(6))
def test_each_step_of_the_preemption(snapshot: Snapshot, brief: Path, step: int) -> None:
    snapshot.assert_match(frame(brief / PREEMPTION, step), f"step-{step}.txt")


@pytest.mark.parametrize("event", range(6))
def test_each_event_of_the_step_that_preempts(snapshot: Snapshot, brief: Path, event: int) -> None:
    text = frame(brief / PREEMPTION, 3, event, (80, 24))
    snapshot.assert_match(text, f"event-{event}.txt")


@pytest.mark.parametrize("step", range(3))
def test_continuous_batching(snapshot: Snapshot, brief: Path, step: int) -> None:
    text = frame(brief / "1-continuous-batching.toml", step, size=(80, 24))
    snapshot.assert_match(text, f"step-{step}.txt")


@pytest.mark.parametrize("step", range(4))
def test_chunked_prefill(snapshot: Snapshot, brief: Path, step: int) -> None:
    text = frame(brief / "3-chunked-prefill.toml", step, size=(80, 24))
    snapshot.assert_match(text, f"step-{step}.txt")


def test_the_request_looked_at(snapshot: Snapshot, brief: Path) -> None:
    snapshot.assert_match(frame(brief / PREEMPTION, 3, 1, rid="B"), "victim.txt")
    snapshot.assert_match(frame(brief / PREEMPTION, 2, rid="A"), "running.txt")


def test_its_styles(snapshot: Snapshot, brief: Path) -> None:
    text = frame(brief / PREEMPTION, 3, 2, (80, 24), styles=True, rid="A")
    snapshot.assert_match(text, "styles.txt")


def test_without_other_glyphs_than_ascii(snapshot: Snapshot, brief: Path) -> None:
    text = frame(brief / PREEMPTION, 3, 1, (80, 24), ascii_only=True)
    assert text.isascii()
    snapshot.assert_match(text, "ascii.txt")
