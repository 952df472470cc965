"""What a replica and those who look at it ask of its queue, whatever its order."""

from collections.abc import Iterator
from typing import Protocol

from core.lifecycle import Cause, Preempted, Queued, Waiting
from core.past import Stay, Waited


class WaitingQueue(Protocol):
    """Who waits, `head` first, and why.

    Iterating gives the order in which they would be asked. `memory` is what it remembers besides
    who waits, as far as that decides who is next: whose turn it is, how often somebody was
    overtaken.
    """

    head: Queued | None

    @property
    def memory(self) -> tuple[object, ...]:
        """What decides besides who waits; equal for queues that go on equally."""
        ...

    def copy(self) -> "WaitingQueue":
        """The same queue, changed by nothing that happens to this one."""
        ...

    def __len__(self) -> int:
        """How many wait."""
        ...

    def __iter__(self) -> Iterator[Queued]:
        """Who waits, the head first."""
        ...

    def arrive(self, waiting: Waiting) -> None:
        """Join, new."""
        ...

    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        """Join again, in the step it was preempted in, where this order puts it."""
        ...

    def hold(self, cause: Cause, step: int) -> None:
        """From `step` on, the head stays because of `cause`."""
        ...

    def leave(self, step: int) -> Stay:
        """The head is admitted in `step`; its stay."""
        ...

    def remove(self, queued: Queued, step: int) -> Stay:
        """`queued` gives up waiting in `step`, wherever it stands; its stay."""
        ...

    def waited(self, step: int) -> Iterator[tuple[Queued, Waited]]:
        """Who waits, in order, and why so far: in all steps before `step`."""
        ...
