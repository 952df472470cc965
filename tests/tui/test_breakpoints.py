"""Breakpoints: set, offered, pointed at where they are wrong, run to, deleted."""

from tests.tui.runs import busy, preemption, session
from tests.tui.test_seeking import text_of, worked
from tui import seeking, selecting
from tui.jumps import Position
from tui.prompt import Prompt
from tui.questions import Breakpoint, Breakpoints, break_prompt
from tui.view.lines import Target


def test_running_to_breakpoints_and_back() -> None:
    own = session(busy())
    for text in ("waiting>20", "event:preempted"):
        prompt = Prompt(own, Breakpoint(own))
        prompt.write(text)
        assert prompt.submit()
    worked(own)
    stops = []
    while "no breakpoint" not in own.message:
        own.message = ""
        seeking.run_to(own, 1)
        stops.append(seeking.here(own))
    stops.pop()
    assert len(stops) > 10
    assert stops == sorted(set(stops))
    own.message = ""
    for stop in stops[-2::-1]:
        seeking.run_to(own, -1)
        assert seeking.here(own) == stop
    assert own.message.startswith("stopped by ")


def test_without_breakpoints_nothing_runs() -> None:
    own = session(preemption(), 2)
    seeking.run_to(own, 1)
    assert (own.position, own.message) == (Position(2), "there are no breakpoints: b sets one")


def test_a_mistake_is_pointed_at_under_the_text() -> None:
    own = session(preemption())
    prompt = Prompt(own, Breakpoint(own))
    prompt.write("free<8 and wating>1")
    first, second = text_of(own)
    assert first.startswith(" break on free<8 and wating>1█")
    assert second.index("▴") == first.index("wating")
    assert "did you mean waiting?" in second
    assert not prompt.submit()
    prompt.erase(everything=True)
    prompt.write("waiting>1")
    assert prompt.submit()
    assert [each.condition.text for each in own.desk.breaks] == ["waiting>1"]


def test_what_is_looked_at_is_offered() -> None:
    own = session(preemption(), 2)
    own.look_at("B")
    assert break_prompt(own).text == "rid:B"
    prompt = break_prompt(own)
    prompt.write(" and event:preempted")
    assert prompt.text == "rid:B and event:preempted"
    prompt = break_prompt(own)
    prompt.write("free<2")
    assert prompt.text == "free<2"
    selecting.pick(own, Target("block", number=3))
    assert break_prompt(own).submit()
    assert [each.condition.text for each in own.desk.breaks] == ["block:3"]


def test_breakpoints_are_listed_and_deleted() -> None:
    own = session(preemption())
    for text in ("free<2", "event:held", "rid:C"):
        prompt = Prompt(own, Breakpoint(own))
        prompt.write(text)
        prompt.submit()
    worked(own)
    prompt = Prompt(own, Breakpoints(own))
    listed = ["1", "free<2", "(1×)", "2", "event:held", "(2×)", "3", "rid:C", "(5×)"]
    assert text_of(own)[1].split() == listed
    prompt.write("2")
    assert [each.condition.text for each in own.desk.breaks] == ["free<2", "rid:C"]
    prompt.write("x")
    assert own.desk.breaks == []
    assert prompt.submit()
    assert own.asked is None


def test_there_are_nine_at_most() -> None:
    own = session(preemption())
    for number in range(10):
        prompt = Prompt(own, Breakpoint(own))
        prompt.write(f"waiting>{number}")
        assert prompt.submit() == (number < 9)
