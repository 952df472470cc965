"""Paged memory in which requests that are there together share the full blocks of equal prompts.

A block's content can be used once its tokens are processed, while some running request owns the
block; where several hold the same, that of the oldest running owner is taken. A shared block is
freed by its last owner. Nothing is remembered of a content but who runs and how far it has got, so
a look costs a glance at everyone who runs.
"""

from collections.abc import Iterable, Mapping, Sequence

from core.lifecycle import Preempted, Prefilling, Queued, Running
from core.memory.content import equal_blocks, told_tokens
from core.memory.model import BY_DEFAULT, MemoryModel
from core.memory.paged import Paged
from core.override import override


class Shared(Paged):
    """A pool whose blocks may have several owners.

    `shared_places` are the places in tables beyond one for each owned block.
    """

    __slots__ = ("_refs", "shared_places")

    def __init__(self, block_size: int, total_blocks: int, model: MemoryModel = BY_DEFAULT) -> None:
        """Start with every block free."""
        super().__init__(block_size, total_blocks, model)
        self._refs: dict[int, int] = {}  # of blocks with more than one owner
        self.shared_places = 0

    @override
    def copy(self) -> "Shared":
        """The same pool, changed by nothing that happens to this one."""
        twin = Shared.__new__(Shared)
        for name in (*Paged.__slots__, "shared_places"):
            setattr(twin, name, getattr(self, name))
        twin._freed = self._freed.copy()
        twin._tables = dict(zip(self._tables, map(list.copy, self._tables.values()), strict=True))
        twin._refs = self._refs.copy()
        return twin

    def hits(self, queued: Queued, running: Mapping[int, Running]) -> list[int]:
        """The longest run of its leading full blocks that are there, in order.

        At least one token of what it knows is left to compute. One that was swapped out brings its
        own.
        """
        found: list[int] = []
        request, most = queued.request, queued.known_tokens - 1
        if isinstance(queued, Preempted) and queued.swapped:
            return found
        whole = min(told_tokens(request), most) // self.block_size
        for number, state in running.items():
            if len(found) == whole:
                break
            other = state.request
            done = state.computed_tokens if isinstance(state, Prefilling) else other.prompt_len
            equal = equal_blocks(request, other, min(done, most), self.block_size)
            if equal > len(found):
                found += self._tables[number][len(found) : equal]
        return found

    @override
    def needed_by(self, queued: Queued, running: Mapping[int, Running]) -> int:
        """Blocks that `queued` takes at its admission: for all that it knows and is not there."""
        return self.needed(queued.known_tokens) - len(self.hits(queued, running))

    @override
    def tokens_there(self, queued: Queued, running: Mapping[int, Running]) -> int:
        """How many tokens of what `queued` knows others have in blocks that it could share."""
        return len(self.hits(queued, running)) * self.block_size

    def share(self, number: int, blocks: Sequence[int]) -> None:
        """Let admission `number` own `blocks` as well, in front of those it has."""
        self._tables[number][:0] = blocks
        self.shared_places += len(blocks)
        for block in blocks:
            self._refs[block] = self.refs(block) + 1

    @override
    def refs(self, block: int) -> int:
        """How many own a block that somebody owns."""
        return self._refs.get(block, 1)

    @override
    def freeable(self, number: int) -> int:
        """How many blocks come free when `number` leaves: those that nobody else owns."""
        return sum(self.refs(block) == 1 for block in self.table(number))

    @override
    def layout(self, numbers: Iterable[int]) -> tuple[object, ...]:
        """Which places in the tables of admissions `numbers` are of one block, whatever its id."""
        places: dict[int, list[tuple[int, int]]] = {}
        for line, number in enumerate(numbers):
            for place, block in enumerate(self._tables[number]):
                if self.refs(block) > 1:
                    places.setdefault(block, []).append((line, place))
        return tuple(tuple(found) for found in places.values())

    @override
    def release(self, number: int) -> Sequence[int]:
        """Let `number` own nothing; the blocks that came free, those that nobody else owns."""
        table = self._tables.pop(number)
        freed = [block for block in table if self.refs(block) == 1]
        for block in table:
            if left := self._refs.pop(block, 1) - 1:
                self.shared_places -= 1
                if left > 1:
                    self._refs[block] = left
        self._freed += freed
        self.free_blocks += len(freed)
        return freed
