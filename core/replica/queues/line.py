"""What the queues of other orders have in common: the head, who may change, and why each waits.

As in `core.replica.queue` one account is enough, what held the heads, whoever they were: only the
head has a cause of its own, everyone else waits for their turn. A head before whom somebody comes
to stand takes along what it was held until then.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Self

from core.lifecycle import Cause, Queued
from core.past import HeldSteps, Stay, Waited, waited_in
from core.replica.held import NEVER, Ahead, held_after, minus


class Line(ABC):
    """The `head` of a queue and the account of what held the heads.

    An order says who is `first`, how somebody joins and how it is `dropped`.
    """

    __slots__ = ("_ahead", "_at_head", "_cause", "_counted", "_from", "_had", "head")

    def __init__(self) -> None:
        """Start empty."""
        self.head: Queued | None = None
        self._cause: Cause | None = None  # what holds the head now,
        self._from = 0  # since which step,
        self._counted = NEVER  # and the held steps before that
        self._at_head = NEVER  # held steps when the present head became it
        self._had: dict[str, HeldSteps] = {}  # what displaced heads had been held until then
        self._ahead: Ahead | None = None  # of those one who is held in this step as well

    def copy(self) -> Self:
        """The same queue, changed by nothing that happens to this one."""
        twin = type(self).__new__(type(self))
        for kind in type(self).__mro__:
            for name in getattr(kind, "__slots__", ()):
                held = getattr(self, name)
                setattr(twin, name, held.copy() if isinstance(held, dict | list) else held)
        return twin

    @property
    def memory(self) -> tuple[object, ...]:
        """Nothing decides but who waits."""
        return ()

    @abstractmethod
    def __iter__(self) -> Iterator[Queued]:
        """Who waits, the head first."""

    @abstractmethod
    def _first(self) -> Queued | None:
        """Who is to be asked first; None if nobody waits."""

    @abstractmethod
    def _drop(self, queued: Queued) -> None:
        """`queued` stands here no more."""

    def _joined(self, step: int, *, after_admission: bool = False) -> None:
        """Somebody has joined in `step`, and may be the head now.

        If that was `after_admission`, the head until then was held in this step as well.
        """
        first, head, cause = self._first(), self.head, self._cause
        if first is head:
            return
        held = self._settled(step + after_admission)
        if head is not None:
            if after_admission and cause is not None:
                self._ahead = Ahead(head.request.rid, step, cause)
            self._had[head.request.rid] = minus(held, self._at_head)
        self._seat(first)

    def _seat(self, first: Queued | None) -> None:
        """`first` is the head now; nothing is known to hold it."""
        self.head = first
        had = NEVER if first is None else self._had.pop(first.request.rid, NEVER)
        self._at_head = minus(self._counted, had)

    def hold(self, cause: Cause, step: int) -> None:
        """From `step` on, the head stays because of `cause`."""
        self._settled(step)
        self._cause, self._from = cause, step

    def leave(self, step: int) -> Stay:
        """The head is admitted in `step`; its stay."""
        head = self.head
        assert head is not None
        stay = (head.since, self._at_head, self._settled(step))
        self._drop(head)
        self._seat(self._first())
        return stay

    def remove(self, queued: Queued, step: int) -> Stay:
        """`queued` gives up waiting in `step`, wherever it stands; its stay."""
        if queued is self.head:
            return Line.leave(self, step)
        self._drop(queued)
        return (queued.since, NEVER, self._had.pop(queued.request.rid, NEVER))

    def waited(self, step: int) -> Iterator[tuple[Queued, Waited]]:
        """Who waits, in order, and why so far: in all steps before `step`."""
        for queued in self:
            rid = queued.request.rid
            had = self._had.get(rid, NEVER)
            if queued is self.head:
                had = minus(self._held_before(step), self._at_head)
            elif self._ahead is not None:
                had = self._ahead.taken_off(had, rid, step)
            yield queued, waited_in((queued.since, NEVER, had), step)

    def _settled(self, step: int) -> HeldSteps:
        """Count what held the head until `step`; from there on nothing is known to hold it."""
        self._counted = self._held_before(step)
        self._cause = None
        return self._counted

    def _held_before(self, step: int) -> HeldSteps:
        return held_after(self._counted, self._cause, step - self._from)
