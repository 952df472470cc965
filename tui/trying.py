"""Two runs at once: trying something else in a run, and going from one to the other.

Each run has a session of its own, so that nothing read of one is lost while the other shows; the
one that is shown leads, and the other follows to its moment.
"""

from tui import seeking
from tui.reading.beside import Beside
from tui.session import Session
from tui.slices import compute_until
from tui.view.columns import COLUMNS_FROM
from tui.view.scene import Film

AT_ONCE_S = 0.1
"""What a key waits for the other run to get to the moment."""


def beside(session: Session, film: Film, name: str) -> Session:
    """A session of the run of `film`, called `name`, beside `session` and at its moment."""
    own = Session(film)
    own.name = name
    runs = (session.film.run, own.film.run)
    own.beside = session.beside = Beside((session.name, name), runs)
    own.other, session.other = session, own
    follow(own, session)
    return own


def follow(own: Session, leader: Session) -> None:
    """Be where `leader` is, as soon as the run has got there; marks come along."""
    step, event = leader.position
    there = compute_until(own.film.run, step, AT_ONCE_S)
    own.mirror(leader)
    own.columns, own.only, own.message = leader.columns, leader.only, ""
    last = own.film.run.last_step
    own.marks |= {letter: at for letter, at in leader.marks.items() if at.step <= last}
    if not there:
        own.await_step(step, event)
    elif step > last:
        own.message = f"{own.name} ended with step {last:,}: this is its last moment"


def take_back(session: Session) -> Session | None:
    """The session of the run that this one was changed from, at its moment; None if of none."""
    origin = session.origin
    if origin is None:
        session.message = f"this is the run as it was opened; {_key(session, 'what_if')} changes it"
        return None
    follow(origin, session)
    origin.message = f"{session.name} is taken back"
    return origin


def swap(session: Session) -> Session | None:
    """The session beside this one, at its moment; None if there is none."""
    if session.other is None:
        session.message = f"there is no other run; {_key(session, 'what_if')} makes one"
        return None
    follow(session.other, session)
    return session.other


def to_parting(session: Session) -> None:
    """Go where the two runs part."""
    if session.beside is None:
        session.message = f"there is no other run; {_key(session, 'what_if')} makes one"
        return
    other = session.beside

    def reach() -> bool:
        found = other.parted(session.film.run)
        if found is None:
            if other.done:
                session.message = "the two runs are the same in every step"
            return other.done
        hits = seeking.parting(session)
        return seeking.go_to(session, hits[0] if hits else None, "this run ended before they part")

    session.sought = None
    session.aim(reach, jump=True, heading="to where the two runs part")


def toggle_columns(session: Session, width: int = COLUMNS_FROM) -> None:
    """Show both runs, or one, on a screen of `width` cells."""
    if session.other is None:
        session.message = f"there is no other run; {_key(session, 'what_if')} makes one"
    elif width < COLUMNS_FROM:
        other = _key(session, "other")
        needed = f"two columns need {COLUMNS_FROM} cells, there are {width}"
        session.message = f"{needed}; {other} shows the other run"
        return
    session.columns = session.other is not None and not session.columns


def _key(session: Session, binding: str) -> str:
    return session.keys.of(binding).first or "a key"
