"""What a policy puts things in order by."""

from typing import Any, Protocol


class Key(Protocol):
    """What can be compared with its own kind: numbers, strings, tuples of them."""

    def __lt__(self, other: Any, /) -> bool:  # noqa: ANN401 - each kind says with what it compares
        """Whether it goes before `other`."""
        ...
