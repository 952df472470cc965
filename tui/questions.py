"""What the prompt asks besides where to go: search, filter, breakpoints, a letter for a mark."""

from collections.abc import Callable, Iterator

from tui import seeking
from tui.conditions import Condition, Mistake, parse, quoted
from tui.filtering import Unknown, only_of
from tui.prompt import Prompt, Reply
from tui.reading.trail import Trail
from tui.session import Session
from tui.view.clean import clean_rid
from tui.view.only import Only

MOST_NAMED = 3
"""Requests of a filter that are named; more are counted."""

CONDITION_SIGNS = ":<>="
"""What words of an event seldom have and every condition does."""


class Search:
    """Words, or a condition, looked for in the events of the whole run."""

    label = "search"
    leaving = "enter looks for it, escape returns"
    roomy = instant = False

    def __init__(self, session: Session) -> None:
        """Ask in `session`."""
        self._session = session

    def look(self, text: str) -> Reply:
        """Say how the words are taken."""
        if not text.strip():
            return Reply("words of an event, or free<8, preempted:B, …")
        film = self._session.film
        try:
            parse(text, film.requests, film.total_blocks, film.tenants)
        except Mistake as mistake:
            is_meant = any(sign in text for sign in CONDITION_SIGNS)
            return Reply(f"as words of an event{f'; {mistake}' if is_meant else ''}")
        return Reply("as a condition")

    def accept(self, text: str) -> Reply | None:
        """Look for it; nothing typed clears the search."""
        if text.strip():
            seeking.search(self._session, text)
        else:
            self._session.desk.hunt = None
        return None

    def undo(self) -> None:
        """Nothing was done."""


class Filter:
    """The events that show, and who runs and waits; the panes follow while one types."""

    label = "show only"
    leaving = "enter keeps it, escape returns"
    roomy = instant = False

    def __init__(self, session: Session) -> None:
        """Ask in `session`."""
        self._session = session
        self._before = session.only

    def look(self, text: str) -> Reply:
        """Show what is typed so far."""
        self._session.only = self._before if not text.strip() else self._session.only
        if not text.strip():
            return Reply("preempted grew   B r01*   tenant:x   state:decoding   nothing shows all")
        only = filter_of(text, self._session)
        if isinstance(only, Reply):
            return only
        self._session.only = only
        return Reply(", ".join(_words(only)))

    def accept(self, text: str) -> Reply | None:
        """Keep it."""
        only = filter_of(text, self._session) if text.strip() else None
        if isinstance(only, Reply):
            return only
        self._session.only = only
        return None

    def undo(self) -> None:
        """What showed before shows again."""
        self._session.only = self._before


def _words(only: Only) -> Iterator[str]:
    """What a filter shows, in a few words."""
    yield from sorted(only.kinds)
    yield from sorted(only.states)
    few = len(only.rids) <= MOST_NAMED
    yield from map(clean_rid, sorted(only.rids)) if few else [f"{len(only.rids):,} requests"]


def filter_of(text: str, session: Session) -> Only | Reply:
    """The filter that `text` asks for, or what is wrong with it."""
    try:
        return only_of(text, session.film)
    except Unknown as error:
        return Reply(f"{error}", good=False, at=error.at)


class Breakpoint:
    """A condition to stop at; a mistake is pointed at under the text."""

    label = "break on"
    leaving = "enter sets it, escape returns"
    roomy = True
    instant = False

    def __init__(self, session: Session) -> None:
        """Ask in `session`."""
        self._session = session

    def look(self, text: str) -> Reply:
        """Say what is wrong with it so far."""
        if not text.strip():
            return Reply("free<8   waiting>10   preempted:B   event:rejected   block:17   … and …")
        try:
            self._parse(text)
        except Mistake as mistake:
            return Reply(f"{mistake}", good=False, at=mistake.at)
        of = self._session.keys.of
        return Reply(
            f"{of('break.next').first} runs to where it is met, {of('break.previous').first} back"
        )

    def _parse(self, text: str) -> Condition:
        film = self._session.film
        return parse(text, film.requests, film.total_blocks, film.tenants)

    def accept(self, text: str) -> Reply | None:
        """Set it."""
        if not text.strip():
            return None
        try:
            condition = self._parse(text)
            self._session.desk.add_break(condition, self._session.position.step)
        except Mistake as mistake:
            return Reply(f"{mistake}", good=False, at=mistake.at)
        except ValueError as full:
            return Reply(f"{full}", good=False)
        of = self._session.keys.of
        there = f"{of('break.next').first} runs to it, {of('break.previous').first} back to it"
        self._session.message = f"breakpoint on {condition.text}: {there}"
        return None

    def undo(self) -> None:
        """Nothing was done."""


def break_prompt(session: Session) -> Prompt:
    """Ask for a condition; what is looked at is offered."""
    look = session.attention
    given = f"block:{look.block}" if look.block is not None else ""
    if not given and look.rid is not None:
        given = f"rid:{quoted(look.rid)}"
    return Prompt(session, Breakpoint(session), given)


class Breakpoints:
    """The breakpoints there are; a number deletes one, x all."""

    label = "breakpoints"
    leaving = "a number deletes one, x all, escape leaves"
    roomy = instant = True

    def __init__(self, session: Session) -> None:
        """List those of `session`."""
        self._session = session

    def look(self, text: str) -> Reply:
        """List them."""
        del text
        listed = [
            f"{at} {each.condition.text} ({_found(each.trail)})"
            for at, each in enumerate(self._session.desk.breaks, 1)
        ]
        return Reply("   ".join(listed) or "none so far")

    def accept(self, text: str) -> Reply | None:
        """Delete the one whose number was typed, and go on; nothing typed leaves."""
        breaks, letter = self._session.desk.breaks, text.strip()[:1]
        if not letter:
            return None
        if letter == "x":
            breaks.clear()
        elif letter.isdecimal() and 1 <= int(letter) <= len(breaks):
            del breaks[int(letter) - 1]
        return self.look("")

    def undo(self) -> None:
        """What is deleted stays so."""


def _found(trail: Trail) -> str:
    more = "" if trail.done else " so far"
    return f"{len(trail):,}×{more}"


class Letter:
    """A letter for a mark, or of one: done with the first that is typed."""

    leaving = "escape leaves"
    roomy = False
    instant = True

    def __init__(self, session: Session, label: str, done: Callable[[Session, str], None]) -> None:
        """Ask for it under `label`."""
        self.label = label
        self._session = session
        self._done = done

    def look(self, text: str) -> Reply:
        """List the marks."""
        del text
        marks = (f"{name} step {at.step:,}" for name, at in sorted(self._session.marks.items()))
        return Reply("a letter" + "".join(f"   {mark}" for mark in marks))

    def accept(self, text: str) -> Reply | None:
        """Do it with the first letter."""
        letter = text.strip()[:1]
        if not letter.isalnum():
            return Reply("a letter", good=False)
        self._done(self._session, letter)
        return None

    def undo(self) -> None:
        """Nothing was done."""
