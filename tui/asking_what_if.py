"""The prompt of what if: what to change, checked while it is typed, and run on enter.

What takes long is done beside the screen: reading the workload again, and building a run of many
requests. The prompt says how far it is, and escape gives it up.
"""

from collections.abc import Callable
from functools import partial

from core.workload import InputError, Scenario
from core.workload.keys import nearest
from tui.commands.own_code import CODE
from tui.commands.stopped import Refused
from tui.making import Making
from tui.prompt import Reply
from tui.session import Session
from tui.trying import beside
from tui.view.clean import clean
from tui.view.knobs import knobs_known, long_form
from tui.view.scene import Film
from tui.what_if import EXAMPLE, changed, own_scheduler_of, reads_again

MANY = 10_000
"""Requests whose run takes longer than a frame to build."""
REST_S = 0.2
"""Without a letter, before a workload is read."""

Show = Callable[[Session], None]


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
        self._text = ""
        self._read: Making[Scenario] | None = None
        self._built: Making[Film] | None = None
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
        if CODE in text or own_scheduler_of(self._session.film.scenario):
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
        if text != self._text:
            self.undo()
            self._text = text
        if name in self._variants:
            return self._variants[name]
        if "=" not in text and (meant := self._meant(scenario, name)):
            return Reply(meant, good=False)
        try:
            return self._made(scenario, text)
        except InputError as error:
            return _reply(text, error.faults[0].key, error.faults[0].message, len(error.faults))
        except Refused as error:
            return Reply(f"{error}", good=False)
        except MemoryError:
            return Reply("this machine has not enough memory for it", good=False)

    def _meant(self, scenario: Scenario, name: str) -> str:
        """What a name alone was to be, if it is near one that is known."""
        if near := nearest(name, knobs_known(scenario.scheduler)):
            return f"a knob is set with its value: {near}=…"
        near = nearest(name, self._variants)
        return f"there is no variant {clean(name)}; did you mean {clean(near)}?" if near else ""

    def _made(self, scenario: Scenario, text: str) -> Scenario | Reply:
        """What `text` makes of it: at once, or beside the screen."""
        if not reads_again(scenario, text):
            return changed(scenario, text)
        if self._read is None:
            make = partial(changed, scenario, text)
            self._read = Making(make, "the workload is read again", REST_S)
        return self._read.outcome() if self._read.done else _waits(self._read)

    def accept(self, text: str) -> Reply | None:
        """Run it."""
        own = self._session
        if not text.strip() or own.film.scenario is None:
            return None if not text.strip() else self.look(text)
        found = self._changed(text)
        if isinstance(found, Reply):
            return found
        film = self._film(found)
        if isinstance(film, Reply):
            return film
        name = text.strip()
        alone = own.origin is None or name in self._variants
        new = beside(own, film, name if alone else f"{own.name},{name}")
        new.origin = own
        self._show(new)
        return None

    def _film(self, found: Scenario) -> Film | Reply:
        """The run of what was found, not computed yet: at once, or beside the screen."""
        if len(found.requests) < MANY:
            return _film_of(found)
        if self._built is None:
            self._built = Making(partial(_film_of, found), "the run is built")
        return self._built.outcome() if self._built.done else _waits(self._built)

    def undo(self) -> None:
        """Nothing was done, and what was begun is given up."""
        for each in (self._read, self._built):
            if each is not None:
                each.give_up()
        self._read = self._built = None


def _film_of(found: Scenario) -> Film:
    film = Film(found.run(), found.title, found.notes, found)
    _ = film.requests  # by rid, which takes as long
    return film


def _waits(making: Making[Scenario] | Making[Film]) -> Reply:
    return Reply(f"{clean(making.words)} …", later=True)


def _reply(text: str, key: str, message: str, faults: int) -> Reply:
    """What is wrong, pointed at where it stands in what was typed."""
    at = text.find(key.rpartition(".")[2])
    more = f" (and {faults - 1} more)" if faults > 1 else ""
    return Reply(f"{message}{more}", good=False, at=at if at >= 0 else None)
