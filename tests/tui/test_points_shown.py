"""With a filter `N` and `P` go to the points that it shows, and to no other."""

import random

import pytest

from core.events import Preempted, Rejected
from tests.tui.runs import busy, preemption, session
from tui import seeking, selecting
from tui.filtering import only_of
from tui.reading.trail import Hit
from tui.session import Session


@pytest.fixture(scope="module")
def run_looked_at() -> Session:
    """A run with many preemptions, whose findings are known."""
    own = session(busy(requests=120, blocks=120, slots=16))
    own.desk.finish()
    return own


def expected(own: Session) -> list[Hit]:
    """By hand: every preemption and rejection that shows, and findings about who shows."""
    only = own.only
    assert only is not None
    run = own.film.run
    hits = [
        (step, number)
        for step in run.series.step
        for number, event in enumerate(run.at(step).events, 1)
        if isinstance(event, Preempted | Rejected) and only.shows(event)
    ]
    if not only.kinds:
        about = [each for each in own.desk.findings if only.rids & set(each.rids)]
        hits += [(each.jump.step, each.jump.event) for each in about]
    return sorted(set(hits))


def walked(own: Session, direction: int) -> list[Hit]:
    """Where the key leads, from one end to the other."""
    hits: list[Hit] = []
    while True:
        before = seeking.here(own)
        seeking.point_by(own, direction)
        own.desk.finish()
        own.pursue()
        if seeking.here(own) == before:
            return hits
        hits.append(seeking.here(own))


@pytest.mark.parametrize("words", ["r1*", "r30", "preempted", "preempted r2*", "grew"])
def test_a_filter_leads_to_what_it_shows(run_looked_at: Session, words: str) -> None:
    own = run_looked_at
    own.only = only_of(words, own.film)
    own.to_first()
    begun = seeking.here(own)
    forward = walked(own, 1)
    assert forward == [hit for hit in expected(own) if hit > begun]
    assert "that the filter shows; x clears it" in own.message
    assert walked(own, -1) == [
        hit for hit in reversed(expected(own)) if hit < (forward or [begun])[-1]
    ]


def test_from_anywhere_it_is_the_nearest(run_looked_at: Session) -> None:
    own, draw = run_looked_at, random.Random(3)
    own.only = only_of("r1*", own.film)
    hits = expected(own)
    for _ in range(40):
        own.to_step(draw.choice(own.film.run.series.step), None, jump=False)
        begun = seeking.here(own)
        seeking.point_by(own, 1)
        own.desk.finish()
        own.pursue()
        assert seeking.here(own) == next((hit for hit in hits if hit > begun), begun)


def test_without_it_every_preemption_is_one_again() -> None:
    own = session(preemption())
    own.only = only_of("C", own.film)
    seeking.point_by(own, 1)
    own.desk.finish()
    own.pursue()
    assert own.position.step == 0
    selecting.clear(own)
    seeking.point_by(own, 1)
    assert own.position == (3, 1)


def test_a_filter_by_state_hides_no_event() -> None:
    own = session(preemption())
    own.only = only_of("state:waiting", own.film)
    seeking.point_by(own, 1)
    assert own.position == (3, 1)
