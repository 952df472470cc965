"""What an admission gate is asked and what it answers."""

from typing import NamedTuple, Protocol

from core.lifecycle import Cause, Queued
from core.replica import Replica


class Refusal(NamedTuple):
    """Why a request is not admitted now: the cause its wait counts for, and the gate's own words.

    `why` has the numbers of the rule; "" where slots taken, or blocks needed and free, tell it all.
    """

    cause: Cause
    why: str = ""


class Gate(Protocol):
    """One call, pure: whatever it goes by is in the replica or in the request."""

    def __call__(self, replica: Replica, queued: Queued, blocks: int, /) -> Refusal | None:
        """Why `queued`, which would take `blocks` blocks now, may not come in; None if it may."""
        ...
