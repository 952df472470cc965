"""A block pool with a prefix cache, naive: a list of free blocks, contents as tuples of tokens."""

from collections.abc import Hashable, Sequence
from typing import TypeAlias

Key: TypeAlias = tuple[Hashable, ...]


class NaivePool:
    """Blocks 1..`num_blocks`; `free` in the order they are taken, evictable ones included."""

    def __init__(self, num_blocks: int, *, freed_to_front: bool) -> None:
        self.freed_to_front = freed_to_front
        self.free = list(range(1, num_blocks + 1))
        self.owners = dict.fromkeys(self.free, 0)
        self.contents: dict[int, Key] = {}  # in the order they were entered

    def take(self) -> int:
        """The first free block; what it held is gone."""
        block = self.free.pop(0)
        self.contents.pop(block, None)
        self.owners[block] = 1
        return block

    def enter(self, block: int, content: Key) -> None:
        """`block` holds `content`, all tokens from the first on; the earliest entered is hit."""
        self.contents.setdefault(block, content)

    def hit(self, content: Key) -> int | None:
        """The block entered first that holds `content`."""
        return next((block for block, held in self.contents.items() if held == content), None)

    def share(self, hits: Sequence[int]) -> None:
        """One owner more for each; those that were nobody's are free no more."""
        for block in hits:
            self.owners[block] += 1
            if block in self.free:
                self.free.remove(block)

    def free_table(self, table: Sequence[int]) -> None:
        """One owner less for each, tail first."""
        for block in table:
            self.owners[block] -= 1
        nobodys = [block for block in reversed(table) if not self.owners[block]]
        plain = [block for block in nobodys if block not in self.contents]
        if self.freed_to_front:
            cached = [block for block in nobodys if block in self.contents]
            self.free = [*plain, *self.free, *cached]
        else:
            self.free += nobodys
