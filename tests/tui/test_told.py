"""Words of the screen that have to hold for every run: notes, rankings, endings, legends, keys."""

from pathlib import Path

import pytest

from core import Request, Run, make_scheduler
from core.memory import MemoryModel
from core.workload import load_scenario
from tests.tui.runs import failing, gap, preemption, session
from tui import selecting
from tui.session import Session
from tui.view.blocks import blocks_pane
from tui.view.columns import NARROW
from tui.view.footer import footer
from tui.view.happened import events_pane
from tui.view.knobs import short_form
from tui.view.layout import layout, needs_of
from tui.view.lines import Row
from tui.view.notes import notes_pane
from tui.view.prose import prose
from tui.view.request import request_pane
from tui.view.scene import Film
from tui.view.timeline import timeline_pane
from tui.view.waiting import waiting_pane

FIXTURES = Path(__file__).parents[2] / "fixtures"


def text_of(rows: "list[Row]") -> list[str]:
    return ["".join(span.text for span in row.line).rstrip() for row in rows]


def opened(name: str, step: int, event: int | None = None) -> Session:
    found = load_scenario(FIXTURES / f"{name}.toml")
    return Session(Film(found.run().finish(), found.title, found.notes, found), step, event)


def events_of(own: Session, width: int = 110, height: int = 24) -> list[str]:
    return text_of(list(events_pane(own.scene, width, height).rows))


def hints_of(own: Session, width: int = 80) -> str:
    return "".join(span.text for line in footer(own.scene, width) for span in line)


def in_one_piece() -> Run:
    """Two that reserve eight tokens each."""
    memory = MemoryModel(model="contiguous", tokens=24, reserved_tokens=8)
    requests = [Request("A", 0, 4, 3), Request("B", 0, 4, 2)]
    return Run(requests, make_scheduler("driftwood", max_running=2, memory=memory))


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*/*.toml")), ids=lambda file: file.stem)
def test_no_note_is_cut(file: Path) -> None:
    notes = load_scenario(file).notes
    assert " ".join(prose(notes, 43)).split() == notes.split()


def test_paragraphs_are_apart_and_what_is_hostile_is_inert() -> None:
    assert prose("one\ntwo\n\n\x1b[2J three", 20) == ("one two", "", "\ufffd[2J three")
    assert prose(" \n\n ", 20) == ()
    assert sum(map(len, prose("long " * 10_000, 50))) < 5_000


def test_who_is_swapped_has_nothing_to_redo() -> None:
    lines = events_of(opened("policies/swap", 5, 1))
    ranked = [line for line in lines if line.lstrip().startswith(("✗", "A ")) and "block" in line]
    assert len(ranked) == 2
    assert all("tokens to swap out" in line for line in ranked)
    assert not any("tokens to redo" in line for line in lines)


def test_without_memory_nobody_loses_blocks() -> None:
    own = opened("lessons/45-preemption-under-pressure", 40, 2)
    chosen = next(line for line in events_of(own) if "✗" in line)
    words = " ".join(chosen.split())
    assert words == "✗ b 40 tokens to redo chosen: with the largest cache (40)"


def test_figures_of_a_ranking_stand_under_each_other() -> None:
    own = opened("lessons/45-preemption-under-pressure", 40, 2)
    ends = [line.index(" to redo  ") for line in events_of(own) if " to redo  " in line]
    assert len(ends) == 3
    assert len(set(ends)) == 1


@pytest.mark.parametrize("size", [(37, 18), (70, 16)])
def test_the_step_in_which_a_run_fails_tells_why(size: tuple[int, int]) -> None:
    run = failing().finish()
    own = session(run, run.last_step)
    assert "failed:" in "\n".join(events_of(own, *size))
    assert "failed" not in "\n".join(events_of(session(run, run.last_step - 1), *size))


def test_a_step_that_fails_before_its_first_event_is_no_jumped_one() -> None:
    def unwilling(candidate: object) -> float:
        raise ValueError(f"not {type(candidate).__name__}")

    knobs = {"max_running": 3, "block_size": 4, "num_blocks": 4, "victim": unwilling}
    run = Run(preemption().requests, make_scheduler("driftwood", **knobs)).finish()
    told = " ".join(events_of(session(run, run.last_step)))
    assert "failed: " in told
    assert "not Candidate" in told
    assert "jumped" not in told


def test_enter_shows_the_notes_where_nothing_is_looked_at() -> None:
    own = session(preemption(), 0)
    assert "enter notes" in hints_of(own)
    assert "enter notes" not in hints_of(own, 120)
    selecting.inspect(own)
    assert own.attention.zoomed
    assert own.attention.pane == "request"
    assert request_pane(own.scene, 80, 20).title == "Notes"
    assert "enter all panes" in hints_of(own)
    selecting.inspect(own)
    assert not own.attention.zoomed


def test_no_key_is_offered_that_leads_nowhere() -> None:
    assert "N/P preemption" in hints_of(session(preemption(), 0), 120)
    assert "N/P" not in hints_of(session(gap(), 2), 120)


def test_nothing_is_stranded_of_nothing_and_places_are_tokens() -> None:
    run = in_one_piece().finish()
    held, done = (
        "\n".join(text_of(list(blocks_pane(session(run, *at).scene, 46, 12).rows)))
        for at in ((0, 4), (run.last_step, None))
    )
    assert "stranded" in held
    assert "stranded" not in done
    assert "8 places free" in held
    assert "24 places free" in done


def test_places_of_one_token_lie_in_groups() -> None:
    lines = text_of(list(blocks_pane(session(in_one_piece(), 0).scene, 46, 12).rows))
    assert lines[1].split() == ["01", "AAAA____", "BBBB____", "········"]


def test_two_blocks_in_a_cell_show_what_was_freed() -> None:
    knobs = {"max_running": 1, "block_size": 4, "num_blocks": 300}
    run = Run([Request("A", 0, 900, 2)], make_scheduler("driftwood", **knobs)).finish()
    pane = blocks_pane(session(run, run.last_step).scene, 46, 13)
    assert pane.note == "1 cell = 2 blocks"
    assert "░" in text_of(list(pane.rows))[1]


def test_what_the_colours_tell_is_said_in_a_narrow_pane() -> None:
    own = opened("lessons/50-block-size", 0, 12)
    assert blocks_pane(own.scene, 46, 10).note == "1 cell = 4 blocks, by owner"
    selecting.colouring_by(own, 1)
    assert blocks_pane(own.scene, 46, 10).note == "1 cell = 4 blocks: state"


def test_the_rule_of_an_event_begins_with_what_is_otherwise_here() -> None:
    urgent = text_of(
        list(notes_pane(opened("lessons/45-preemption-under-pressure", 40, 2).scene, 60).rows)
    )
    assert "admit, the rule of this event" in urgent
    at = urgent.index("admit, the rule of this event")
    assert urgent[at + 1].startswith("Here another queue order is in force, priority")
    grown = text_of(list(notes_pane(opened("brief/2-preemption", 3, 1).scene, 60).rows))
    at = grown.index("grow, the rule of this event")
    assert grown[at + 1].startswith("Each decoding request")


def test_the_facts_of_a_request_are_not_cut() -> None:
    requests = [Request("A", 0, 1_051, 388, arrival_ms=3_306_530.0, tenant="somebody", priority=3)]
    own = session(Run(requests, make_scheduler("driftwood", max_running=1)), 0)
    own.look_at("A")
    told = " ".join(text_of(list(request_pane(own.scene, 47, 20).rows)))
    assert "sent 1/388, priority 3, for somebody" in told


def test_the_head_decides_unless_others_may_pass() -> None:
    note = waiting_pane(opened("policies/skip-ahead", 5).scene, 70, 10).note
    assert note == "in order, who fits may pass"
    assert waiting_pane(opened("brief/2-preemption", 3, 1).scene, 70, 10).note.endswith("decides")


def test_a_single_slot_is_one() -> None:
    assert short_form(make_scheduler("driftwood", max_running=1)) == "driftwood · 1 slot"
    assert short_form(make_scheduler("driftwood", max_running=11)) == "driftwood · 11 slots"


def test_without_memory_the_timeline_has_no_line_too_many() -> None:
    own = session(gap(), 2)
    place = layout(120, 40, needs_of(own.film, 120))["timeline"]
    assert len(timeline_pane(own.scene, place.width, place.height).rows) == place.height - 2


def test_in_a_column_events_get_what_the_others_do_not_fill() -> None:
    own = opened("brief/2-preemption", 3, 1)
    places = layout(60, 40, needs_of(own.film, 60)._replace(header=4), narrow=NARROW)
    height = places["events"].height
    assert all(height > place.height for name, place in places.items() if name != "events")
