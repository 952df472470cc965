"""The timeline nearer: half the steps with each key, around the moment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.recorded import Snapshot
from tests.tui.runs import busy, preemption, session
from tui import selecting
from tui.session import Session
from tui.view.lines import text_of
from tui.view.peaks import FEWEST, near, spread
from tui.view.timeline import step_at, steps_shown, timeline_pane

TOTAL = st.integers(1, 400_000)


@given(TOTAL, st.data(), st.integers(0, 24))
def test_the_moment_is_always_shown(total: int, data: st.DataObject, level: int) -> None:
    index = data.draw(st.integers(0, total - 1))
    first, steps = near(total, index, level)
    assert 0 <= first <= index < first + steps <= total
    assert steps == total or steps >= FEWEST


@given(TOTAL, st.data(), st.integers(1, 12))
def test_each_level_shows_half_as_many_or_as_few_as_there_can_be(
    total: int, data: st.DataObject, level: int
) -> None:
    index = data.draw(st.integers(0, total - 1))
    far, close = near(total, index, level)[1], near(total, index, level + 1)[1]
    assert close in {far // 2, far} or far == total
    assert near(total, index, 0) == (0, total)


@given(st.integers(1000, 400_000), st.data())
def test_it_stands_still_while_one_steps(total: int, data: st.DataObject) -> None:
    """A page changes once in half its steps, and never puts the moment at its very end."""
    index = data.draw(st.integers(0, total - 300))
    pages = [near(total, at, 4) for at in range(index, index + 200)]
    assert len(set(pages)) <= 1 + -(-200 // (pages[0][1] // 2))


@given(st.integers(1, 3000), st.integers(1, 200), st.integers(0, 5000), st.data())
def test_a_part_is_spread_as_a_whole_would_be(
    steps: int, width: int, start: int, data: st.DataObject
) -> None:
    whole, part = spread(steps, width), spread(steps, width, start)
    index = data.draw(st.integers(0, steps - 1))
    assert part.column_of(start + index) == whole.column_of(index)
    for column in range(whole.used):
        assert part.first_of(column) == start + whole.first_of(column)
        assert part.end_of(column) == start + whole.end_of(column)


@pytest.fixture
def timeline() -> Session:
    """In the middle of a run of hundreds of steps, looking at the timeline."""
    own = session(busy(), 400)
    selecting.show_pane(own, "timeline")
    return own


def pane(own: Session) -> str:
    drawn = timeline_pane(own.scene, 80, 7)
    return "".join(f"{text_of(row.line)}\n" for row in drawn.rows) + f"{drawn.note}\n"


def test_a_part_of_the_timeline(timeline: Session, snapshot: Snapshot) -> None:
    selecting.nearer_by(timeline, 3)
    snapshot.assert_match(pane(timeline), "nearer.txt")


def test_what_is_under_the_mouse_is_in_the_part(timeline: Session) -> None:
    selecting.nearer_by(timeline, 3)
    first, steps = steps_shown(timeline.scene)
    series = timeline.film.run.series.step
    assert step_at(timeline.scene, 80, 0) == series[first]
    last = step_at(timeline.scene, 80, 79)
    assert last is not None
    assert series[first + steps - 1] - steps // 20 <= last <= series[first + steps - 1]


def test_a_percent_is_one_of_the_part(timeline: Session) -> None:
    whole = timeline.position.step
    selecting.scrub(timeline, 10)
    far = timeline.position.step - whole
    selecting.nearer_by(timeline, 2)
    here = timeline.position.step
    selecting.scrub(timeline, -10)
    assert 0 < here - timeline.position.step <= far // 2


def test_farther_again_shows_all(timeline: Session) -> None:
    before = pane(timeline)
    selecting.nearer_by(timeline, 5)
    assert pane(timeline) != before
    selecting.nearer_by(timeline, -9)
    assert pane(timeline) == before
    assert timeline.attention.closeness == 0


def test_nearer_than_a_few_steps_is_no_level(timeline: Session) -> None:
    for _ in range(30):
        selecting.nearer_by(timeline, 1)
    assert steps_shown(timeline.scene)[1] == FEWEST
    selecting.nearer_by(timeline, -1)
    assert steps_shown(timeline.scene)[1] == 2 * FEWEST


def test_a_run_of_a_few_steps_is_always_whole() -> None:
    own = session(preemption(), 3)
    selecting.show_pane(own, "timeline")
    selecting.nearer_by(own, 4)
    assert (steps_shown(own.scene), own.attention.closeness) == ((0, 6), 0)


def test_elsewhere_it_is_the_block_map_that_comes_nearer(timeline: Session) -> None:
    selecting.show_pane(timeline, "blocks")
    selecting.nearer_by(timeline, 1)
    assert (timeline.attention.level, timeline.attention.closeness) == (1, 0)
