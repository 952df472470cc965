"""Paged memory: a pool of physical blocks, each with room for `block_size` tokens.

Ids are 1..total_blocks. Free blocks are a stack: what was freed last is taken first, and a table is freed so that its last
block is the first to be taken again (vLLM 0.33 does the same). Allocation is all or nothing.
"""

from collections.abc import Iterable

from core.lifecycle import BlockTable


def blocks_for(tokens: int, block_size: int) -> int:
    """How many blocks `tokens` tokens need. Everything that counts blocks asks here."""
    return -(-tokens // block_size)


class Paged:
    """The block pool of one replica. Who owns a block is written in the tables alone.

    The stack of free blocks is kept as those that were freed, on top, and the number of those never taken, below: a pool
    of any size costs what was used of it.
    """

    __slots__ = ("_freed", "_taken", "block_size", "total_blocks")

    def __init__(self, block_size: int, total_blocks: int) -> None:
        """Start with every block free; 1 is taken first."""
        self.block_size = block_size
        self.total_blocks = total_blocks
        self._freed: list[int] = []
        self._taken = 0  # blocks 1.._taken were taken at least once

    def copy(self) -> "Paged":
        """The same pool, changed by nothing that happens to this one."""
        twin = Paged.__new__(Paged)
        twin.block_size, twin.total_blocks = self.block_size, self.total_blocks
        twin._freed, twin._taken = self._freed.copy(), self._taken
        return twin

    @property
    def free_blocks(self) -> int:
        """How many blocks nobody owns."""
        return self.total_blocks - self._taken + len(self._freed)

    @property
    def used_blocks(self) -> int:
        """How many blocks are owned."""
        return self._taken - len(self._freed)

    def free_ids(self) -> tuple[int, ...]:
        """The free blocks in the order they will be taken."""
        return (*reversed(self._freed), *range(self._taken + 1, self.total_blocks + 1))

    def needed(self, tokens: int) -> int:
        """Blocks for `tokens` tokens."""
        return blocks_for(tokens, self.block_size)

    def take(self, blocks: int) -> BlockTable:
        """A new table of `blocks` blocks, which must be free."""
        freed = self._freed
        table = freed[: -blocks - 1 : -1]
        if len(table) < blocks:
            return table + self._take_fresh(blocks - len(table))
        if blocks:
            del freed[-blocks:]
        return table

    def _take_fresh(self, blocks: int) -> BlockTable:
        assert self._taken + blocks <= self.total_blocks
        self._freed.clear()
        fresh = list(range(self._taken + 1, self._taken + blocks + 1))
        self._taken += blocks
        return fresh

    def extend(self, tables: Iterable[BlockTable], blocks: int) -> BlockTable:
        """One more block for each of `tables`, `blocks` of them, in order; the blocks taken. As many must be free."""
        taken = self.take(blocks)
        for table, block in zip(tables, taken):  # noqa: B905 - as many, by the contract
            table.append(block)
        return taken

    def release(self, table: BlockTable) -> tuple[int, ...]:
        """Free every block of `table`; the blocks it held."""
        self._freed += table
        return tuple(table)

    def room(self, table: BlockTable, tokens: int) -> int:
        """How many more tokens `table` can hold beyond `tokens`; below 0 if it cannot hold those."""
        return len(table) * self.block_size - tokens
