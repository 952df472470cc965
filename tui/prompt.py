"""Words being typed: where to go, what to look for, where to stop, what to show.

A prompt is a mode of the session and not a field of the terminal library: a field gets its focus
some messages after the key that opened it, and what was typed ahead or pasted by then would have
been taken for commands.
"""

from typing import NamedTuple, Protocol

from tui.places import NotYet, Nowhere
from tui.session import Session
from tui.view.scene import Asked

LONGEST = 200


class Reply(NamedTuple):
    """What the words typed so far lead to; not `good` where they are wrong, at character `at`.

    `later` where that is not known yet: who asks again is told.
    """

    answer: str
    good: bool = True
    at: int | None = None
    later: bool = False


class Question(Protocol):
    """What is asked, under `label`; `roomy` where the answer has a line of its own.

    With `instant` the first letter is the answer.
    """

    label: str
    leaving: str
    roomy: bool
    instant: bool

    def look(self, text: str) -> Reply:
        """What `text` leads to, moving there if this question does so while one types."""
        ...

    def accept(self, text: str) -> Reply | None:
        """Do it; None if it is done, else why not."""
        ...

    def undo(self) -> None:
        """As it was before."""
        ...


class Prompt:
    """Words being typed in `session` to answer `question`.

    `given` stands there from the beginning: the first letter typed takes its place, unless that is
    a blank, which goes on behind it. `waits` says that the answer is not known yet.
    """

    def __init__(self, session: Session, question: Question, given: str = "") -> None:
        """Begin where the session is."""
        self._session = session
        self._question = question
        self._given = given
        self._entered = False
        self._look(given)

    def _show(self, reply: Reply) -> None:
        ask = self._question
        self.waits = reply.later
        self._session.asked = Asked(
            ask.label, self.text, reply.answer, reply.good, ask.leaving, reply.at, ask.roomy
        )

    def _look(self, text: str) -> None:
        self.text = text
        self._entered = False
        self._show(self._question.look(text))

    def write(self, letters: str) -> None:
        """Add what was typed or pasted; breaks are blanks."""
        added = "".join(letter if letter.isprintable() else " " for letter in letters)
        before = "" if self._given and not added.startswith(" ") else self.text
        self._given = ""
        self._look((before + added)[:LONGEST])
        if self._question.instant and self.text.strip() and not self.submit():
            self.text = ""

    def erase(self, *, everything: bool = False) -> None:
        """Take back the last letter, or all of it."""
        self._given = ""
        self._look("" if everything else self.text[:-1])

    def submit(self) -> bool:
        """Do it. False where the words are wrong: they stay, with the reason."""
        refused = self._question.accept(self.text)
        self.waits = self._entered = refused is not None and refused.later
        if refused is not None:
            self._show(refused)
            return False
        self._session.asked = None
        return True

    def ask_again(self) -> None:
        """More may be known of what was typed, or entered, than when it was."""
        if self._entered:
            self.submit()
        else:
            self._look(self.text)

    def cancel(self) -> None:
        """Leave everything as it was."""
        self._question.undo()
        self._session.asked = None


class GoTo:
    """Where to: moves while one types; Enter stays there, Escape returns."""

    label = "go to"
    leaving = "enter stays, escape returns"
    roomy = instant = False
    hint = "120   +50   -5   50%   1.2s   a rid"

    def __init__(self, session: Session) -> None:
        """Begin where the session is."""
        self._session = session
        self._before = session.position
        self._attention = session.attention

    def look(self, text: str) -> Reply:
        """Move to what is typed so far."""
        self.undo()
        if not text.strip():
            return Reply(self.hint)
        try:
            place = self._session.find(text)
        except Nowhere as error:
            return Reply(f"{error}", good=isinstance(error, NotYet))
        self._session.preview(place)
        return Reply(f"step {place.step:,}")

    def accept(self, text: str) -> Reply | None:
        """Stay there."""
        self.undo()
        try:
            if text.strip():
                self._session.to_place(self._session.find(text.strip()))
        except NotYet as missing:
            if missing.step is None:
                return Reply(f"{missing}", good=False)
            self._session.await_step(missing.step)
        except Nowhere as error:
            return Reply(f"{error}", good=False)
        return None

    def undo(self) -> None:
        """Return to where one was."""
        self._session.to_step(*self._before, jump=False)
        self._session.attention = self._attention
