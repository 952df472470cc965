"""The requests of a workload in the order they arrive.

Shared by every copy of a replica; a copy keeps only an index.
"""

from collections.abc import Sequence
from operator import attrgetter, itemgetter

from core.request import Request


class Arrivals:
    """Requests by (arrival, rid); timed ones by (arrival_ms, position in the workload).

    If they rank `as_listed`, the position decides in both cases.

    `timed` tells whether arrivals are milliseconds; `times` are the arrivals in that unit.
    `cancels` are those whose clients leave, in the order of (cancel_at, rid).
    """

    __slots__ = ("_ranks", "cancels", "requests", "timed", "times")

    def __init__(self, requests: Sequence[Request], *, as_listed: bool = False) -> None:
        """Put `requests` into their order of arrival."""
        self.timed = bool(requests) and requests[0].arrival_ms is not None
        time = "arrival_ms" if self.timed else "arrival"
        keys = (time,) if self.timed or as_listed else (time, "rid")
        self.requests = sorted(requests, key=attrgetter(*keys))
        self.times: list[float] = [*map(attrgetter(time), self.requests)]
        leaving = [(r.cancel_at, r.rid, r) for r in requests if r.cancel_at is not None]
        self.cancels = [(step, one) for step, _, one in sorted(leaving, key=itemgetter(0, 1))]
        self._ranks: dict[str, int] = {}

    def rank(self, request: Request) -> int:
        """The place of `request` in the order of arrival, from 0."""
        return self._place(request.rid)

    def named(self, rid: str) -> Request:
        """The request called `rid`. Raises `KeyError` if there is none."""
        return self.requests[self._place(rid)]

    def _place(self, rid: str) -> int:
        if not self._ranks:
            self._ranks = {one.rid: place for place, one in enumerate(self.requests)}
        return self._ranks[rid]

    def __len__(self) -> int:
        """How many requests there are."""
        return len(self.requests)
