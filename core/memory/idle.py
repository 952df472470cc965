"""Blocks that nobody holds, in the order in which they will be taken again."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from itertools import chain

from core.memory.strand import Strand


class Idle:
    """A `line` of strands that is joined at its end, taken from at its front, left from anywhere.

    Of each strand the last block is taken first.
    """

    __slots__ = ("line",)

    def __init__(self) -> None:
        """Start with nobody."""
        self.line: OrderedDict[Strand, None] = OrderedDict()

    def copy(self, twins: Mapping[Strand, Strand]) -> "Idle":
        """The same line of the copies of the strands."""
        twin = Idle()
        twin.line = OrderedDict.fromkeys(map(twins.__getitem__, self.line))
        return twin

    @property
    def blocks(self) -> Iterator[int]:
        """Each block in the order they will be taken."""
        return chain.from_iterable(reversed(strand.blocks) for strand in self.line)

    def join(self, strand: Strand) -> None:
        """`strand` joins at the end."""
        self.line[strand] = None

    def leave(self, strand: Strand) -> None:
        """`strand` leaves, wherever it stands."""
        del self.line[strand]

    def part(self, strand: Strand, front: Strand) -> None:
        """`front`, which was the front of `strand`, stands right behind it."""
        parted = ((one, front) if one is strand else (one,) for one in self.line)
        self.line = OrderedDict.fromkeys(chain.from_iterable(parted))
