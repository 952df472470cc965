"""Rids as servers give them, 42 cells long: everywhere by their letter and their beginning."""

import pytest

from core import Request, Run, make_scheduler
from tests.tui.runs import preemption, session
from tui import tracing
from tui.session import Session
from tui.view.happened import events_pane
from tui.view.picked import briefly
from tui.view.request import request_pane
from tui.view.screen import screen

RIDS = [f"chatcmpl-{digit * 4}27c2e54b83a2f4c3d1f1d1a0b{digit}" for digit in "379ab"]


@pytest.fixture
def own() -> Session:
    """Step 9, in which C makes room for A."""
    requests = [Request(rid, at // 2, 40, 30) for at, rid in enumerate(RIDS)]
    return session(Run(requests, make_scheduler("vllm", max_num_seqs=8, num_blocks=10)), 9, 2)


def words(own: Session, width: int, height: int) -> str:
    lines = ["".join(span.text for span in line) for line in screen(own.scene, width, height)]
    return "\n".join(lines)


def test_for_whom_one_was_preempted_shows_on_the_smallest_usual_terminal(own: Session) -> None:
    rows = ["".join(s.text for s in row.line) for row in events_pane(own.scene, 43, 12).rows]
    told = " ".join(" ".join(rows).split())
    assert (
        "▸ 2 preempted C chatcmpl-9999…: C, admitted last, makes room for B chatcmpl-7777…" in told
    )
    assert not any(RIDS[at] in words(own, 80, 24) for at in range(5))


def test_the_life_beside_it_names_others_shortly_and_itself_by_its_letter(own: Session) -> None:
    own.look_at(RIDS[2])
    _ = own.scene
    own.desk.finish()
    pane = request_pane(own.scene, 60, 60)
    told = "\n".join("".join(span.text for span in row.line).rstrip() for row in pane.rows)
    assert pane.title == f"Request C {RIDS[2]}"
    told = " ".join(told.split())
    assert "cause 9.2 for B chatcmpl-7777…, in since 0; C since 1: " in told
    assert "9.2 preempted: C, admitted last, makes room for B chatcmpl-7777…: frees 3" in told


def test_a_sentence_keeps_what_is_no_rid_of_the_run(own: Session) -> None:
    text = f"{RIDS[0]}, {RIDS[1]}: chatcmpl-of-nobody-in-this-run (of {RIDS[2]})"
    said = "A, B chatcmpl-7777…: chatcmpl-of-nobody-in-this-run (of C chatcmpl-9999…)"
    assert briefly(own.scene, text, RIDS[0]) == said


def test_short_rids_stay_as_they_are() -> None:
    scene = session(preemption(), 3).scene
    assert briefly(scene, "B, admitted last, makes room for A", "B").startswith("B, admitted last")


def test_the_cause_of_a_preemption_is_told_shortly(own: Session) -> None:
    own.look_at(RIDS[2])
    _ = own.scene
    own.desk.finish()
    tracing.change_by(own, -1)
    said = "B chatcmpl-7777… asked in step 9; admitted here, C chatcmpl-9999… in step 1: the one"
    assert own.message.startswith(said)
