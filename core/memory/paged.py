"""Paged memory: a pool of physical blocks, each with room for `block_size` tokens.

Ids are 1..total_blocks. Free blocks are a stack: what was freed last is taken first, and a table
is freed so that its last block is the first to be taken again (vLLM 0.33 does the same).
Allocation is all or nothing.
"""

from collections.abc import Iterable, Mapping, Sequence

from core.lifecycle import NeverFits, Preempted, Queued, Running
from core.memory.ids import Ids
from core.memory.model import BY_DEFAULT, MemoryModel
from core.request import Request


def blocks_for(tokens: int, block_size: int) -> int:
    """How many blocks `tokens` tokens need. Everything that counts blocks asks here."""
    return -(-tokens // block_size)


class Paged:
    """The block pool of one replica.

    Who owns a block is written in the tables alone: block ids for each admission, by its number.
    The stack of free blocks is kept as those that were freed, on top, and the number of those never
    taken, below: a pool of any size costs what was used of it.
    """

    __slots__ = (
        *("_freed", "_tables", "_taken"),
        *("block_size", "free_blocks", "grows_by", "model", "total_blocks"),
    )
    shared_places = 0
    largest_piece = None
    unit = "block"

    def __init__(self, block_size: int, total_blocks: int, model: MemoryModel = BY_DEFAULT) -> None:
        """Start with every block free; 1 is taken first. `model` says what they weigh."""
        self.model = model
        self.block_size = self.grows_by = block_size
        self.total_blocks = total_blocks
        self.free_blocks = total_blocks
        self._tables: dict[int, list[int]] = {}
        self._freed: list[int] = []
        self._taken = 0  # blocks 1.._taken were taken at least once

    def copy(self) -> "Paged":
        """The same pool, changed by nothing that happens to this one."""
        twin = Paged.__new__(Paged)
        for name in Paged.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._freed = self._freed.copy()
        twin._tables = dict(zip(self._tables, map(list.copy, self._tables.values()), strict=True))
        return twin

    @property
    def used_blocks(self) -> int:
        """How many blocks are owned."""
        return self.total_blocks - self.free_blocks

    @property
    def touched_blocks(self) -> int:
        """How many blocks were owned at least once: what a copy of this pool has to hold."""
        return self._taken

    def free_ids(self) -> Ids:
        """The free blocks in the order they will be taken."""
        return Ids(self._freed[::-1], range(self._taken + 1, self.total_blocks + 1))

    def table(self, number: int) -> Sequence[int]:
        """The blocks of admission `number`, in the order of the tokens they hold."""
        return self._tables.get(number, ())

    def needed(self, tokens: int) -> int:
        """Blocks for `tokens` tokens: `blocks_for`, written out because every admission asks."""
        return -(-tokens // self.block_size)

    def never_fits(self, request: Request) -> NeverFits | None:
        """A request that needs more blocks than the pool has could never run, even alone."""
        if request.most_tokens <= self.total_blocks * self.block_size:
            return None
        return NeverFits(self.needed(request.most_tokens), self.total_blocks)

    def needed_at_most(self, queued: Queued) -> int:
        """Blocks that `queued` takes at its admission if it finds nothing there already."""
        return self.needed(queued.known_tokens)

    def needed_by(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the question of all memories
        """Blocks that `queued` takes at its admission: for all that it knows."""
        known = queued.request.prompt_len  # written out, as in `needed`
        if isinstance(queued, Preempted):
            known += queued.emitted
        return -(-known // self.block_size)

    def tokens_there(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the same
        """How many tokens of what `queued` knows others have in blocks that it could share."""
        return 0

    def fits(self, blocks: int) -> bool:
        """Whether `blocks` blocks can be taken now."""
        return blocks <= self.free_blocks

    def take(self, number: int, blocks: int) -> Sequence[int]:
        """Give admission `number` a table of `blocks` blocks, which must be free."""
        freed, free = self._freed, self.free_blocks
        left = len(freed) - blocks
        assert 0 <= blocks <= free, f"asked for {blocks}, and free are {free}"
        self.free_blocks = free - blocks
        if left < 0:
            table = self._pop(blocks)
        else:
            table = freed[left:]
            table.reverse()
            del freed[left:]
        self._tables[number] = table
        return table

    def extend(self, numbers: Sequence[int]) -> None:
        """One more block for each of `numbers`, at the end of its table. As many must be free."""
        tables, blocks, pop = self._tables, len(numbers), self._freed.pop
        self.free_blocks -= blocks
        if blocks <= len(self._freed):
            for number in numbers:
                tables[number].append(pop())
        else:
            for number, block in zip(numbers, self._pop(blocks), strict=True):
                tables[number].append(block)

    def freeable(self, number: int) -> int:
        """How many blocks come free when `number` leaves."""
        return len(self.table(number))

    def remembered(self, number: int) -> int:  # noqa: ARG002 - the question of all memories
        """How many blocks of `number` keep what is in them when it leaves."""
        return 0

    def refs(self, block: int) -> int:  # noqa: ARG002 - the question of all memories
        """How many own a block that somebody owns."""
        return 1

    def layout(self, numbers: Iterable[int]) -> tuple[object, ...]:  # noqa: ARG002 - the question of all memories
        """How what admissions `numbers` own lies, as far as it decides what happens: not at all."""
        return ()

    def release(self, number: int) -> Sequence[int]:
        """Free every block of `number`; the blocks it held."""
        table = self._tables.pop(number)
        self._freed += table
        self.free_blocks += len(table)
        return table

    def _pop(self, blocks: int) -> list[int]:
        """Those freed last, then those never taken."""
        freed = self._freed
        left = max(0, len(freed) - blocks)
        taken = freed[left:]
        taken.reverse()
        del freed[left:]
        first = self._taken + 1
        self._taken += blocks - len(taken)
        taken += range(first, self._taken + 1)
        return taken
