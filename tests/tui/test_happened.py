"""The pane of the events: what of a step does not show is told."""

from tests.tui.runs import preemption, session
from tui.session import Session
from tui.view.happened import events_pane
from tui.view.lines import text_of


def pane_of(own: Session, width: int, height: int) -> tuple[list[str], str]:
    pane = events_pane(own.scene, width, height)
    return [text_of(row.line) for row in pane.rows], pane.note


def test_which_events_show_is_told_where_some_do_not() -> None:
    assert pane_of(session(preemption(), 3, 5), 60, 20)[1] == "why, in the rule’s numbers"
    for width in (40, 60, 100):
        for event in range(6):
            for height in range(3, 14):
                rows, note = pane_of(session(preemption(), 3, event), width, height)
                heads = [row[:5].split() for row in rows]
                shown = [int(head[-1]) for head in heads if head and head[-1].isdigit()]
                if len(shown) == 5:
                    assert note == "why, in the rule’s numbers"
                elif len(shown) > 1:
                    assert note == f"{shown[0]}–{shown[-1]} of 5"
                elif shown:
                    assert note == f"{shown[0]} of 5"


def test_an_event_that_is_cut_off_says_so() -> None:
    own = session(preemption(), 3, 1)
    whole = pane_of(own, 40, 40)[0]
    for height in range(3, len(whole) + 2):
        rows, _ = pane_of(own, 40, height)
        text = " ".join(rows)
        assert max(map(len, rows)) <= 36
        assert len(rows) == height - 2
        ends_whole = rows[-1] in whole and whole[whole.index(rows[-1]) + 1][:5].strip() != ""
        assert ends_whole or rows[-1].endswith("…") or "1  preempted" not in text
