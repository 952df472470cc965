"""The waiting queue: the preempted in front, the last one first, then in order of arrival.

It also keeps why its requests wait. Only the head has a cause of its own (slots, blocks, budget);
everyone behind waits for their turn. So one account is enough: what held the heads, whoever they
were. A request takes the difference between becoming the head and leaving; the rest of its stay is
`turn`. Nobody waits in a step that is jumped, so held steps are counted when the cause changes.
"""

from collections import deque
from collections.abc import Iterator

from core.lifecycle import Cause, Preempted, Queued, Waiting
from core.past import HeldSteps, Stay, Waited, waited_in
from core.replica.held import NEVER, Ahead, held_after, minus


class Queue:
    """Who waits, in order, `head` first. First come, first served; nobody skips ahead."""

    __slots__ = (
        *("_ahead", "_arrived", "_at_head", "_cause", "_counted", "_from", "_front", "_had"),
        "head",
    )

    def __init__(self) -> None:
        """Start empty."""
        self.head: Queued | None = None
        self._front: list[Preempted] = []  # the head is its end
        self._arrived: deque[Waiting] = deque()
        self._cause: Cause | None = None  # what holds the head now,
        self._from = 0  # since which step,
        self._counted = NEVER  # and the held steps before that
        self._at_head = NEVER  # held steps when the present head became it
        self._had: dict[str, HeldSteps] = {}  # what displaced heads had been held until then
        self._ahead: Ahead | None = None  # of those one who is held in this step as well

    def copy(self) -> "Queue":
        """The same queue, changed by nothing that happens to this one."""
        twin = Queue.__new__(Queue)
        for name in Queue.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._front, twin._arrived = self._front.copy(), self._arrived.copy()
        twin._had = self._had.copy()
        return twin

    @property
    def memory(self) -> tuple[object, ...]:
        """Nothing decides but who waits."""
        return ()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._front) + len(self._arrived)

    def __iter__(self) -> Iterator[Queued]:
        """Who waits, the head first."""
        yield from reversed(self._front)
        yield from self._arrived

    def arrive(self, waiting: Waiting) -> None:
        """Join at the end."""
        if self.head is None:
            self.head = waiting
        self._arrived.append(waiting)

    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        """Join in front of everyone, in the step it was preempted in.

        If that was `after_admission`, the head until then was held in this step as well.
        """
        step, cause = preempted.since, self._cause
        held = self._settled(step + after_admission)
        if self.head is not None:
            if after_admission and cause is not None:
                self._ahead = Ahead(self.head.request.rid, step, cause)
            self._had[self.head.request.rid] = minus(held, self._at_head)
        self._front.append(preempted)
        self.head = preempted
        self._at_head = held

    def hold(self, cause: Cause, step: int) -> None:
        """From `step` on, the head stays because of `cause`."""
        if self._cause is not None:
            self._settled(step)
        self._cause, self._from = cause, step

    def leave(self, step: int) -> Stay:
        """The head leaves in `step`; its stay."""
        front, arrived = self._front, self._arrived
        left: Queued = front.pop() if front else arrived.popleft()
        held = self._settled(step) if self._cause is not None else self._counted
        stay = (left.since, self._at_head, held)
        self._at_head = held
        if front:
            self.head = front[-1]
        else:
            self.head = arrived[0] if arrived else None
        if self._had and self.head:
            self._at_head = minus(held, self._had.pop(self.head.request.rid, NEVER))
        return stay

    def remove(self, queued: Queued, step: int) -> Stay:
        """`queued`, wherever it stands, leaves in `step`; its stay."""
        if queued is self.head:
            return self.leave(step)
        if isinstance(queued, Preempted):
            self._front.remove(queued)
        else:
            self._arrived.remove(queued)
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
        if self._cause is not None:
            self._counted = held_after(self._counted, self._cause, step - self._from)
            self._cause = None
        return self._counted

    def _held_before(self, step: int) -> HeldSteps:
        return held_after(self._counted, self._cause, step - self._from)
