"""Files of a moment: written where somebody can find them, never over another one."""

import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.tui.driving import drive, lines_of
from tests.tui.runs import hostile, preemption, session
from tui.app import StepApp
from tui.frames import frame
from tui.keeping import keep_frame, keep_step, step_text

REASON = "B, admitted last, makes room for A: frees 2 blocks, 6 computed tokens to redo"


def test_the_step_in_words() -> None:
    assert step_text(session(preemption(), 3, 2)).splitlines() == [
        "a title",
        "driftwood · max_running 3 · block_size 4 · num_blocks 4",
        "step 3, event 2 of 5",
        "",
        "Events: 5",
        f"    1 preempted B: {REASON}",
        "  > 2 grew A: A took block 4, 1 free after it",
        "    3 held B: needs 2 blocks, 1 free",
        "    4 ran: 1 request ran: 1 token processed, 1 sent",
        "    5 finished A: sent its last token, gives back 3 blocks",
        "",
        "Waiting: 2",
        "  1 B preempted: not considered yet in this step",
        "  2 C waiting: turn: behind B",
        "",
        "Running: 1",
        "  A decoding: sent 3/4, computed 8/9, 3 blocks",
        "",
        "Blocks: 3/4 used, 1 free",
    ]


def test_it_is_inert() -> None:
    text = step_text(session(hostile(), 6))
    assert all(line.isprintable() for line in text.splitlines())


def test_files_are_never_written_over(tmp_path: Path) -> None:
    own = session(preemption(), 3, 2)
    first, second = keep_step(own, tmp_path), keep_step(own, tmp_path)
    assert first.name == "driftwood-a-title-step-3.2.txt"
    assert second.name == "driftwood-a-title-step-3.2-2.txt"
    assert first.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")


def test_a_frame_is_text_and_picture(tmp_path: Path) -> None:
    own = session(preemption(), 3, 2)
    own.desk.finish()
    path = keep_frame(own, (80, 24), tmp_path)
    text = path.read_text(encoding="utf-8")
    assert text == frame(own.film, 3, 2, (80, 24))
    picture = ET.parse(path.with_suffix(".svg"))  # noqa: S314 - our own text
    assert picture.getroot().tag.endswith("svg")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="a folder nobody may write to")
def test_where_nothing_can_be_written_a_temporary_folder_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", f"{tmp_path}")
    path = keep_step(session(preemption()), tmp_path / "missing")
    assert path.parent == tmp_path


def test_the_keys_say_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def make() -> StepApp:
        return StepApp(preemption(), title="B & A", step=3)

    said = drive(make, lambda app: (lines_of(app)[-1].strip(), app.clipboard), ["y"], (150, 40))
    assert said[0] == "copied, and written to driftwood-b-a-step-3.txt"
    assert said[1] == (tmp_path / "driftwood-b-a-step-3.txt").read_text(encoding="utf-8")
    last = drive(make, lambda app: lines_of(app)[-1].strip(), ["F"], (150, 40))
    assert last == "frame saved, also as .svg: driftwood-b-a-step-3-frame.txt"
    assert (tmp_path / "driftwood-b-a-step-3-frame.svg").exists()
