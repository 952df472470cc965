"""Every move of a session, and that moves which must wait for the run are made later."""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from core.events import Preempted, Rejected
from tests.tui.runs import busy, gap, hostile, preemption, session, timed
from tui import seeking
from tui.jumps import Position
from tui.session import Session
from tui.view.scene import Film

RUNS = {"preemption": preemption, "hostile": hostile, "gap": gap, "timed": timed}


def where(own: Session) -> tuple[int, int]:
    """The position with the event as a number."""
    return own.position.step, own.moment().event


@pytest.mark.parametrize("name", RUNS)
def test_event_by_event_through_the_run_and_back(name: str) -> None:
    own = session(RUNS[name]())
    own.to_first()
    own.to_step(own.position.step, 0)
    run = own.film.run
    expected = [(run.series.step[0], 0)]
    for step in run.series.step:
        expected += [(step, event) for event in range(1, len(run.at(step).events) + 1)]
    walked = [where(own)]
    for _ in expected[1:]:
        own.event_by(1)
        walked.append(where(own))
    assert walked == expected
    own.event_by(1)
    assert where(own) == expected[-1]
    back = [where(own)]
    for _ in expected[1:]:
        own.event_by(-1)
        back.append(where(own))
    assert back == expected[::-1]


@pytest.mark.parametrize("name", [*RUNS, "busy"])
def test_points_of_interest_are_all_preemptions_and_rejections(name: str) -> None:
    own = session(RUNS.get(name, busy)())
    run = own.film.run
    expected = [
        (step, number)
        for step in run.series.step
        for number, event in enumerate(run.at(step).events, 1)
        if isinstance(event, Preempted | Rejected)
    ]
    own.to_first()
    own.to_step(own.position.step, 0)
    found = []
    for _ in expected:
        seeking.point_by(own, 1)
        found.append(where(own))
    assert found == expected
    seeking.point_by(own, 1)
    assert own.message == "no preemption, rejection or finding after this one"
    for point in expected[-2::-1]:
        seeking.point_by(own, -1)
        assert where(own) == point


def test_steps_stay_inside_the_run() -> None:
    own = session(preemption())
    own.step_by(-3)
    assert own.position == Position(0)
    own.step_by(99)
    assert own.position == Position(5)


def test_from_a_jumped_step_the_next_one_is_the_next_executed() -> None:
    for steps, expected in ((1, 1_000_000), (-1, 3)):
        own = session(gap(), 500)
        own.step_by(steps)
        assert own.position.step == expected


def test_a_count_is_used_once() -> None:
    own = session(preemption())
    for digit in "0012":
        own.digit(digit)
    assert (own.count(), own.count()) == (12, 1)
    for digit in "123456789":
        own.digit(digit)
    assert own.count() == 1_234_567


def test_jumps_are_gone_back_and_forward() -> None:
    own = session(preemption())
    visited = [own.position]
    for move in (own.to_last, lambda: seeking.point_by(own, -1), lambda: own.to_step(2)):
        move()
        visited.append(own.position)
    for position in visited[-2::-1]:
        own.back()
        assert own.position == position
    own.back()
    assert own.message == "no jump to go back to"
    for position in visited[1:]:
        own.forward()
        assert own.position == position


def test_a_step_is_no_jump() -> None:
    own = session(preemption())
    own.step_by(1)
    own.event_by(1)
    own.back()
    assert own.message == "no jump to go back to"


def test_moves_that_must_wait_are_made_once_the_run_is_there() -> None:
    for move, expected in (
        (Session.to_last, None),
        (lambda own: own.step_by(300), 300),
        (lambda own: own.await_step(200), 200),
    ):
        own = Session(Film(busy().advance(5)))
        move(own)
        assert own.position.step < 5
        waits(own)
        step = own.film.run.last_step if expected is None else expected
        assert own.index == own.film.run.series.index_at(step)


def waits(own: Session) -> None:
    """The move is not made yet, and made once enough is computed."""
    assert is_waiting(own)
    for _ in range(10_000):
        own.film.run.advance(7)
        own.pursue()
        if not is_waiting(own):
            return
    raise AssertionError("never made")


def is_waiting(own: Session) -> bool:
    return own.goal is not None


def test_another_move_takes_the_place_of_one_that_waits() -> None:
    own = Session(Film(busy().advance(5)))
    own.to_last()
    own.step_by(1)
    own.film.run.finish()
    own.pursue()
    assert own.index == 1


def test_a_waiting_search_goes_on_where_it_stopped() -> None:
    own = Session(Film(busy().advance(2)))
    seeking.point_by(own, 1)
    while own.goal is not None:
        own.film.run.advance(3)
        own.pursue()
    after = session(busy())
    seeking.point_by(after, 1)
    assert own.position == after.position


def test_a_step_that_never_comes_is_said() -> None:
    own = Session(Film(gap().advance(1)))
    own.await_step(5_000_000)
    own.film.run.finish()
    own.pursue()
    assert own.message == "there is no step 5000000: the last is 1000001"


def test_any_walk_shows_the_moment_a_fresh_run_has() -> None:
    own, draw = session(busy()), random.Random(4)
    points = partial(seeking.point_by, own)
    moves: list[Callable[[int], None]] = [own.step_by, own.event_by, points]
    for _ in range(150):
        draw.choice(moves)(draw.randint(-4, 6))
        if draw.random() < 0.1:
            own.to_step(draw.choice(own.film.run.series.step))
    fresh = busy().at(*where(own))
    here = own.moment()
    assert [row.rid for row in here.waiting] == [row.rid for row in fresh.waiting]
    assert list(here.running) == list(fresh.running)
    assert here.free == fresh.free


def test_steps_of_the_walk_are_executed_ones_in_order() -> None:
    own = session(busy())
    own.to_first()
    steps = []
    for _ in range(60):
        steps.append(own.position.step)
        own.step_by(1)
    assert all(one < two for one, two in pairwise(steps))
    assert steps == list(own.film.run.series.step[:60])


def test_a_moment_that_is_not_there_is_refused() -> None:
    for step, event in ((6, None), (-1, None), (3, 6)):
        with pytest.raises(ValueError, match=r"there is no|has no event"):
            Session(Film(preemption()), step, event)


def test_any_move_through_time_gives_up_one_that_waits() -> None:
    moves: dict[str, Callable[[Session], object]] = {
        "step": lambda own: own.step_by(-1),
        "event": lambda own: own.event_by(-1),
        "first": Session.to_first,
        "to a step": lambda own: own.to_step(2),
        "back": Session.back,
        "forward": Session.forward,
        "mark": lambda own: seeking.visit_mark(own, "a"),
        "place": lambda own: own.to_place(own.find("1")),
    }
    for name, move in moves.items():
        own = Session(Film(busy().advance(5)))
        seeking.set_mark(own, "a")
        own.to_last()
        assert own.scene.known.working == "going to the end (step 4 so far)"
        move(own)
        assert own.goal is None, name
        assert own.scene.known.working == ""


def test_a_move_that_waits_is_told() -> None:
    own = Session(Film(busy().advance(5)))
    told = {
        "going 300 steps on (step 4 so far)": lambda: own.step_by(300),
        "going to step 1,234 (step 4 so far)": lambda: own.await_step(1234),
        "going to the end (step 4 so far)": own.to_last,
    }
    for words, move in told.items():
        move()
        assert own.scene.known.working == words


def test_after_a_search_a_jump_is_told_as_one() -> None:
    own = Session(Film(busy().advance(5)))
    seeking.search(own, "nothing says this")
    own.to_last()
    assert own.scene.known.working.startswith("going to the end")
