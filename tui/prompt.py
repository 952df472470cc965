"""The prompt of `g`: it moves while one types; Enter stays there, Escape returns.

It is a mode of the session and not a field of the terminal library: a field gets its focus some
messages after the key that opened it, and what was typed ahead or pasted by then would have been
taken for commands.
"""

from tui.places import NotYet, Nowhere
from tui.session import Session
from tui.view.scene import Asked

HINT = "120   +50   -5   50%   1.2s   a rid"
LONGEST = 200


class Prompt:
    """Words being typed in `session`, which moves with them."""

    def __init__(self, session: Session) -> None:
        """Begin where the session is."""
        self._session = session
        self._before = session.position
        self._rid = session.attention.rid
        self._show("", HINT, good=True)

    def _show(self, text: str, answer: str, *, good: bool) -> None:
        self.text = text
        self._session.asked = Asked(text, answer, good)

    def write(self, letters: str) -> None:
        """Add what was typed or pasted; breaks are blanks."""
        added = "".join(letter if letter.isprintable() else " " for letter in letters)
        self._preview((self.text + added)[:LONGEST])

    def erase(self, *, everything: bool = False) -> None:
        """Take back the last letter, or all of it."""
        self._preview("" if everything else self.text[:-1])

    def _preview(self, text: str) -> None:
        """Move to what is typed so far."""
        self._return()
        if not text.strip():
            self._show(text, HINT, good=True)
            return
        try:
            place = self._session.find(text)
        except Nowhere as error:
            self._show(text, f"{error}", good=isinstance(error, NotYet))
            return
        self._session.preview(place)
        self._show(text, f"step {place.step:,}", good=True)

    def _return(self) -> None:
        self._session.to_step(*self._before, jump=False)
        self._session.look_at(self._rid)

    def submit(self) -> bool:
        """Stay there. False where the words lead nowhere: they stay, with the reason."""
        words = self.text.strip()
        self._return()
        try:
            if words:
                self._session.to_place(self._session.find(words))
        except NotYet as missing:
            if missing.step is None:
                self._show(self.text, f"{missing}", good=False)
                return False
            self._session.await_step(missing.step)
        except Nowhere as error:
            self._show(self.text, f"{error}", good=False)
            return False
        self._session.asked = None
        return True

    def cancel(self) -> None:
        """Return to where one was."""
        self._return()
        self._session.asked = None
