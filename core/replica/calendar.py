"""What is known in advance: which admissions are due at which tick.

Progress of a decoding request is read off the clock, so when it next needs a block and when it
finishes are known the moment it starts; they wait here instead of being looked for at every step.
Entries are admission numbers, never objects. One whose request has left (preempted, finished) is
stale: the reader skips it, and when stale entries outnumber the live ones the calendar is
compacted, so a run that preempts for ever stays small.
"""

from collections.abc import Container, Sequence


class Calendar:
    """Admission numbers by the tick they are due at."""

    __slots__ = ("_due", "_entries", "_limit")

    def __init__(self) -> None:
        """Start empty."""
        self._due: dict[int, list[int]] = {}
        self._entries = 0
        self._limit = 64

    def copy(self) -> "Calendar":
        """The same entries, changed by nothing that happens to this one."""
        twin = Calendar.__new__(Calendar)
        twin._due = {tick: numbers.copy() for tick, numbers in self._due.items()}
        twin._entries, twin._limit = self._entries, self._limit
        return twin

    def enter(self, tick: int, number: int, live: Container[int]) -> None:
        """Note that `number` is due at `tick`; `live` holds the admissions that still count."""
        due = self._due.get(tick)
        if due is None:
            self._due[tick] = [number]
        else:
            due.append(number)
        self._entries += 1
        if self._entries > self._limit:
            self._compact(live)

    def enter_all(self, tick: int, numbers: Sequence[int], live: Container[int]) -> None:
        """Note that all of `numbers` are due at `tick`."""
        self._due.setdefault(tick, []).extend(numbers)
        self._entries += len(numbers)
        if self._entries > self._limit:
            self._compact(live)

    def pop(self, tick: int, live: Container[int]) -> list[int]:
        """Take out those due at `tick`, oldest admission first."""
        numbers = self._due.pop(tick, None)
        if numbers is None:
            return []
        self._entries -= len(numbers)
        numbers.sort()
        return list(filter(live.__contains__, numbers))

    def _compact(self, live: Container[int]) -> None:
        kept = {tick: [n for n in numbers if n in live] for tick, numbers in self._due.items()}
        self._due = {tick: numbers for tick, numbers in kept.items() if numbers}
        self._entries = sum(map(len, self._due.values()))
        self._limit = 2 * self._entries + 64
