"""Moves to what somebody looks for: changes and causes, hits, breakpoints, marks."""

import pytest

from core.events import Admitted, Preempted
from tests.tui.runs import busy, preemption, session
from tui import seeking, selecting, tracing
from tui.jumps import Position
from tui.prompt import Prompt
from tui.questions import Breakpoint, Breakpoints, Filter, Letter, Search
from tui.reading.matching import rids_of
from tui.reading.reading import Reading
from tui.session import Session
from tui.view.footer import footer
from tui.view.lines import Target
from tui.view.scene import Film


def worked(own: Session) -> Session:
    """All that waits is done."""
    while own.work(1.0):
        pass
    return own


def text_of(own: Session, width: int = 100) -> list[str]:
    return ["".join(span.text for span in line) for line in footer(own.scene, width)]


def waits(own: Session) -> bool:
    return own.goal is not None


def kinds(own: Session) -> list[bool] | None:
    """Which events of the step the filter shows."""
    return None if own.only is None else [own.only.shows(event) for event in own.events()]


# Changes and causes


def test_every_change_of_a_request_forwards_and_back() -> None:
    own = session(busy(requests=80, blocks=120))
    run, rid = own.film.run, "r30"
    expected = [
        (step, at)
        for step in run.series.step
        for at, event in enumerate(run.at(step).events, 1)
        if rid in rids_of(event)
    ]
    own.look_at(rid)
    walked = []
    for _ in expected:
        tracing.change_by(own, 1)
        walked.append(seeking.here(worked(own)))
    assert walked == expected
    tracing.change_by(own, 1)
    assert own.message == "nothing happened to r30 after this moment"


def test_from_a_preemption_to_its_cause() -> None:
    own = session(preemption(), 4)
    own.look_at("B")
    own.to_step(3, 5)
    tracing.change_by(own, -1)
    assert seeking.here(own) == (3, 3)
    tracing.change_by(own, -1)
    assert seeking.here(own) == (3, 1)
    tracing.change_by(own, -1)
    assert (seeking.here(own), own.attention.rid) == ((0, 3), "A")
    assert "A asked in step 3; admitted here, B in step 0" in own.message
    assert "the one admitted last goes first" in own.message
    own.back()
    assert seeking.here(own) == (3, 1)


@pytest.mark.parametrize("width", [80, 120, 200])
def test_at_a_preemption_the_footer_names_the_way_to_its_cause(width: int) -> None:
    own = session(preemption(), 3, 1)
    assert " w cause " in text_of(own, width)[0]
    own.look_at("B")
    assert " w cause " in text_of(own, width)[0]
    own.look_at("A")
    assert " w cause " not in text_of(own, width)[0]


def test_of_one_that_preempted_itself_the_cause_is_its_own_admission() -> None:
    run = busy(requests=80, blocks=120).finish()
    own_steps = [
        (step, at, event.rid)
        for step in run.series.step
        for at, event in enumerate(run.at(step).events, 1)
        if isinstance(event, Preempted) and event.asker == event.rid
    ]
    assert own_steps
    for step, at, rid in own_steps[:5]:
        own = session(run, step, at)
        tracing.change_by(own, -1)
        event = worked(own).moment().events[-1]
        assert isinstance(event, Admitted)
        assert (event.rid, own.attention.rid) == (rid, rid)
        assert own.position.step < step
        assert f"it asked itself in step {step:,}; admitted here" in own.message


def test_a_cause_waits_until_the_life_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    own = session(preemption(), 3, 1)
    monkeypatch.setattr(Reading, "read", lambda *_: True)
    tracing.change_by(own, -1)
    assert (seeking.here(own), waits(own)) == ((3, 1), True)
    monkeypatch.undo()
    assert (seeking.here(worked(own)), own.attention.rid) == ((0, 3), "A")


def test_every_change_of_a_block() -> None:
    own = session(preemption())
    selecting.pick(own, Target("block", number=4))
    seen = []
    for _ in range(9):
        tracing.change_by(own, 1)
        seen.append(seeking.here(worked(own)))
    assert own.message == "nothing happened to block 4 after this moment"
    assert list(dict.fromkeys(seen)) == [(1, 2), (3, 1), (3, 2), (3, 5), (4, 1), (5, 2)]


def test_without_a_selection_it_is_the_request_of_the_event() -> None:
    own = session(preemption(), 3, 1)
    tracing.change_by(own, -1)
    assert own.attention.rid == "A"
    assert seeking.here(worked(own)) == (0, 3)
    assert own.message.startswith("A asked in step 3; admitted here, B in step 0")


def test_without_a_selection_nothing_changes() -> None:
    own = session(preemption(), 2)
    tracing.change_by(own, 1)
    assert own.position == Position(2)
    assert "look at a request or a block first" in own.message


# Search


def test_hits_of_a_search_are_walked_and_cleared() -> None:
    own = session(preemption())
    seeking.search(own, "grew")
    worked(own)
    assert seeking.here(own) == (1, 2)
    seeking.point_by(own, 1)
    assert (seeking.here(own), own.message) == ((3, 2), "hit 2 of 2 of grew")
    seeking.point_by(own, 1)
    assert own.message == "no hit after this moment; x clears the search"
    seeking.point_by(own, -1)
    assert seeking.here(own) == (1, 2)
    selecting.clear(own)
    seeking.point_by(own, 1)
    assert seeking.here(own) == (3, 1)


def test_a_search_may_state_a_condition() -> None:
    own = session(preemption())
    seeking.search(own, "preempted:B")
    assert seeking.here(worked(own)) == (3, 1)


def test_a_search_that_finds_nothing_says_so() -> None:
    own = session(preemption(), 2)
    seeking.search(own, "no such thing")
    assert worked(own).position == Position(2)
    assert "no hit after this moment" in own.message


def test_a_search_waits_and_can_be_stopped() -> None:
    own = Session(Film(busy().advance(5)))
    seeking.search(own, "no such thing")
    assert waits(own)
    assert "read, 0 found" in text_of(own)[0]
    assert "escape" in text_of(own)[0]
    assert selecting.leave(own)
    assert not waits(own)
    worked(own)
    assert own.position == Position(0)


def test_a_waiting_search_arrives() -> None:
    own = Session(Film(busy().advance(5)))
    seeking.search(own, "event:preempted")
    worked(own)
    assert own.moment().events[-1].kind == "preempted"


# Filter and marks


def test_a_filter_shows_while_it_is_typed() -> None:
    own = session(preemption(), 3)
    prompt = Prompt(own, Filter(own))
    prompt.write("preempted A")
    assert kinds(own) == [True, False, False, False, False]
    prompt.cancel()
    assert kinds(own) is None
    prompt = Prompt(own, Filter(own))
    prompt.write("grew, heldd")
    assert not prompt.submit()
    assert "did you mean held?" in text_of(own)[0]
    prompt.erase()
    assert prompt.submit()
    assert kinds(own) == [False, True, True, False, False]
    selecting.clear(own)
    assert own.message == "filter cleared"


def test_marks_are_set_and_visited() -> None:
    own = session(preemption(), 3, 2)
    Prompt(own, Letter(own, "mark", seeking.set_mark)).write("a")
    assert (own.marks, own.asked) == ({"a": Position(3, 2)}, None)
    own.to_first()
    Prompt(own, Letter(own, "to mark", seeking.visit_mark)).write("a")
    assert own.position == Position(3, 2)
    Prompt(own, Letter(own, "to mark", seeking.visit_mark)).write("z")
    assert own.message == "no mark z; there are a"
    own.back()
    assert own.position == Position(0)


@pytest.mark.parametrize("question", [Search, Filter, Breakpoint, Breakpoints])
def test_escape_leaves_everything_as_it_was(question: type[Search]) -> None:
    own = session(preemption(), 3, 2)
    prompt = Prompt(own, question(own))
    prompt.erase()
    prompt.cancel()
    assert (own.position, own.asked, own.desk.hunt) == (Position(3, 2), None, None)


def test_a_search_that_reads_like_a_condition_and_is_none_says_why() -> None:
    look = Search(session(preemption())).look
    assert look("event:premted").answer == "as words of an event; did you mean preempted?"
    assert look("event:preempted").answer == "as a condition"
    assert look("makes room").answer == "as words of an event"
