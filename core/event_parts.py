"""What events are made of: their kinds, and the requests and contents of the run they refer to."""

from typing import Literal, Protocol, TypeAlias

from core.request import Request

EventKind: TypeAlias = Literal[
    "arrived",
    "rejected",
    "grew",
    "preempted",
    "admitted",
    "hit",
    "evicted",
    "held",
    "chunk",
    "first_token",
    "ran",
    "finished",
    "cancelled",
]


class Admissions(Protocol):
    """The requests of a run by admission number, from 0."""

    def __getitem__(self, index: int, /) -> Request:
        """The request that was admitted as number `index` + 1."""
        ...


class Contents(Protocol):
    """Whose contents those of a run are."""

    def owner(self, key: int, /) -> str:
        """The rid of who first had the content of `key`."""
        ...
