"""A queue in which tenants take turns.

Each tenant has a line of its own, in base order; tenants stand in the order in which they first
joined. A pointer stands at one of them. The head of the queue is the head of the first line, from
the pointer on and round again, in which somebody waits. Its admission is a turn of its tenant, to
whom the pointer moves; after as many turns as its weight says the pointer moves on to the next of
the tenants that have joined so far.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping
from typing import Self

from core.lifecycle import Preempted, Queued, Waiting
from core.override import override
from core.past import Stay
from core.replica.queues.line import Line


class RotatingQueue(Line):
    """Who waits, by tenant; a tenant has as many turns in a row as `weights` say, else one."""

    __slots__ = ("_lines", "_places", "_pointer", "_size", "_used", "_waiting", "_weights")

    def __init__(self, weights: Mapping[str, int]) -> None:
        """Start empty, with nobody's turn."""
        super().__init__()
        self._weights = weights
        self._places: dict[str, int] = {}  # of the tenants, in the order they first joined
        self._lines: list[list[Queued]] = []  # by place
        self._waiting: list[int] = []  # places at which somebody waits, in order
        self._pointer = self._used = 0  # whose turn it is, and how many of them are used
        self._size = 0

    @override
    def copy(self) -> Self:
        """The same queue, changed by nothing that happens to this one."""
        twin = super().copy()
        twin._weights = self._weights
        twin._lines = [line.copy() for line in self._lines]
        return twin

    def __len__(self) -> int:
        """How many wait."""
        return self._size

    @override
    def __iter__(self) -> Iterator[Queued]:
        """Who waits, in the order in which they would be admitted if all fitted."""
        waiting, pointer, used = self._waiting.copy(), self._pointer, self._used
        taken = [0] * len(self._lines)
        while waiting:
            at = bisect_left(waiting, pointer) % len(waiting)
            place = waiting[at]
            yield self._lines[place][taken[place]]
            taken[place] += 1
            pointer, used = self._after_turn(place, pointer, used)
            if taken[place] == len(self._lines[place]):
                del waiting[at]

    @property
    @override
    def memory(self) -> tuple[object, ...]:
        """Whose turn it is, and how many of its turns are used."""
        return (self._pointer, self._used)

    def _after_turn(self, place: int, pointer: int, used: int) -> tuple[int, int]:
        """The pointer and the used turns after a turn of the tenant at `place`."""
        used = used + 1 if place == pointer else 1
        request = self._lines[place][0].request
        if used < self._weights.get(request.tenant, 1):
            return place, used
        return (place + 1) % len(self._lines), 0

    @override
    def _first(self) -> Queued | None:
        waiting = self._waiting
        if not waiting:
            return None
        return self._lines[waiting[bisect_left(waiting, self._pointer) % len(waiting)]][0]

    @override
    def _drop(self, queued: Queued) -> None:
        place = self._places[queued.request.tenant]
        self._lines[place].remove(queued)
        self._size -= 1
        if not self._lines[place]:
            self._waiting.remove(place)

    def arrive(self, waiting: Waiting) -> None:
        """Join at the end of the tenant's line."""
        line = self._line_of(waiting)
        line.append(waiting)
        self._joined(waiting.since)

    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        """Join in front of the tenant's line, in the step it was preempted in."""
        line = self._line_of(preempted)
        line.insert(0, preempted)
        self._joined(preempted.since, after_admission=after_admission)

    def _line_of(self, queued: Queued) -> list[Queued]:
        """The line that `queued` is about to join."""
        place = self._places.setdefault(queued.request.tenant, len(self._lines))
        if place == len(self._lines):
            self._lines.append([])
        if not self._lines[place]:
            insort(self._waiting, place)
        self._size += 1
        return self._lines[place]

    @override
    def leave(self, step: int) -> Stay:
        """The head is admitted in `step`: a turn of its tenant; its stay."""
        assert self.head is not None
        place = self._places[self.head.request.tenant]
        self._pointer, self._used = self._after_turn(place, self._pointer, self._used)
        return super().leave(step)
