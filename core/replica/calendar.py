"""What is known in advance: who sends its last token in which tick.

Progress of a decoding request is read off the clock, so when it finishes is known the moment it
starts; that waits here instead of being looked for at every step. Entries are admission numbers,
never objects, and whoever is preempted takes its own away.
"""

from bisect import bisect_left, insort
from collections import defaultdict


class Calendar:
    """Admission numbers by the tick they are `due` at, oldest first."""

    __slots__ = ("due",)

    def __init__(self) -> None:
        """Start empty."""
        self.due: defaultdict[int, list[int]] = defaultdict(list)

    def copy(self) -> "Calendar":
        """The same entries, changed by nothing that happens to this one."""
        twin = Calendar.__new__(Calendar)
        twin.due = defaultdict(list, {tick: due.copy() for tick, due in self.due.items()})
        return twin

    def enter(self, number: int, tick: int) -> None:
        """`number` is due at `tick`."""
        due = self.due[tick]
        if due and due[-1] > number:
            insort(due, number)
        else:
            due.append(number)

    def pop(self, tick: int) -> list[int]:
        """Take out those due at `tick`, oldest admission first."""
        return self.due.pop(tick, [])

    def leave(self, number: int, tick: int) -> None:
        """`number` is no longer due at `tick`, if it was."""
        due = self.due.get(tick, [])
        at = bisect_left(due, number)
        if due[at : at + 1] == [number]:
            del due[at]
