"""The waiting queue.

The preempted in front, the last one first, then who arrived, in order of arrival.

It also keeps why its requests wait. Only the head has a cause of its own (slots, blocks);
everyone behind waits for their turn. So one count a step is enough: the head's causes are counted
for the queue as a whole, and a request takes the difference between becoming the head and
leaving, the rest of its stay being `turn`.
"""

from collections import deque
from collections.abc import Iterator
from typing import assert_never

from core.lifecycle import Cause, Preempted, Queued, Waiting
from core.past import HeldSteps, Stay, Waited, waited_in

NEVER: HeldSteps = (0, 0, 0)


class Queue:
    """Who waits, in order, `head` first. First come, first served; nobody skips ahead."""

    __slots__ = ("_arrived", "_at_head", "_front", "_had", "_held", "head")

    def __init__(self) -> None:
        """Start empty."""
        self.head: Queued | None = None
        self._front: list[Preempted] = []  # the head is its end
        self._arrived: deque[Waiting] = deque()
        self._held = NEVER
        self._at_head = NEVER  # `_held` when the present head became it
        self._had: dict[str, HeldSteps] = {}  # what displaced heads had been held until then

    def copy(self) -> "Queue":
        """The same queue, changed by nothing that happens to this one."""
        twin = Queue.__new__(Queue)
        twin.head, twin._held, twin._at_head = self.head, self._held, self._at_head
        twin._front, twin._arrived = self._front.copy(), self._arrived.copy()
        twin._had = self._had.copy()
        return twin

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
            self._at_head = self._held
        self._arrived.append(waiting)

    def return_to_front(self, preempted: Preempted) -> None:
        """Join in front of everyone."""
        if self.head is not None:
            self._had[self.head.request.rid] = _minus(self._held, self._at_head)
        self._front.append(preempted)
        self.head = preempted
        self._at_head = self._held

    def hold(self, cause: Cause) -> None:
        """The head stays for one step more, because of `cause`."""
        slots, blocks, budget = self._held
        match cause:
            case "slots":
                self._held = (slots + 1, blocks, budget)
            case "blocks":
                self._held = (slots, blocks + 1, budget)
            case "budget":
                self._held = (slots, blocks, budget + 1)
            case "turn":
                raise AssertionError("the head waits for nobody's turn")
            case _:
                assert_never(cause)

    def leave(self) -> Stay:
        """The head leaves; its stay."""
        front, arrived = self._front, self._arrived
        left: Queued = front.pop() if front else arrived.popleft()
        stay = (left.since, self._at_head, self._held)
        self._at_head = self._held
        if front:
            self.head = front[-1]
        else:
            self.head = arrived[0] if arrived else None
        if self._had and self.head:
            self._at_head = _minus(self._held, self._had.pop(self.head.request.rid, NEVER))
        return stay

    def waited(self, step: int) -> Iterator[tuple[Queued, Waited]]:
        """Who waits, in order, and why so far: in all steps before `step`."""
        for queued in self:
            had = self._had.get(queued.request.rid, NEVER)
            if queued is self.head:
                had = _minus(self._held, self._at_head)
            yield queued, waited_in((queued.since, NEVER, had), step)


def _minus(later: HeldSteps, earlier: HeldSteps) -> HeldSteps:
    return (later[0] - earlier[0], later[1] - earlier[1], later[2] - earlier[2])
