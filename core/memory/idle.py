"""Blocks that nobody holds, in the order in which they will be taken again."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from itertools import chain

from core.memory.strand import Strand


class Idle:
    """A line of strands that is joined at its end, taken from at its front, left from anywhere.

    Of each strand the last block is taken first.
    """

    __slots__ = ("_line",)

    def __init__(self) -> None:
        """Start with nobody."""
        self._line: OrderedDict[Strand, None] = OrderedDict()

    def copy(self, twins: Mapping[Strand, Strand]) -> "Idle":
        """The same line of the copies of the strands."""
        twin = Idle()
        twin._line = OrderedDict.fromkeys(map(twins.__getitem__, self._line))
        return twin

    @property
    def strands(self) -> Iterator[Strand]:
        """Each strand, the one taken from first in front."""
        return iter(self._line)

    @property
    def blocks(self) -> Iterator[int]:
        """Each block in the order they will be taken."""
        return chain.from_iterable(reversed(strand.blocks) for strand in self._line)

    @property
    def head(self) -> Strand:
        """The strand that is taken from first; there is one."""
        return next(iter(self._line))

    def join(self, strand: Strand) -> None:
        """`strand` joins at the end."""
        self._line[strand] = None

    def leave(self, strand: Strand) -> None:
        """`strand` leaves, wherever it stands."""
        del self._line[strand]

    def part(self, strand: Strand, front: Strand) -> None:
        """`front`, which was the front of `strand`, stands right behind it."""
        parted = ((one, front) if one is strand else (one,) for one in self._line)
        self._line = OrderedDict.fromkeys(chain.from_iterable(parted))
