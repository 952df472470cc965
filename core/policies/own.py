"""A user's own victim policy, and what it was called by."""

from dataclasses import dataclass

from core.policies.candidate import Candidate
from core.policies.victim import Key, VictimPolicy


@dataclass(frozen=True, slots=True)
class OwnPolicy:
    """The policy `key`, which is called `name` wherever it is shown: `my.py:youngest`."""

    name: str
    key: VictimPolicy

    def __call__(self, candidate: Candidate, /) -> Key:
        """What the policy says."""
        return self.key(candidate)
