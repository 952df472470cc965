"""A user's own policy, and what it was called by."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.key import Key

Seen = TypeVar("Seen")


@dataclass(frozen=True, slots=True)
class OwnPolicy(Generic[Seen]):
    """The policy `key`, which is called `name` wherever it is shown: `my.py:youngest`."""

    name: str
    key: Callable[[Seen], Key]

    def __call__(self, seen: Seen, /) -> Key:
        """What the policy says."""
        return self.key(seen)
