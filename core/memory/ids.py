"""Ids of blocks in pieces: a pool of a billion blocks that nobody has touched is one range."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import overload

from core.override import override


class Ids(Sequence[int]):
    """The ids of `pieces` one after the other, each of them once. Equal to a tuple of the same."""

    __slots__ = ("_pieces",)

    def __init__(self, *pieces: Sequence[int]) -> None:
        """Hold `pieces`, which must not change any more."""
        self._pieces = tuple(piece for piece in pieces if piece)

    @override
    def __len__(self) -> int:
        """How many they are."""
        return sum(map(len, self._pieces))

    @override
    def __iter__(self) -> Iterator[int]:
        """Each of them."""
        return chain.from_iterable(self._pieces)

    @override
    def __contains__(self, one: object) -> bool:
        """Whether `one` is among them; a range knows without a look at each."""
        return any(one in piece for piece in self._pieces)

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...

    @override
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        """The id at a place, or those of a slice as a tuple."""
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(len(self))))
        at = place + len(self) if place < 0 else place
        for piece in self._pieces if at >= 0 else ():
            if at < len(piece):
                return piece[at]
            at -= len(piece)
        raise IndexError(f"there are {len(self):,} ids, and none at {place}")

    @override
    def index(self, value: int, start: int = 0, stop: int | None = None) -> int:
        """The place of `value`. Raises `ValueError` if it is not there."""
        before = 0
        for piece in self._pieces:
            if value in piece:
                found = before + piece.index(value)
                if found >= start and (stop is None or found < stop):
                    return found
            before += len(piece)
        raise ValueError(f"{value} is not among them")

    @override
    def __eq__(self, other: object) -> bool:
        """Whether `other` has the same ids in the same order."""
        if isinstance(other, Ids) and self._pieces == other._pieces:
            return True
        if not isinstance(other, Ids | tuple) or len(self) != len(other):
            return False
        return all(one == theirs for one, theirs in zip(self, other, strict=True))

    @override
    def __hash__(self) -> int:
        """That of the tuple of them."""
        return hash(tuple(self))

    @override
    def __repr__(self) -> str:
        """As a tuple of them, or how many they are."""
        return repr(tuple(self)) if len(self) <= MOST_SHOWN else f"({len(self):,} block ids)"


MOST_SHOWN = 100
