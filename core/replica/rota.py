"""Who takes a block in which tick: each decoding request once in `grows_by` ticks.

A request that grows in tick t grows in t + grows_by and so on until it leaves, so it stands in
one line all its life: growing enters nothing anew and no entry goes stale. (With a calendar, every
growth of a run was entered, sorted and looked through once more: a tenth of the engine's time.)
Entries are admission numbers, never objects.
"""

from bisect import bisect_left, insort


class Rota:
    """Admission numbers by the tick they grow in, modulo `grows_by`, each line oldest first.

    Where nobody grows (`grows_by` 0) nobody ever joins.
    """

    __slots__ = ("_line_of", "grows_by", "lines")

    def __init__(self, grows_by: int) -> None:
        """Start empty."""
        self.grows_by = grows_by
        self.lines: dict[int, list[int]] = {}
        self._line_of: dict[int, int] = {}

    def copy(self) -> "Rota":
        """The same lines, changed by nothing that happens to this one."""
        twin = Rota.__new__(Rota)
        twin.grows_by, twin._line_of = self.grows_by, self._line_of.copy()
        twin.lines = {at: line.copy() for at, line in self.lines.items()}
        return twin

    def join(self, number: int, tick: int) -> None:
        """`number` takes its next block in `tick`, which is at most `grows_by` ticks ahead."""
        self._line_of[number] = at = tick % self.grows_by
        line = self.lines.get(at)
        if line is None:
            self.lines[at] = [number]
        elif line[-1] < number:
            line.append(number)
        else:
            insort(line, number)

    def leave(self, number: int) -> None:
        """`number` takes no more blocks, if it did."""
        at = self._line_of.pop(number, None)
        if at is None:
            return
        line = self.lines[at]
        if len(line) > 1:
            del line[bisect_left(line, number)]
        else:
            del self.lines[at]
