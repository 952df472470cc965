"""What is known in advance: who sends its last token in which tick.

Progress of a decoding request is read off the clock, so when it finishes is known the moment it
starts; that waits here instead of being looked for at every step. Entries are admission numbers,
never objects, and whoever is preempted takes its own away.
"""

from bisect import insort


class Calendar:
    """Admission numbers by the tick they are `due` at, oldest first."""

    __slots__ = ("due",)

    def __init__(self) -> None:
        """Start empty."""
        self.due: dict[int, list[int]] = {}

    def copy(self) -> "Calendar":
        """The same entries, changed by nothing that happens to this one."""
        twin = Calendar.__new__(Calendar)
        twin.due = {tick: due.copy() for tick, due in self.due.items()}
        return twin

    def enter(self, number: int, tick: int) -> None:
        """`number` is due at `tick`."""
        due = self.due.get(tick)
        if due is None:
            self.due[tick] = [number]
        elif due[-1] < number:
            due.append(number)
        else:
            insort(due, number)

    def leave(self, number: int, tick: int) -> None:
        """`number` is no longer due at `tick`, if it was."""
        due = self.due.get(tick)
        if due is not None and number in due:
            due.remove(number)
            if not due:
                del self.due[tick]
