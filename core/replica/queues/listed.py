"""A list at whose end everybody joins, the preempted too, and that is put in another order at will.

An order that it was put in stays until the next: who joins in between stands behind all.
"""

from collections.abc import Iterator, Sequence

from core.lifecycle import Preempted, Queued, Waiting
from core.override import override
from core.replica.queues.line import Line


class ListedQueue(Line):
    """Who waits, in the order it was last put in."""

    __slots__ = ("_line",)

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._line: list[Queued] = []

    def __len__(self) -> int:
        """How many wait."""
        return len(self._line)

    @override
    def __iter__(self) -> Iterator[Queued]:
        """Who waits, the head first."""
        return iter(self._line)

    def put_in_order(self, line: Sequence[Queued], step: int) -> None:
        """From `step` on those who wait stand as in `line`, which has all of them."""
        self._line[:] = line
        self._joined(step)

    @override
    def _first(self) -> Queued | None:
        return self._line[0] if self._line else None

    @override
    def _drop(self, queued: Queued) -> None:
        del self._line[next(at for at, each in enumerate(self._line) if each is queued)]

    def arrive(self, waiting: Waiting) -> None:
        """Join at the end."""
        self._line.append(waiting)
        self._joined(waiting.since)

    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        """Join at the end, in the step it was preempted in."""
        self._line.append(preempted)
        self._joined(preempted.since, after_admission=after_admission)
