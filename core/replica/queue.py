"""The waiting queue.

The preempted in front, the last one first, then who arrived, in order of arrival.

It also keeps why its requests wait. Only the head has a cause of its own (slots, blocks);
everyone behind waits for their turn. So one count a step is enough: the head's causes are counted
for the queue as a whole, and a request takes the difference between becoming the head and
leaving, the rest of its stay being `turn`.
"""

from collections import deque
from collections.abc import Iterator

from core.lifecycle import Cause, Preempted, Queued, Waiting
from core.past import NO_WAIT, Waited

NOT_HELD = (0, 0, 0)
PLACE: dict[Cause, int] = {"slots": 0, "blocks": 1, "budget": 2}
"""Where a head's cause stands in the counts."""


class Queue:
    """Who waits, in order, `head` first. First come, first served; nobody skips ahead."""

    __slots__ = ("_arrived", "_at_head", "_front", "_head_before", "_held", "head")

    def __init__(self) -> None:
        """Start empty."""
        self.head: Queued | None = None
        self._front: list[Preempted] = []  # the head is its end
        self._arrived: deque[Waiting] = deque()
        self._held = [0, 0, 0]  # steps any head was held, by cause, over the whole run
        self._at_head = [0, 0, 0]  # `_held` when the present head came to the front
        self._head_before: dict[
            str, tuple[int, int, int]
        ] = {}  # what heads that were displaced had been held by

    def copy(self) -> "Queue":
        """The same queue, changed by nothing that happens to this one."""
        twin = Queue.__new__(Queue)
        twin.head = self.head
        twin._front, twin._arrived = self._front.copy(), self._arrived.copy()
        twin._held, twin._at_head = self._held.copy(), self._at_head.copy()
        twin._head_before = self._head_before.copy()
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
            self._at_head = self._held.copy()
        self._arrived.append(waiting)

    def return_to_front(self, preempted: Preempted) -> None:
        """Join in front of everyone."""
        head = self.head
        if head is not None:
            held = self._waited(head, head.since, at_head=True)
            self._head_before[head.request.rid] = (held.slots, held.blocks, held.budget)
        self._front.append(preempted)
        self.head = preempted
        self._at_head = self._held.copy()

    def hold(self, cause: Cause) -> None:
        """The head stays for one step more, because of `cause`."""
        self._held[PLACE[cause]] += 1

    def leave(self, step: int) -> Waited:
        """The head leaves in `step`; why it waited since it joined."""
        front, arrived = self._front, self._arrived
        head: Queued = front.pop() if front else arrived.popleft()
        waited = self._waited(head, step, at_head=True) if step > head.since else NO_WAIT
        if self._head_before:
            self._head_before.pop(head.request.rid, None)
        if self._at_head != self._held:
            self._at_head = self._held.copy()
        if front:
            self.head = front[-1]
        else:
            self.head = arrived[0] if arrived else None
        return waited

    def waited(self, step: int) -> Iterator[tuple[Queued, Waited]]:
        """Who waits, in order, and why so far: in all steps before `step`."""
        for position, queued in enumerate(self):
            yield queued, self._waited(queued, step, at_head=position == 0)

    def _waited(self, queued: Queued, step: int, *, at_head: bool) -> Waited:
        slots, blocks, budget = self._head_before.get(queued.request.rid, NOT_HELD)
        if at_head:
            now, then = self._held, self._at_head
            slots += now[0] - then[0]
            blocks += now[1] - then[1]
            budget += now[2] - then[2]
        return Waited(slots, blocks, budget, step - queued.since - slots - blocks - budget)
