"""A paste that never ends: its last bytes were lost, and all keys would be taken for its text.

A terminal says where pasted text begins and where it ends. It sends it in one go, so after a while
without anything the end is not going to come.
"""

BEGIN, END = "\x1b[200~", "\x1b[201~"
LOST_S = 1.0
"""Seconds of silence in a paste, after which it has ended."""


class Pasting:
    """Whether what was read so far has the beginning of a paste and not its end."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._tail = ""
        self._is_open = False
        self._at = 0.0

    def read(self, letters: str, now: float) -> None:
        """So much more was read at `now`, in seconds."""
        text = self._tail + letters
        begun, ended = text.rfind(BEGIN), text.rfind(END)
        if begun != ended:
            self._is_open = begun > ended
        self._tail, self._at = text[1 - len(BEGIN) :], now

    def is_lost(self, now: float) -> bool:
        """Whether a paste is open and nothing of it has come for a while."""
        return self._is_open and now - self._at > LOST_S
