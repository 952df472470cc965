"""What is known in advance: which admissions are due at which tick.

Progress of a decoding request is read off the clock, so when it next needs a block and when it
finishes are known the moment it starts; they wait here instead of being looked for at every step.
Entries are admission numbers, never objects. One whose request has left (preempted, finished) is
stale: the reader skips it, and when stale entries outnumber the live ones the calendar is
compacted, so a run that preempts for ever stays small.
"""

from collections import defaultdict
from collections.abc import Container


class Calendar:
    """Admission numbers by the tick they are `due` at."""

    __slots__ = ("_limit", "_stale", "due")

    def __init__(self) -> None:
        """Start empty."""
        self.due: defaultdict[int, list[int]] = defaultdict(list)
        self._stale = 0  # at most so many entries are of requests that have left
        self._limit = 64

    def copy(self) -> "Calendar":
        """The same entries, changed by nothing that happens to this one."""
        twin = Calendar.__new__(Calendar)
        twin.due = defaultdict(list, {tick: due.copy() for tick, due in self.due.items()})
        twin._stale, twin._limit = self._stale, self._limit
        return twin

    def pop(self, tick: int, live: Container[int]) -> list[int]:
        """Take out those due at `tick`, oldest admission first."""
        numbers = self.due.pop(tick, None)
        if numbers is None:
            return []
        if len(numbers) == 1:
            return numbers if numbers[0] in live else []
        numbers.sort()
        return list(filter(live.__contains__, numbers))

    def left(self, live: Container[int]) -> None:
        """Somebody left, with an entry here perhaps; `live` holds the admissions that count."""
        self._stale += 1
        if self._stale > self._limit:
            self._compact(live)

    def _compact(self, live: Container[int]) -> None:
        kept = {tick: list(filter(live.__contains__, due)) for tick, due in self.due.items()}
        self.due = defaultdict(list, {tick: due for tick, due in kept.items() if due})
        self._stale = 0
        self._limit = 64 + sum(map(len, self.due.values()))
