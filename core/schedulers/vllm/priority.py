"""vLLM's priority policy: who is before whom in its waiting queue."""

from core.lifecycle import Queued


class PriorityOrder:
    """The key (priority, arrival), equals in the order in which they first came.

    So who comes back from a preemption stands where it stood among its equals. The numbers are the
    same in every copy of a replica, which is why they can be shared.
    """

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        """Start with nobody."""
        self._numbers: dict[str, int] = {}

    def __call__(self, queued: Queued) -> tuple[int, float, int]:
        """The key of `queued`."""
        request, numbers = queued.request, self._numbers
        arrival = request.arrival if request.arrival_ms is None else request.arrival_ms
        return (request.priority, arrival, numbers.setdefault(request.rid, len(numbers)))
