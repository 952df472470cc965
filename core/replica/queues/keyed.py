"""A queue sorted by a key: the smallest first, ties in base order.

A key is worked out once, when somebody joins, and holds while it waits. So a place is found by
bisection: who arrives stands behind its equals, who comes back from a preemption before them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator

from core.key import Key
from core.lifecycle import Preempted, Queued, Waiting
from core.override import override
from core.replica.queues.line import Line


class KeyedQueue(Line):
    """Who waits, by the key of each."""

    __slots__ = ("_key", "_keys", "_line")

    def __init__(self, key: Callable[[Queued], Key]) -> None:
        """Start empty; `key` is asked once for each that joins."""
        super().__init__()
        self._key = key
        self._keys: list[Key] = []  # of those in line, in the same order
        self._line: list[Queued] = []

    def __len__(self) -> int:
        """How many wait."""
        return len(self._line)

    @override
    def __iter__(self) -> Iterator[Queued]:
        """Who waits, the head first."""
        return iter(self._line)

    @override
    def _first(self) -> Queued | None:
        return self._line[0] if self._line else None

    @override
    def _drop(self, queued: Queued) -> None:
        at = self._line.index(queued)
        del self._line[at], self._keys[at]

    def arrive(self, waiting: Waiting) -> None:
        """Join behind everyone with the same key."""
        key = self._key(waiting)
        self._insert(bisect_right(self._keys, key), key, waiting)
        self._joined(waiting.since)

    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        """Join before everyone with the same key, in the step it was preempted in."""
        key = self._key(preempted)
        self._insert(bisect_left(self._keys, key), key, preempted)
        self._joined(preempted.since, after_admission=after_admission)

    def _insert(self, at: int, key: Key, queued: Queued) -> None:
        self._keys.insert(at, key)
        self._line.insert(at, queued)
