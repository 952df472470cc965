"""Who of those that wait has the least of something, without a look at all of them."""

from heapq import heappop, heappush
from typing import TypeAlias

SPARE = 64

Entry: TypeAlias = tuple[float, int, str]
"""How much it has, such as known tokens; a number of its own; the rid."""


class Smallest:
    """Requests that wait, by how much each has: a heap with entries that may be outdated.

    Who leaves stays in it until it comes to the top, or outdated entries outnumber the others.
    """

    def __init__(self) -> None:
        """Nobody waits."""
        self._entries: dict[str, Entry] = {}
        self._heap: list[Entry] = []
        self._added = 0

    def add(self, rid: str, amount: float) -> None:
        """`rid` waits from now on, with `amount`."""
        self._added += 1
        entry = self._entries[rid] = (amount, self._added, rid)
        heappush(self._heap, entry)
        if len(self._heap) > 2 * len(self._entries) + SPARE:
            self._heap = sorted(self._entries.values())

    def remove(self, rid: str) -> None:
        """`rid` waits no more."""
        self._entries.pop(rid, None)

    def smallest(self, but: str | None = None) -> tuple[str, float] | None:
        """The one with the least, and how much, `but` left out; None if there is nobody."""
        top = self._top()
        if top is None or top[2] != but:
            return _told(top)
        heappop(self._heap)
        other = self._top()
        heappush(self._heap, top)
        return _told(other)

    def _top(self) -> Entry | None:
        """The first entry that still holds; those before it go."""
        while self._heap and self._entries.get(self._heap[0][2]) != self._heap[0]:
            heappop(self._heap)
        return self._heap[0] if self._heap else None


def _told(entry: Entry | None) -> tuple[str, float] | None:
    return None if entry is None else (entry[2], entry[0])
