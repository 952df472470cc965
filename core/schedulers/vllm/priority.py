"""vLLM's priority policy: who is before whom in its queue, and who goes when memory is full."""

from core.lifecycle import Queued
from core.policies import Candidate, VictimRule
from core.policies.named import Named


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


def least_urgent(candidate: Candidate) -> tuple[int, float, int]:
    """The one with the largest (priority, arrival); of equals the last as they were listed."""
    return (-candidate.priority, -candidate.arrival, -candidate.place)


def least_urgent_of_a_stamp(candidate: Candidate) -> tuple[int, float, int]:
    """The same where those of one step share a time: of equals the first in running order."""
    return (-candidate.priority, -candidate.arrival, candidate.admission)


WORDS = Named(
    least_urgent,
    "the least urgent goes first, of these the latest to arrive",
    "least urgent, then latest to arrive (priority {priority:,}, arrival {arrival:,})",
    "more urgent, or earlier (priority {priority:,}, arrival {arrival:,})",
)
LEAST_URGENT = VictimRule("priority", least_urgent, words=WORDS)
LEAST_URGENT_OF_A_STAMP = VictimRule("priority", least_urgent_of_a_stamp, words=WORDS)
"""Who is preempted by priority, as the candidates of a preemption are ranked."""
