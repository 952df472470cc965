"""The queue on the screen: whoever waits is there with the reason, however long the rids are."""

import pytest

from core import Request, Run, make_scheduler
from tests.tui.runs import session
from tui.session import Session
from tui.view.screen import screen
from tui.view.waiting import waiting_pane

LONG = "chatcmpl-31162427c2e54b83a2f4c3d1f1d1a0b"
WAITING = 5


@pytest.fixture(scope="module")
def queue() -> Session:
    """Five wait, the head for blocks, all with rids as a server gives them."""
    requests = [Request(f"{LONG}{n}", n // 3, 6 + n, 9) for n in range(8)]
    knobs = {"max_running": 8, "block_size": 4, "num_blocks": 10}
    return session(Run(requests, make_scheduler("driftwood", **knobs)), 4)


def rows_of(own: Session, width: int, height: int) -> list[str]:
    pane = waiting_pane(own.scene, width, height)
    return ["".join(span.text for span in row.line).rstrip() for row in pane.rows]


@pytest.mark.parametrize("width", [31, 36, 43, 54, 73])
def test_a_long_rid_gives_way_to_the_reason(queue: Session, width: int) -> None:
    head, first, second, *_ = rows_of(queue, width, 12)
    assert "why not now" in head
    assert first.startswith("D ")
    assert "needs 3 blocks, 1 free" in first
    assert "  turn: behind D chatcm" in second


@pytest.mark.parametrize("width", [12, 20, 27, 28, 30, 43, 120])
def test_the_head_shows_in_a_pane_of_any_width_and_height(queue: Session, width: int) -> None:
    for height in (4, 5, 6, 9):
        pane = waiting_pane(queue.scene, width, height)
        assert "–0 " not in pane.note
        assert rows_of(queue, width, height)[1].lstrip(" 1").startswith("D")


def test_a_reason_that_does_not_fit_is_cut_where_it_can_be_seen(queue: Session) -> None:
    lines = ["".join(span.text for span in line) for line in screen(queue.scene, 80, 24)]
    assert any("E chatcmpl-" in line and "behind D chatcm… │" in line for line in lines)


def test_a_long_reason_of_the_head_leaves_a_line_for_the_one_behind_it(queue: Session) -> None:
    for width in (31, 34, 43):
        for height in (6, 7, 9):
            rows = rows_of(queue, width, height)
            assert rows[1].startswith("D ")
            assert any(row.startswith("E ") for row in rows[2:])
            assert len(rows) <= height - 2


def test_what_is_cut_of_the_heads_reason_can_be_seen() -> None:
    requests = [Request(f"r{n}", 0, 4000, 9) for n in range(3)]
    knobs = {"max_running": 8, "block_size": 4, "num_blocks": 1900}
    gates = ("known_text", "whole_life")
    own = session(Run(requests, make_scheduler("driftwood", **knobs, admission=gates)), 4)
    assert "whole life: 2,004 of 1,900 blocks promised" in rows_of(own, 120, 9)[1]
    first, second, third = rows_of(own, 34, 6)[1:]
    assert (first, second.strip()) == ("B r1  whole life: 2,004 of", "1,900 blocks promised")
    assert third == "C r2  turn: behind r1"
    (only,) = rows_of(own, 34, 4)[1:]
    assert only == "B r1  whole life: 2,004 of 1,…"
