"""What single panes show: a life, a block's history, a ranking, folds, filters, findings."""

from collections.abc import Callable

import pytest

from core import Request, Run, make_scheduler
from core.events import Preempted
from tests.tui.runs import busy, failing, gap, hostile, preemption, session, timed
from tui import selecting
from tui.session import Session
from tui.view.blocks import blocks_pane
from tui.view.findings import findings_pane
from tui.view.folding import Item, items_of
from tui.view.happened import events_pane
from tui.view.lines import Row, Target
from tui.view.only import Only
from tui.view.request import request_pane, told_of
from tui.view.rhythm import rhythm
from tui.view.running import running_pane
from tui.view.screen import screen
from tui.view.timeline import timeline_pane


def text_of(rows: "list[Row]") -> list[str]:
    return ["".join(span.text for span in row.line) for row in rows]


def read(own: Session) -> Session:
    """With what is looked at read to its end, however slow the machine is."""
    _ = own.scene
    own.desk.finish()
    return own


def request_of(own: Session, width: int = 60, height: int = 30) -> list[str]:
    return text_of(list(request_pane(read(own).scene, width, height).rows))


def events_of(own: Session, width: int = 70, height: int = 16) -> list[str]:
    return text_of(list(events_pane(own.scene, width, height).rows))


def test_a_life_is_a_strip_with_its_waits_and_their_cause() -> None:
    own = session(preemption(), 4, 1)
    own.look_at("B")
    lines = request_of(own)
    assert lines[0] == "arrives 0, prompt 4, sent 3/5"
    assert lines[2].rstrip() == "█" * 27 + "✗" + "░" * 8 + "█" * 18
    assert lines[3].rstrip() == " " * 36 + "▴ 4"
    assert "waited   slots 0  blocks 1  turn 0" in lines
    assert "to redo  6 tokens, preempted 1×" in lines
    assert any(line.startswith("cause    3.1 for A, in since 0; B since 0:") for line in lines)
    assert any(line.startswith("▸ 4.1  comes back") for line in lines)


def test_the_strip_shows_every_state_however_long_the_life() -> None:
    own = session(busy())
    lost = next(
        r.rid for r in own.film.run.requests if own.film.run.results()[r.rid]["preemptions"]
    )
    own.look_at(lost)
    for width in (12, 20, 60, 150):
        bar = next(line for line in request_of(own, width) if "✗" in line)
        assert "█" in bar


def test_lines_of_a_life_lead_to_their_moments() -> None:
    own = session(preemption(), 0)
    own.look_at("B")
    selecting.show_pane(own, "request")
    assert told_of(read(own).scene)[4] == (3, 1)
    selecting.row_by(own, 1)
    selecting.row_by(own, 4)
    selecting.inspect(own)
    assert (own.position.step, own.position.event, own.attention.line) == (3, 1, 4)
    selecting.pick(own, Target("moment", "", -1, 5))
    assert (own.position.step, own.position.event) == (5, None)


def test_a_block_has_a_history_and_an_owner() -> None:
    own = session(preemption(), 2)
    selecting.pick(own, Target("block", number=4))
    lines = request_of(own)
    assert lines[0] == "B holds 2/4 tokens in it"
    assert [line.strip("▸ ") for line in lines[2:]] == [
        "1.2  taken to grow by B",
        "3.1  freed for A by B",
        "3.2  taken to grow by A",
        "3.5  given back by A",
        "4.1  taken at its admission by B",
        "5.2  given back by B",
    ]


def test_a_preemption_has_its_ranking_under_it() -> None:
    own = session(busy())
    step, event, number = next(
        (step, event, number)
        for step in own.film.run.series.step
        for number, event in enumerate(own.film.run.at(step).events, 1)
        if isinstance(event, Preempted)
    )
    own.to_step(step, number)
    before = own.film.run.at(step, number - 1)
    lines = events_of(own, 110, 90)
    at = next(at for at, line in enumerate(lines) if "could have gone" in line)
    victim = before.find(event.rid)
    assert victim is not None
    assert lines[at + 1].split()[:3] == ["✗", own.film.letters.of(event.rid).letter, event.rid]
    assert f"{victim.computed_tokens:,} tokens to redo" in lines[at + 1]
    assert "chosen: admitted last" in lines[at + 1]
    assert "admitted earlier" in lines[at + 2]


def test_equal_events_in_a_row_are_folded_where_there_are_too_many() -> None:
    events = preemption().at(3).events
    assert items_of(events, 1, 5, None) == [Item(n, n) for n in range(1, 6)]
    many = busy().at(0).events[:1] * 3 + events + busy().at(0).events[:1] * 4
    folded = items_of(many, 5, 4, None)
    assert folded[0] == Item(1, 3)
    assert folded[-1] == Item(9, 12)
    assert items_of(many, 2, 4, None)[:3] == [Item(1, 1), Item(2, 2), Item(3, 3)]


@pytest.mark.parametrize("step", range(0, 200, 23))
def test_every_event_is_listed_once(step: int) -> None:
    own = session(busy(), step)
    for focus in range(1, len(own.events()) + 1):
        items = items_of(own.events(), focus, 3, None)
        numbers = [n for item in items for n in range(item.first, item.last + 1)]
        assert numbers == list(range(1, len(own.events()) + 1))
        assert Item(focus, focus) in items


def test_a_filter_leaves_the_numbers() -> None:
    own = session(preemption(), 3)
    own.only = Only("grew held", frozenset({"grew", "held"}), frozenset())
    lines = events_of(own)
    assert [line.split()[0] for line in lines] == ["2", "3"]
    own.only = Only("C", frozenset(), frozenset({"C"}))
    assert events_of(own) == ["no event of this step is shown by the filter"]


def test_a_rhythm_is_told_where_there_is_one() -> None:
    assert rhythm([3]) == "1×"
    assert rhythm([3, 4, 5]) == "3×, every step"
    assert rhythm(range(0, 2388, 4)) == "597×, every 4 steps"
    assert rhythm([1, 2, 4]) == "3×"


def test_findings_are_listed_with_their_evidence_and_lead_somewhere() -> None:
    own = session(busy())
    assert "looking" in text_of(list(findings_pane(own.scene, 80, 20).rows))[0]
    own.desk.finish()
    found = own.desk.findings
    assert found
    rows = list(findings_pane(own.scene, 80, 400).rows)
    assert {row.target.number for row in rows if row.target} == set(range(len(found)))
    selecting.show_findings(own)
    selecting.row_by(own, 1)
    selecting.row_by(own, 1)
    selecting.inspect(own)
    assert (own.position.step, own.position.event) == found[1].jump
    assert own.attention.pane == "events"


def test_a_run_without_findings_says_so() -> None:
    own = session(preemption())
    own.desk.finish()
    text = text_of(list(findings_pane(own.scene, 80, 20).rows))
    assert text == ["nothing found"]


def test_findings_hits_and_marks_stand_on_the_timeline() -> None:
    own = session(busy())
    own.desk.finish()
    line = text_of(list(timeline_pane(own.scene, 120, 7).rows))[-1]
    assert "▾" in line
    assert "✗" in line
    own.marks["m"] = own.position
    line = text_of(list(timeline_pane(own.scene, 120, 7).rows))[-1]
    assert line.split()[1][0] == "m"


def test_hostile_names_are_inert_in_every_pane() -> None:
    own = session(hostile(), 6)
    own.desk.finish()
    for request in own.film.run.requests:
        own.look_at(request.rid)
        assert all(line.isprintable() for line in request_of(own))
    for block in range(1, 41):
        selecting.pick(own, Target("block", number=block))
        assert all(line.isprintable() for line in request_of(own))


def shown(own: Session) -> str:
    return "\n".join("".join(s.text for s in line) for line in screen(own.scene, 120, 40))


def test_the_difference_against_the_step_before_is_told_in_every_pane() -> None:
    own = session(busy(), 150)
    before, now = own.film.run.at(149), own.moment()
    assert f"slots {now.held_slots}/48   " in shown(own)
    selecting.toggle_difference(own)
    text = shown(own)
    assert f"slots {now.held_slots}/48 -{before.held_slots - now.held_slots}   " in text
    assert f"blocks {now.used_blocks}/600 -{before.used_blocks - now.used_blocks}   " in text
    assert "moved" in text
    assert "143/241 +1       13 +1 " in text
    own.to_step(own.film.run.series.step[0])
    assert "moved" not in shown(own)


@pytest.mark.parametrize(
    ("colouring", "line", "legend"),
    [
        (0, "1  AAAA AAA_ B___ ····", ""),
        (1, "1  DDDD DDD_ P___ ····", "P prefilling  D decoding"),
        (2, "1  2222 222_ 1___ ····", "0 new  1 1 step"),
        (3, "1  1111 111_ 1___ ····", "1 one owner"),
    ],
)
def test_letters_say_what_colours_say(colouring: int, line: str, legend: str) -> None:
    requests = [Request("A", 0, 6, 4), Request("B", 2, 4, 2)]
    knobs = {"max_running": 2, "block_size": 4, "num_blocks": 4, "token_budget": 2}
    own = session(Run(requests, make_scheduler("driftwood", **knobs)), 3)
    for _ in range(colouring):
        selecting.colouring_by(own, 1)
    lines = text_of(list(blocks_pane(own.scene, 60, 12).rows))
    assert lines[1].startswith(line)
    assert legend in lines[4]


@pytest.mark.parametrize("make", [failing, gap, timed])
def test_everything_is_read_of_any_run(make: Callable[[], Run]) -> None:
    own = session(make(), 3)
    for request in own.film.run.requests:
        own.look_at(request.rid)
        assert request_of(own)
        own.desk.finish()
    assert own.desk.looked == 1
    assert not own.desk.pending


def test_one_that_got_no_tokens_is_told_who_took_them() -> None:
    scheduler = make_scheduler("driftwood", max_running=2, token_budget=4)
    run = Run([Request("A", 0, 6, 3), Request("B", 0, 3, 2)], scheduler).finish()
    rows = text_of(list(running_pane(session(run).scene, 100, 8).rows))
    assert any("budget: 0 of 4 left, A took 4" in line for line in rows)
