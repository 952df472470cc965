"""Blocks that nobody holds, in the order in which they will be taken again."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence

from core.override import override

ROOM = 64
"""Places that need not be cleared away."""


class Idle(Collection[int]):
    """A line that is joined at its end, taken from at its front, and left from anywhere.

    Whoever leaves from the middle leaves a place behind that is passed over later, so that leaving
    costs as little as joining. `blocks` are those in the line.
    """

    __slots__ = ("_empty", "_line", "blocks")

    def __init__(self) -> None:
        """Start with nobody."""
        self.blocks: set[int] = set()
        self._line: deque[int] = deque()
        self._empty: dict[int, int] = {}  # of how many of its first places each block has gone

    def copy(self) -> "Idle":
        """The same line, changed by nothing that happens to this one."""
        twin = Idle.__new__(Idle)
        twin.blocks, twin._line = self.blocks.copy(), self._line.copy()
        twin._empty = self._empty.copy()
        return twin

    @override
    def __len__(self) -> int:
        return len(self.blocks)

    @override
    def __contains__(self, block: object) -> bool:
        return block in self.blocks

    @override
    def __iter__(self) -> Iterator[int]:
        gone = self._empty.copy()
        for block in self._line:
            if gone.get(block):
                gone[block] -= 1
            else:
                yield block

    @property
    def places(self) -> int:
        """How many places are kept, those that were left included."""
        return len(self._line)

    def join(self, blocks: Sequence[int]) -> None:
        """`blocks`, which are not in it, join at its end."""
        self.blocks.update(blocks)
        self._line.extend(blocks)

    def leave(self, blocks: Sequence[int]) -> None:
        """`blocks` leave, wherever they stand."""
        self.blocks.difference_update(blocks)
        gone = self._empty
        for block in blocks:
            gone[block] = gone.get(block, 0) + 1
        if len(self._line) > ROOM + 2 * len(self.blocks):
            self._line = deque(self)
            self._empty = {}

    def take(self, count: int) -> list[int]:
        """The first `count` leave; there are as many."""
        first = self._line.popleft
        if not self._empty:
            taken = [first() for _ in range(count)]
        else:
            taken, gone = [], self._empty
            while len(taken) < count:
                block = first()
                if block in gone:
                    self._pass_over(block)
                else:
                    taken.append(block)
        self.blocks.difference_update(taken)
        return taken

    def _pass_over(self, block: int) -> None:
        """That was a place which `block` has left."""
        left = self._empty[block]
        if left > 1:
            self._empty[block] = left - 1
        else:
            del self._empty[block]
