"""Paged memory: a pool of physical blocks, each with room for `block_size` tokens.

Ids are 1..total_blocks. Free blocks are a stack: what was freed last is taken first, and a table
is freed so that its last block is the first to be taken again (vLLM 0.33 does the same).
Allocation is all or nothing.
"""

from collections.abc import Iterable

from core.lifecycle import BlockTable


def blocks_for(tokens: int, block_size: int) -> int:
    """How many blocks `tokens` tokens need. Everything that counts blocks asks here."""
    return -(-tokens // block_size)


class Paged:
    """The block pool of one replica. Who owns a block is written in the tables alone.

    The stack of free blocks is kept as those that were freed, on top, and the number of those
    never taken, below: a pool of any size costs what was used of it.
    """

    __slots__ = ("_freed", "_taken", "block_size", "free_blocks", "total_blocks")

    def __init__(self, block_size: int, total_blocks: int) -> None:
        """Start with every block free; 1 is taken first."""
        self.block_size = block_size
        self.total_blocks = total_blocks
        self.free_blocks = total_blocks
        self._freed: list[int] = []
        self._taken = 0  # blocks 1.._taken were taken at least once

    def copy(self) -> "Paged":
        """The same pool, changed by nothing that happens to this one."""
        twin = Paged.__new__(Paged)
        for name in Paged.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._freed = self._freed.copy()
        return twin

    @property
    def used_blocks(self) -> int:
        """How many blocks are owned."""
        return self.total_blocks - self.free_blocks

    def free_ids(self) -> tuple[int, ...]:
        """The free blocks in the order they will be taken."""
        return (*reversed(self._freed), *range(self._taken + 1, self.total_blocks + 1))

    def needed(self, tokens: int) -> int:
        """Blocks for `tokens` tokens: `blocks_for`, written out because every admission asks."""
        return -(-tokens // self.block_size)

    def take(self, blocks: int) -> BlockTable:
        """A new table of `blocks` blocks, which must be free."""
        assert blocks <= self.free_blocks
        self.free_blocks -= blocks
        freed = self._freed
        table = freed[: -blocks - 1 : -1]
        del freed[len(freed) - len(table) :]
        if len(table) < blocks:
            table += self._take_fresh(blocks - len(table))
        return table

    def _take_fresh(self, blocks: int) -> range:
        first = self._taken + 1
        self._taken += blocks
        return range(first, first + blocks)

    def extend(self, tables: Iterable[BlockTable], blocks: int) -> BlockTable:
        """One more block for each of `tables`, `blocks` of them, in order; the blocks taken.

        As many must be free.
        """
        taken = self.take(blocks)
        for table, block in zip(tables, taken):  # noqa: B905 - as many, by the contract
            table.append(block)
        return taken

    def release(self, table: BlockTable) -> tuple[int, ...]:
        """Free every block of `table`; the blocks it held."""
        self._freed += table
        self.free_blocks += len(table)
        return tuple(table)

    def room(self, table: BlockTable, tokens: int) -> int:
        """How many more tokens `table` can hold beyond `tokens`.

        Below 0 if it cannot hold those.
        """
        return len(table) * self.block_size - tokens
