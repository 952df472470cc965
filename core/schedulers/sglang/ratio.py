"""What SGLang remembers from step to step: the new-token ratio, and whether its batch is full."""

from dataclasses import dataclass, replace
from typing import Self

from core.schedulers.sglang.adder import Stop

INITIAL = 0.7
LEAST_SHARE = 0.14
DECAY_STEPS = 600
RETRACT_STEPS = 20
"""The ratio starts at `INITIAL` times the conservativeness and falls to a share of that, so many
decode steps later. After a retraction everybody is taken to send so many tokens more."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A frozen value, held by the replica, so that going back is exact.

    Everybody is taken to send `ratio` of the tokens it may still send. `first` is what it was at
    the start. While the batch `is_full` nobody is asked whether they fit, for the `cause` that made
    it so, and `why` in words. It has `seen` members, as of the last time that the engine looked:
    who has left since still counts.
    """

    first: float
    ratio: float
    is_full: bool = False
    cause: Stop = "blocks"
    seen: int = 0
    why: str = ""

    def idle(self) -> Self:
        """Nobody is there, or nothing runs: as at the start."""
        return replace(self, ratio=self.first, is_full=False, seen=0)

    def filled(self, cause: Stop, why: str) -> Self:
        """Somebody did not fit because of `cause`: nobody is asked again for now."""
        return replace(self, is_full=True, cause=cause, why=why)

    def looked(self, members: int) -> Self:
        """The batch turns out to have `members`: if somebody has left, it is not full any more."""
        return replace(self, is_full=self.is_full and members >= self.seen, seen=members)

    def merged(self, members: int, *, shrank: bool) -> Self:
        """Those of a prefill join the batch, unless it `shrank`: then the batch is not full."""
        return replace(self, is_full=self.is_full and not shrank, seen=members)

    def decayed(self) -> Self:
        """A decode step passed in which nobody was retracted."""
        least = self.first * LEAST_SHARE
        return replace(self, ratio=max(self.ratio - (self.first - least) / DECAY_STEPS, least))

    def estimated(self, sent: int, most: int, members: int) -> Self:
        """After a retraction: `members` have sent so many tokens of `most` that they may send."""
        return replace(self, ratio=min(1.0, (sent + RETRACT_STEPS * members) / (most + 1)))


def at_start(conservativeness: float) -> Hidden:
    """The value before the first step."""
    first = min(INITIAL * conservativeness, 1.0)
    return Hidden(first, first)
