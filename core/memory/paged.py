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
    """The block pool of one replica. Who owns a block is written in the tables alone."""

    __slots__ = ("_free", "block_size", "total_blocks")

    def __init__(self, block_size: int, total_blocks: int) -> None:
        """Start with every block free; 1 is taken first."""
        self.block_size = block_size
        self.total_blocks = total_blocks
        self._free = list(range(total_blocks, 0, -1))

    def copy(self) -> "Paged":
        """The same pool, changed by nothing that happens to this one."""
        twin = Paged.__new__(Paged)
        twin.block_size, twin.total_blocks, twin._free = (
            self.block_size,
            self.total_blocks,
            self._free.copy(),
        )
        return twin

    @property
    def free_blocks(self) -> int:
        """How many blocks nobody owns."""
        return len(self._free)

    @property
    def used_blocks(self) -> int:
        """How many blocks are owned."""
        return self.total_blocks - len(self._free)

    def free_ids(self) -> tuple[int, ...]:
        """The free blocks in the order they will be taken."""
        return tuple(reversed(self._free))

    def needed(self, tokens: int) -> int:
        """Blocks for `tokens` tokens."""
        return blocks_for(tokens, self.block_size)

    def take(self, blocks: int) -> BlockTable:
        """A new table of `blocks` blocks, which must be free."""
        assert blocks <= len(self._free)
        table = self._free[: -blocks - 1 : -1]
        del self._free[len(self._free) - blocks :]
        return table

    def extend(self, tables: Iterable[BlockTable]) -> list[int]:
        """One more block for each of `tables`, in order; the blocks taken. As many must be free."""
        taken = []
        pop = self._free.pop
        for table in tables:
            block = pop()
            table.append(block)
            taken.append(block)
        return taken

    def release(self, table: BlockTable) -> tuple[int, ...]:
        """Free every block of `table`; the blocks it held."""
        self._free += table
        return tuple(table)

    def room(self, table: BlockTable, tokens: int) -> int:
        """How many more tokens `table` can hold beyond `tokens`; below 0 if it cannot hold those."""
        return len(table) * self.block_size - tokens
