"""Memory without a limit: no blocks, nothing to grow, everything fits."""

from collections.abc import Sequence


class Unlimited:
    """Stands where `Paged` stands when a scenario sets no memory."""

    __slots__ = ()
    block_size = 0
    total_blocks = 0
    free_blocks = 0
    used_blocks = 0
    touched_blocks = 0

    def copy(self) -> "Unlimited":
        """There is nothing that could change."""
        return self

    def free_ids(self) -> tuple[int, ...]:
        """No blocks."""
        return ()

    def table(self, number: int) -> Sequence[int]:  # noqa: ARG002 - the pool's question, one answer
        """No blocks."""
        return ()

    def needed(self, tokens: int) -> int:  # noqa: ARG002 - the pool's question, one answer
        """No blocks for any number of tokens."""
        return 0

    def take(self, number: int, blocks: int) -> Sequence[int]:  # noqa: ARG002 - the same
        """No blocks."""
        return ()

    def extend(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Never asked for, since nobody grows."""
        raise AssertionError(f"unlimited memory has no blocks for {numbers}")

    def release(self, number: int) -> tuple[int, ...]:  # noqa: ARG002 - the pool's question
        """Nothing was held."""
        return ()
