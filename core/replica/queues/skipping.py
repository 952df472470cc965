"""A queue in base order, whose head may be passed a bounded number of times.

Whoever is admitted from behind overtakes everyone before it, once. Who was overtaken as often as is
allowed since it began to wait is passed by nobody any more, until it is admitted itself.
"""

from collections.abc import Iterator

from core.lifecycle import Preempted, Queued, Waiting
from core.override import override
from core.past import Stay
from core.replica.held import NEVER
from core.replica.queues.line import Line


class SkippingQueue(Line):
    """Who waits, the preempted in front, then in order of arrival; each passed `most` times."""

    __slots__ = ("_line", "_overtaken", "most")

    def __init__(self, most: int) -> None:
        """Start empty; nobody is overtaken more than `most` times."""
        super().__init__()
        self.most = most
        self._line: list[Queued] = []
        self._overtaken: dict[str, int] = {}  # of those that were, since they began to wait

    def __len__(self) -> int:
        """How many wait."""
        return len(self._line)

    @override
    def __iter__(self) -> Iterator[Queued]:
        """Who waits, the head first."""
        return iter(self._line)

    @property
    @override
    def memory(self) -> tuple[object, ...]:
        """How often each was overtaken."""
        return tuple(self._overtaken.get(each.request.rid, 0) for each in self._line)

    def overtaken(self, rid: str) -> int:
        """How often `rid` was overtaken since it began to wait."""
        return self._overtaken.get(rid, 0)

    @override
    def _first(self) -> Queued | None:
        return self._line[0] if self._line else None

    @override
    def _drop(self, queued: Queued) -> None:
        self._line.remove(queued)
        self._overtaken.pop(queued.request.rid, None)

    def arrive(self, waiting: Waiting) -> None:
        """Join at the end."""
        self._line.append(waiting)
        self._joined(waiting.since)

    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        """Join in front of everyone, in the step it was preempted in."""
        self._line.insert(0, preempted)
        self._joined(preempted.since, after_admission=after_admission)

    def behind_the_head(self) -> Iterator[Queued]:
        """Who may be admitted before the head, in the order in which they are asked."""
        for before, queued in zip(self._line, self._line[1:], strict=False):
            if self._overtaken.get(before.request.rid, 0) >= self.most:
                return
            yield queued

    def overtake(self, queued: Queued) -> Stay:
        """`queued` is admitted before all that stand before it; its stay."""
        for before in self._line:
            if before is queued:
                break
            rid = before.request.rid
            self._overtaken[rid] = self._overtaken.get(rid, 0) + 1
        self._drop(queued)
        return (queued.since, NEVER, self._had.pop(queued.request.rid, NEVER))
