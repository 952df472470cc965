"""Moves along what happened to the request or block looked at, and from there to causes."""

from math import inf

from core.events import Admitted
from core.policies import rule_in_force
from tui.jumps import Position
from tui.reading.matching import rids_of
from tui.reading.trail import Hit
from tui.seeking import AT_ONCE_S, go_to, here, side_of
from tui.session import Session
from tui.view.clean import clean, clean_rid
from tui.view.picked import briefly
from tui.walker import MOST_REPEATED


def change_by(session: Session, count: int) -> None:
    """So many changes of the block or request looked at on, or back.

    Where nothing is, that is the request of the event one stands at.
    """
    look = session.attention
    if look.block is None and look.rid is None and (rid := _subject(session)) is not None:
        session.look_at(rid)
    elif look.block is None and look.rid is None:
        session.message = "look at a request or a block first: pick a row, or click on it"
        return
    session.begin_jump()
    if count < 0 and not _is_read(session):
        session.desk.hurry(session.attention.rid or "", AT_ONCE_S)
        session.aim(lambda: _is_read(session) and _changes_by(session, count))
    else:
        _changes_by(session, count)


def _is_read(session: Session) -> bool:
    """Whether the life of the request looked at is read up to here: before, it has no causes."""
    rid = session.attention.rid
    if rid is None or session.attention.block is not None or session.desk.life(rid) is None:
        return True
    return session.desk.reached(rid) >= session.position.step


def _changes_by(session: Session, count: int) -> bool:
    """So many of them, or what there is; true, since nothing is left to try again."""
    for _ in range(min(MOST_REPEATED, abs(count))):
        if count < 0 and _to_cause(session):
            break
        _change(session, count)
        if session.goal is not None or session.message:
            break
    return True


def _subject(session: Session) -> str | None:
    """Whom the last event seen is about, if it is one of a single request."""
    seen = session.moment().events[-1:]
    return next((rid for event in seen for rid in rids_of(event)), None)


def _change(session: Session, direction: int) -> None:
    start, look = here(session), session.attention
    name = f"block {look.block}" if look.block is not None else clean_rid(look.rid or "")

    def reach() -> bool:
        known, reached = _changes(session)
        hits = [hit for hit in known if (hit > start if direction > 0 else hit < start)]
        if reached < (inf if direction > 0 and not hits else start[0]):
            return False
        nearest = (min if direction > 0 else max)(hits, default=None)
        return go_to(
            session, nearest, f"nothing happened to {name} {side_of(direction)} this moment"
        )

    session.sought = None
    session.goal = None
    if not reach():
        session.desk.hurry(look.rid or "" if look.block is None else look.block, AT_ONCE_S)
        session.aim(reach)


def _changes(session: Session) -> tuple[list[Hit], float]:
    """The known changes of what is looked at, and up to which step they are all."""
    look, desk = session.attention, session.desk
    if look.block is not None:
        return [touch.at for touch in desk.history(look.block).known], desk.reached(look.block)
    rid = look.rid or ""
    life = desk.life(rid)
    return ([], inf) if life is None else (life.touched, desk.reached(rid))


def _to_cause(session: Session) -> bool:
    """From the preemption of the request looked at to the admission of who asked for it.

    False where one does not stand at such a preemption.
    """
    rid = session.attention.rid
    life = session.desk.life(rid) if rid is not None and session.attention.block is None else None
    loss = None if life is None else life.loss_at(here(session))
    if loss is None or loss.at != here(session) or loss.asked_since is None:
        return False
    event = _admission(session, loss.asker, loss.asked_since)
    session.move(Position(loss.asked_since, event))
    session.look_at(loss.asker)
    why = "it asked itself in" if loss.asker == rid else f"{clean_rid(loss.asker)} asked in"
    order = clean(rule_in_force(session.film.run.scheduler).order)
    own = f"{clean_rid(rid or '')} in step {loss.own_since:,}"
    told = f"{why} step {loss.at[0]:,}; admitted here, {own}: {order}"
    session.message = briefly(session.scene, told)
    return True


def _admission(session: Session, rid: str, step: int) -> int | None:
    """The number of the event in `step` that admitted `rid`."""
    for number, event in enumerate(session.film.run.at(step).events, 1):
        if isinstance(event, Admitted) and event.rid == rid:
            return number
    return None
