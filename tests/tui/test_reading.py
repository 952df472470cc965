"""What is read in slices is what a look at every moment finds, whenever one asks."""

import random
from collections.abc import Callable

import pytest

from core import Run
from core.events import Event, Preempted
from core.replica import Replica
from tests.tui.runs import busy, gap, hostile, preemption, timed
from tui.conditions import parse
from tui.places import arrival_step
from tui.reading.life import Life
from tui.reading.matching import matches, rids_of, says
from tui.reading.reading import Reading
from tui.reading.touches import Touches
from tui.reading.trail import Hit, Trail
from tui.view.scene import Film

RUNS: dict[str, Callable[[], Run]] = {
    "preemption": preemption,
    "hostile": hostile,
    "gap": gap,
    "timed": timed,
    "busy": lambda: busy(requests=120, blocks=200),
}


def events_of(run: Run) -> list[tuple[Hit, Event]]:
    """Every event of a run with its moment."""
    return [
        ((step, at), event)
        for step in run.series.step
        for at, event in enumerate(run.at(step).events, 1)
    ]


def read(run: Run, life: Life, first: int) -> Life:
    """All of it."""
    Reading(run, life.see, first).read_all()
    return life


@pytest.mark.parametrize("name", RUNS)
def test_a_life_is_every_event_about_its_request(name: str) -> None:
    run = RUNS[name]().finish()
    film, told = Film(run), events_of(run)
    for request in run.requests:
        arrival = arrival_step(request, film)
        assert arrival is not None
        life = read(run, Life(request), arrival)
        expected = [hit for hit, event in told if request.rid in rids_of(event)]
        assert life.touched == expected
        lost = [hit for hit, e in told if isinstance(e, Preempted) and e.rid == request.rid]
        assert [loss.at for loss in life.losses] == lost
        assert life.over


@pytest.mark.parametrize("name", RUNS)
def test_its_stretches_are_the_states_at_the_end_of_each_step(name: str) -> None:
    run = RUNS[name]().finish()
    film = Film(run)
    for request in run.requests[:12]:
        life = read(run, Life(request), arrival_step(request, film) or 0)
        for step in run.series.step:
            row = run.at(step).find(request.rid)
            before = [each.state for each in life.stretches if each.since[0] <= step]
            assert (row.state if row else None) == (before[-1] if before else None)


def test_a_loss_tells_its_cause() -> None:
    run = preemption().finish()
    life = read(run, Life(run.requests[1]), 0)
    (loss,) = life.losses
    assert (loss.at, loss.asker) == ((3, 1), "A")
    assert (loss.asked_since, loss.own_since) == (0, 0)
    assert life.loss_at((2, 9)) is None
    assert life.loss_at((5, 1)) == loss


@pytest.mark.parametrize("name", ["preemption", "busy", "timed"])
def test_the_history_of_a_block_ends_with_its_owner(name: str) -> None:
    run = RUNS[name]().finish()
    last = run.at(run.last_step // 2)
    for block in range(1, last.total_blocks + 1, 7):
        touches = Touches(block)
        Reading(run, touches.see).read_all()
        known = [each for each in touches.known if each.at <= (last.step, last.event)]
        owner = known[-1].rid if known and known[-1].what.startswith("taken") else None
        assert last.owners(block) == ((owner,) if owner else ())


def evens(replica: Replica, happened: list[Event]) -> list[int]:
    """Some events."""
    return [at for at, _ in enumerate(happened, 1) if (replica.clock.step + at) % 3 == 0]


@pytest.mark.parametrize("here", [0, 1, 40, 10_000])
def test_a_trail_knows_what_it_says_it_knows(here: int) -> None:
    run, draw = busy(requests=120, blocks=200), random.Random(here)
    trail = Trail(run, evens, here)
    whole = Trail(busy(requests=120, blocks=200).finish(), evens, 0)
    while whole.read(1.0):
        pass
    answered = 0
    while run.status == "running" or not trail.done:
        run.advance(5)
        trail.read(0.0)
        asked = (draw.randint(0, run.last_step + 2), draw.randint(0, 4))
        for ask in (Trail.following, Trail.preceding):
            answer = ask(trail, asked)
            if answer.known:
                answered += 1
                assert answer == ask(whole, asked)
    assert len(trail) == len(whole)
    assert answered
    assert trail.share == 1


def hits_of(run: Run, text: str) -> list[Hit]:
    """Where a condition is met."""
    film = Film(run)
    trail = Trail(run, matches(run, parse(text, film.requests, film.total_blocks)), 0)
    while trail.read(1.0):
        pass
    hits: list[Hit] = []
    at: Hit = (-1, 0)
    while (answer := trail.following(at)).hit is not None:
        hits.append(answer.hit)
        at = answer.hit
    return hits


def test_conditions_are_met_where_they_are_so() -> None:
    run = preemption().finish()
    assert hits_of(run, "preempted:B") == [(3, 1)]
    assert hits_of(run, "preempted:A") == [(3, 1)]
    assert hits_of(run, "event:preempted and rid:C") == []
    assert hits_of(run, "event:held") == [(1, 3), (3, 3)]
    assert hits_of(run, "block:4 and event:grew") == [(1, 2), (3, 2)]
    assert hits_of(run, "free=0") == [(1, 4)]
    assert hits_of(run, "free=0 and event:ran") == [(1, 4), (2, 1)]


def test_a_count_is_met_once_where_it_becomes_true() -> None:
    run = busy(requests=120, blocks=200).finish()
    for text, values in (("waiting>3", run.series.waiting), ("used>150", run.series.blocks)):
        limit = int(text.partition(">")[2])
        over = [value > limit for value in values]
        rising = [at for at, now in enumerate(over) if now and not (at and over[at - 1])]
        assert [step for step, _ in hits_of(run, text)] == [run.series.step[at] for at in rising]


@pytest.mark.parametrize(
    ("words", "expected"),
    [("BLOCK 4", [(1, 2), (3, 2)]), ("preempted", [(3, 1)]), ("makes room", [(3, 1)]), ("zz", [])],
)
def test_words_are_found_in_kind_rid_and_reason(words: str, expected: list[Hit]) -> None:
    trail = Trail(preemption().finish(), says(words), 2)
    while trail.read(1.0):
        pass
    assert len(trail) == len(expected)
    assert [trail.place_of(hit) for hit in expected] == list(range(1, len(expected) + 1))
