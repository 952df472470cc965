"""Two runs at once: trying something else in a run, and going from one to the other.

Each run has a session of its own, so that nothing read of one is lost while the other shows; the
one that is shown leads, and the other follows to its moment.
"""

from collections.abc import Callable

from core.workload import InputError, Scenario
from core.workload.keys import nearest
from tui import seeking
from tui.commands.own_code import CODE
from tui.commands.stopped import Refused
from tui.prompt import Reply
from tui.reading.beside import Beside
from tui.session import Session
from tui.slices import compute_until
from tui.view.clean import clean
from tui.view.columns import COLUMNS_FROM
from tui.view.knobs import knobs_known, long_form
from tui.view.scene import Film
from tui.what_if import EXAMPLE, changed

AT_ONCE_S = 0.1
"""What a key waits for the other run to get to the moment."""

Show = Callable[[Session], None]


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


class WhatIf:
    """What to change: the run is made again with it, and shown at the same moment.

    The name of a variant of the file leads to its run.
    """

    label = "what if"
    leaving = "enter runs it, escape returns"
    roomy = True
    instant = False

    def __init__(self, session: Session, show: Show) -> None:
        """Ask in `session`; `show` gets the session of the new run."""
        self._session = session
        self._show = show
        opened = session
        while opened.origin is not None:
            opened = opened.origin
        scenario = opened.film.scenario
        self._variants = {} if scenario is None else scenario.variants

    def look(self, text: str) -> Reply:
        """Say what the scheduler would be, or what is wrong; code is loaded on enter alone."""
        if self._session.film.scenario is None:
            return Reply("this run comes from no scenario that could be changed", good=False)
        if not text.strip():
            return Reply(self._hint())
        if CODE in text:
            return Reply("enter loads that file and runs it")
        found = self._changed(text)
        if isinstance(found, Reply):
            return found
        summed = [] if found.capacity is None else [clean(str(found.capacity))]
        return Reply(" · ".join([long_form(found.scheduler), *summed]))

    def _hint(self) -> str:
        if self._variants:
            names = ", ".join(map(clean, self._variants))
            return f"a variant of the file: {names}   or a change: {EXAMPLE}"
        return f"{EXAMPLE}   cost.base_ms=30   or the name of a scheduler"

    def _changed(self, text: str) -> Scenario | Reply:
        scenario, name = self._session.film.scenario, text.strip()
        assert scenario is not None
        if name in self._variants:
            return self._variants[name]
        if "=" not in text and (near := nearest(name, knobs_known(scenario.scheduler))):
            return Reply(f"a knob is set with its value: {near}=…", good=False)
        if "=" not in text and (near := nearest(name, self._variants)):
            return Reply(
                f"there is no variant {clean(name)}; did you mean {clean(near)}?", good=False
            )
        try:
            return changed(scenario, text)
        except InputError as error:
            return _reply(text, error.faults[0].key, error.faults[0].message, len(error.faults))
        except Refused as error:
            return Reply(f"{error}", good=False)

    def accept(self, text: str) -> Reply | None:
        """Run it."""
        own = self._session
        if not text.strip() or own.film.scenario is None:
            return None if not text.strip() else self.look(text)
        found = self._changed(text)
        if isinstance(found, Reply):
            return found
        name = text.strip()
        alone = own.origin is None or name in self._variants
        film = Film(found.run(), found.title, found.notes, found)
        new = beside(own, film, name if alone else f"{own.name},{name}")
        new.origin = own
        self._show(new)
        return None

    def undo(self) -> None:
        """Nothing was done."""


def _reply(text: str, key: str, message: str, faults: int) -> Reply:
    """What is wrong, pointed at where it stands in what was typed."""
    at = text.find(key.rpartition(".")[2])
    more = f" (and {faults - 1} more)" if faults > 1 else ""
    return Reply(f"{message}{more}", good=False, at=at if at >= 0 else None)
