"""What only grows is kept once.

A list shared by every copy of a replica, cut at each copy's own length.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class Journal(Generic[Entry]):
    """An append-only list.

    A replica that replays what was written before only moves on its own end of it.

    That is exact because a replay does the same again; it keeps a hundred checkpoints of a long
    run from holding a hundred lists of its finished requests.
    """

    __slots__ = ("_entries", "length")

    def __init__(self) -> None:
        """Start empty."""
        self._entries: list[Entry] = []
        self.length = 0

    def copy(self) -> "Journal[Entry]":
        """The same journal up to here."""
        twin: Journal[Entry] = Journal.__new__(Journal)
        twin._entries, twin.length = self._entries, self.length
        return twin

    def append(self, entry: Entry) -> int:
        """Write `entry`, or pass it if this is a replay; how many there are then."""
        at = self.length
        if at == len(self._entries):
            self._entries.append(entry)
        self.length = following = at + 1
        return following

    def __len__(self) -> int:
        """How many entries there are up to here."""
        return self.length

    def __iter__(self) -> Iterator[Entry]:
        """The entries up to here, oldest first."""
        return iter(self._entries[: self.length])

    def __getitem__(self, index: int) -> Entry:
        """Entry `index` from 0, here or in what another copy has written since."""
        return self._entries[index]
