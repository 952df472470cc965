"""Looking at something in one pane is looking at it in all."""

import pytest

from tests.tui.runs import busy, gap, preemption, session
from tui import selecting
from tui.jumps import Position
from tui.session import Session
from tui.view.footer import footer
from tui.view.lines import Target, text_of
from tui.view.scene import PANES, Attention


def test_rows_are_walked_from_the_nearer_end() -> None:
    own = session(busy(), 200)
    rids = [row.rid for row in own.moment().waiting]
    selecting.show_pane(own, "waiting")
    selecting.row_by(own, 1)
    assert own.attention.rid == rids[0]
    selecting.row_by(own, 3)
    assert own.attention.rid == rids[3]
    selecting.row_by(own, -99)
    assert own.attention.rid == rids[0]
    selecting.row_by(own, 10_000)
    assert own.attention.rid == rids[-1]


def test_an_event_brings_its_request() -> None:
    own = session(preemption(), 3)
    selecting.row_by(own, -2)
    assert (own.attention.event, own.attention.rid) == (3, "B")
    selecting.inspect(own)
    assert own.position == Position(3, 3)
    selecting.inspect(own)
    assert (own.attention.pane, own.attention.zoomed) == ("request", True)


def test_behind_the_last_event_down_begins_with_the_first() -> None:
    own = session(preemption(), 3)
    selecting.row_by(own, 1)
    assert (own.attention.event, own.attention.rid) == (1, "B")
    selecting.row_by(own, -1)
    assert own.attention.event == 1
    inside = session(preemption(), 3, 2)
    selecting.row_by(inside, 1)
    assert inside.attention.event == 3


def test_a_block_brings_its_owner() -> None:
    own = session(preemption(), 2)
    selecting.show_pane(own, "blocks")
    selecting.row_by(own, 1, per_row=3)
    assert (own.attention.block, own.attention.rid) == (1, "A")
    selecting.block_by(own, 2)
    assert (own.attention.block, own.attention.rid) == (3, "B")
    selecting.block_by(own, 99)
    assert own.attention.block == 4


def test_where_there_is_nothing_nothing_is_looked_at() -> None:
    own = session(gap(), 500)
    for pane in PANES:
        selecting.show_pane(own, pane)
        if pane != "timeline":
            selecting.row_by(own, 1)
            selecting.block_by(own, 1)
    assert own.attention == Attention(pane="timeline")


def test_enter_opens_the_request_and_closes_it() -> None:
    own = session(preemption(), 2)
    selecting.pick(own, Target("request", rid="A"))
    selecting.inspect(own)
    assert (own.attention.pane, own.attention.zoomed) == ("request", True)
    selecting.inspect(own)
    assert own.attention.zoomed is False


def test_enter_at_an_event_opens_the_life_of_its_request() -> None:
    own = session(preemption(), 3, 1)
    assert "enter life" in text_of(footer(own.scene, 80)[0])
    assert "enter about B" in text_of(footer(own.scene, 120)[0])
    selecting.inspect(own)
    assert (own.attention.rid, own.attention.pane, own.attention.zoomed) == ("B", "request", True)
    selecting.inspect(own)
    assert (own.attention.rid, own.attention.zoomed) == ("B", False)


def test_enter_at_the_end_of_a_step_opens_the_notes() -> None:
    own = session(preemption(), 3)
    assert "enter notes" in text_of(footer(own.scene, 80)[0])
    selecting.inspect(own)
    assert (own.attention.rid, own.attention.pane, own.attention.zoomed) == (None, "request", True)


def test_leaving_goes_from_the_most_in_the_way_to_nothing() -> None:
    own = session(preemption(), 2)
    own.attention = Attention(pane="timeline", zoomed=True, rid="A")
    own.typed = "12"
    own.playing = True
    left = 0
    while selecting.leave(own):
        left += 1
    assert left == 5
    assert own.attention == Attention()


@pytest.mark.parametrize("panes", [1, -1])
def test_panes_go_round(panes: int) -> None:
    own = session(preemption())
    shown = ("blocks", "events", "running")
    seen = []
    for _ in shown:
        selecting.pane_by(own, panes, ("blocks", "events", "running"))
        seen.append(own.attention.pane)
    assert sorted(seen) == sorted(shown)


def test_a_step_pointed_at_is_a_jump() -> None:
    own: Session = session(preemption())
    selecting.pick(own, Target("step", number=4))
    assert own.position == Position(4)
    own.back()
    assert own.position == Position(0)
