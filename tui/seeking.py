"""Moves to what somebody looks for: points of interest, hits, breakpoints, marks.

Each is a move of a session. What is not known yet becomes its goal, tried again as more is read.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tui import points
from tui.conditions import Mistake, parse
from tui.jumps import Position
from tui.reading.matching import matches, says
from tui.reading.trail import Answer, Hit, Trail
from tui.session import Session
from tui.view.only import ALL
from tui.walker import MOST_REPEATED


def here(session: Session) -> Hit:
    """The position with the event as a number."""
    return session.position.step, session.moment().event


def point_by(session: Session, count: int) -> None:
    """So many search hits on, or back; without a search so many points that the filter shows."""
    session.begin_jump()
    hides = session.only is not None and session.only.hides_events
    move = _hit_by if session.desk.hunt else _shown_by if hides else _point_by
    for _ in range(min(MOST_REPEATED, abs(count))):
        session.message = ""
        if not move(session, count):
            break


def _point_by(session: Session, direction: int) -> bool:
    """One of them; False where there is no other, or it is not known yet."""
    found = [(each.jump.step, each.jump.event) for each in session.desk.findings]
    found += parting(session)
    run, step, event = session.film.run, *here(session)

    def reach() -> bool:
        if direction > 0:
            point = points.following(run, session.whole, step, event, found)
            if point is None and run.status == "running":
                return False
        else:
            point = points.preceding(run, session.whole, step, event, found)
        nothing = f"no preemption, rejection or finding {side_of(direction)} this one"
        return go_to(session, point, nothing)

    session.sought = None
    session.aim(reach)
    return session.goal is None and not session.message


def _shown_by(session: Session, direction: int) -> bool:
    """One point that the filter shows: an event of it, or a finding about its requests."""
    only, before = session.only or ALL, session.position
    trail = session.desk.points_shown(only.words, points.shown_by(only), before.step)
    told = [
        (each.jump.step, each.jump.event)
        for each in session.desk.findings
        if not only.kinds and not only.rids.isdisjoint(each.rids)
    ]
    clear = session.keys.of("clear").first
    nothing = (
        f"no preemption, rejection or finding {side_of(direction)} this one that the filter shows; "
        f"{clear} clears it"
    )
    _chase(session, [trail], Chase(here(session), direction, nothing, _say_nothing, told))
    return session.position != before


def _say_nothing(session: Session) -> None:
    """The event says it."""


def parting(session: Session) -> list[Hit]:
    """Where this run and the one beside it part, behind the event that differs; nothing if not."""
    parted = None if session.beside is None else session.beside.parted(session.film.run)
    if parted is None or parted.step > session.film.run.last_step:
        return []
    return [(parted.step, parted.sides[0].number)]


def go_to(session: Session, hit: Hit | None, nothing: str) -> bool:
    """Move to `hit`, or say `nothing`."""
    if hit is None:
        session.message = nothing
        return True
    return session.move(Position(*hit))


# Searches and breakpoints: how to run to them


def search(session: Session, words: str) -> None:
    """Look for events that say `words`, or that are what the condition `words` states.

    Goes to the first of them from here on.
    """
    film = session.film
    try:
        match = matches(film.run, parse(words, film.requests, film.total_blocks, film.tenants))
    except Mistake:
        match = says(words.strip())
    session.desk.search(words.strip(), match, session.position.step)
    step, event = here(session)
    session.begin_jump()
    _follow(session, (step, event - 1), 1)


def _hit_by(session: Session, direction: int) -> bool:
    before = session.position
    _follow(session, here(session), direction)
    return session.position != before


def _follow(session: Session, start: Hit, direction: int) -> None:
    """To the next hit of the search after `start`, or the last one before it."""
    hunt = session.desk.hunt
    assert hunt is not None
    clear = session.keys.of("clear").first
    nothing = f"no hit {side_of(direction)} this moment; {clear} clears the search"
    _chase(session, [hunt.trail], Chase(start, direction, nothing, _say_hit))


class Chase(NamedTuple):
    """From where and in which direction; what to say if there is nothing, or when one is there.

    What was `told` besides is a hit too.
    """

    start: Hit
    direction: int
    nothing: str
    say: Callable[[Session], None]
    told: Sequence[Hit] = ()


def side_of(direction: int) -> str:
    """The word for a direction."""
    return "after" if direction > 0 else "before"


def _chase(session: Session, trails: list[Trail], chase: Chase) -> None:
    """To the nearest hit of `trails` on that side, once each of them knows its own."""
    start, direction = chase.start, chase.direction

    def reach() -> bool:
        answers = [_ask(trail, start, direction) for trail in trails]
        if not all(answer.known for answer in answers):
            return False
        hits = [answer.hit for answer in answers if answer.hit is not None]
        hits += [hit for hit in chase.told if (hit > start if direction > 0 else hit < start)]
        nearest = (min if direction > 0 else max)(hits, default=None)
        go_to(session, nearest, chase.nothing)
        if nearest is not None:
            chase.say(session)
        return True

    for trail in trails:
        if not _ask(trail, start, direction).known:
            trail.read(AT_ONCE_S)
    session.sought = min(trails, key=lambda trail: trail.share)
    session.aim(reach)


def _ask(trail: Trail, start: Hit, direction: int) -> Answer:
    return trail.following(start) if direction > 0 else trail.preceding(start)


AT_ONCE_S = 0.008
"""What a key waits for a search, before it goes on behind the screen."""


def _say_hit(session: Session) -> None:
    """Which hit of the search this is."""
    hunt = session.desk.hunt
    place = hunt.trail.place_of(here(session)) if hunt else 0
    if hunt and place:
        of = f" of {len(hunt.trail):,}" if hunt.trail.done else ""
        session.message = f"hit {place:,}{of} of {hunt.words}"


def run_to(session: Session, direction: int) -> None:
    """On to the next breakpoint, or back to the last one."""
    trails = [each.trail for each in session.desk.breaks]
    if not trails:
        session.message = f"there are no breakpoints: {session.keys.of('break.set').first} sets one"
        return
    session.begin_jump()
    nothing = f"no breakpoint is hit {side_of(direction)} this moment"
    _chase(session, trails, Chase(here(session), direction, nothing, _say_break))


def _say_break(session: Session) -> None:
    hit = here(session)
    stopped = [e.condition.text for e in session.desk.breaks if e.trail.place_of(hit)]
    session.message = f"stopped by {' and by '.join(stopped)}"


# Marks


def set_mark(session: Session, letter: str) -> None:
    """Remember this moment as `letter`."""
    session.marks[letter] = session.position
    session.message = (
        f"mark {letter} is here; {session.keys.of('mark.visit').first}{letter} comes back"
    )


def visit_mark(session: Session, letter: str) -> None:
    """To the moment marked `letter`."""
    position = session.marks.get(letter)
    if position is None:
        known = " ".join(sorted(session.marks))
        session.message = f"no mark {letter}" + (f"; there are {known}" if known else "")
        return
    session.begin_jump()
    session.move(position)
