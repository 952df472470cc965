"""Memory without a limit: no blocks, nothing to grow, everything fits."""

from collections.abc import Iterable

from core.lifecycle import BlockTable


class Unlimited:
    """Stands where `Paged` stands when a scenario sets no memory."""

    __slots__ = ()
    block_size = 0
    total_blocks = 0
    free_blocks = 0
    used_blocks = 0

    def copy(self) -> "Unlimited":
        """There is nothing that could change."""
        return self

    def free_ids(self) -> tuple[int, ...]:
        """No blocks."""
        return ()

    def needed(self, tokens: int) -> int:  # noqa: ARG002 - the pool's question, with the same answer for any number
        """No blocks for any number of tokens."""
        return 0

    def take(self, blocks: int) -> BlockTable:  # noqa: ARG002 - see `needed`
        """An empty table."""
        return []

    def extend(self, tables: Iterable[BlockTable], blocks: int) -> BlockTable:
        """Never asked for, since nobody grows."""
        raise AssertionError(f"unlimited memory has no {blocks} blocks for {tables!r}")

    def release(self, table: BlockTable) -> tuple[int, ...]:
        """Nothing was held."""
        return tuple(table)

    def room(self, table: BlockTable, tokens: int) -> None:  # noqa: ARG002 - see `needed`
        """Room without end."""
        return
