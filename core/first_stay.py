"""What came before an admission: a past, or one that is worked out only when somebody looks.

Mostly nobody does. To work it out was a quarter of what a preemption costs, and of those who are
preempted most are so for the first time.
"""

from typing import Protocol, TypeAlias

from core.past import Past
from core.value import value


class Decoded(Protocol):
    """What is asked of the state that a preemption ended: `core.lifecycle.Decoding`."""

    @property
    def since(self) -> int:
        """The tick that closed with its first token."""
        ...

    @property
    def completed(self) -> int:
        """The step of that token."""
        ...

    def computed_tokens(self, tick: int) -> int:
        """KV entries in the cache."""
        ...

    def past_until(self, step: int, tick: int, ticked_at: int) -> Past:
        """Its past before step `step`."""
        ...


@value
class FirstStay:
    """The past of one that was `decoding` without a pause until its first preemption, in `step`.

    Tick `tick` was the last to close then, in step `ticked_at`.
    """

    decoding: Decoded
    step: int
    tick: int
    ticked_at: int

    @property
    def preemptions(self) -> int:
        """As often was it preempted."""
        return 1

    @property
    def first_token(self) -> int:
        """The step of its first token."""
        return self.decoding.completed

    @property
    def last_token(self) -> int:
        """The step of its last one."""
        return self.ticked_at if self.tick > self.decoding.since else self.decoding.completed

    @property
    def past(self) -> Past:
        """All of it."""
        lost = self.decoding.computed_tokens(self.tick)
        past = self.decoding.past_until(self.step, self.tick, self.ticked_at)
        return past.after_preemption(lost)


Before: TypeAlias = Past | FirstStay


def past_of(before: Before) -> Past:
    """All of it, worked out if it is not yet."""
    return before if isinstance(before, Past) else before.past
