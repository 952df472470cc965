"""What the memory of a replica comes to: reserved, used and stranded, in tokens and in bytes.

*Reserved* are the places for tokens that somebody owns (paged: blocks × block_size), *used* those
that hold a KV entry, *stranded* the rest of the reserved ones. A place that several own counts
once. Without a limit nothing is reserved beyond what is used. *Memory* is what is reserved and what
the entries of the block tables cost, one for each owned block.
"""

from typing import NamedTuple

from core.lifecycle import Prefilling, Running
from core.replica import Replica


class Footprint(NamedTuple):
    """Places for tokens, owned `blocks`, and what both weigh; bytes are None where none are given.

    `table_bytes_per_block` is 0 where none are given.
    """

    reserved_tokens: int
    used_tokens: int
    blocks: int = 0
    bytes_per_token: int | None = None
    table_bytes_per_block: int = 0

    @property
    def stranded_tokens(self) -> int:
        """Places reserved and not used."""
        return self.reserved_tokens - self.used_tokens

    @property
    def reserved_bytes(self) -> int | None:
        """Bytes reserved."""
        return self._bytes(self.reserved_tokens)

    @property
    def used_bytes(self) -> int | None:
        """Bytes of resident KV entries."""
        return self._bytes(self.used_tokens)

    @property
    def stranded_bytes(self) -> int | None:
        """Bytes reserved and not used."""
        return self._bytes(self.stranded_tokens)

    @property
    def memory_bytes(self) -> int | None:
        """Bytes reserved, with the entries of block tables."""
        tables = self.blocks * self.table_bytes_per_block
        reserved = self.reserved_bytes
        return None if reserved is None else reserved + tables

    def _bytes(self, tokens: int) -> int | None:
        return None if self.bytes_per_token is None else tokens * self.bytes_per_token


TOKENS = ("reserved_tokens", "used_tokens", "stranded_tokens")
BYTES = ("reserved_bytes", "used_bytes", "stranded_bytes", "memory_bytes")


def footprint(replica: Replica) -> Footprint:
    """That of `replica` as it is now."""
    memory, model = replica.memory, replica.memory.model
    size, tick = memory.block_size, replica.clock.tick
    computed = sum(_computed(state, tick) for state in replica.running.values())
    used = computed - memory.shared_places * size  # only full blocks are shared
    reserved = memory.used_blocks * size if memory.total_blocks else used
    table = model.table_bytes_per_block or 0
    return Footprint(reserved, used, memory.used_blocks, model.bytes_per_token, table)


def _computed(state: Running, tick: int) -> int:
    return state.computed_tokens if isinstance(state, Prefilling) else state.computed_tokens(tick)


def fill_levels(replica: Replica) -> dict[int, int]:
    """How many tokens each owned block holds."""
    memory, tick, filled = replica.memory, replica.clock.tick, dict[int, int]()
    for number, state in replica.running.items():
        computed = _computed(state, tick)
        for place, block in enumerate(memory.table(number)):
            there = max(0, min(memory.block_size, computed - place * memory.block_size))
            filled[block] = max(there, filled.get(block, 0))
    return filled
