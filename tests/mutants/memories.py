"""Pools of blocks with a wrong rule, and the schedulers that use them."""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Mapping, Sequence

from core.lifecycle import Queued, Running
from core.memory import Memory
from core.memory.paged import Paged
from core.override import override
from core.schedulers.driftwood import Driftwood


class FaultyPool(Paged):
    """A pool whose copies are of its own kind."""

    __slots__ = ()

    @override
    def copy(self) -> "FaultyPool":
        made, twin = super().copy(), type(self).__new__(type(self))
        for name in Paged.__slots__:
            setattr(twin, name, getattr(made, name))
        return twin


class CountsTheLastToken(FaultyPool):
    """Asks for room for the next token's own KV as well."""

    __slots__ = ()

    @override
    def needed_by(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the question of all memories
        return min(self.needed(queued.known_tokens + 1), self.total_blocks)


class TakesTheOldest(FaultyPool):
    """Takes the block that was freed first, of those that were."""

    __slots__ = ()

    @override
    def take(self, number: int, blocks: int) -> Sequence[int]:
        self._freed.reverse()
        taken = super().take(number, blocks)
        self._freed.reverse()
        return taken

    @override
    def extend(self, numbers: Sequence[int]) -> None:
        self._freed.reverse()
        super().extend(numbers)
        self._freed.reverse()


class FreesFrontFirst(FaultyPool):
    """Frees a table so that its first block is taken again first."""

    __slots__ = ()

    @override
    def release(self, number: int) -> Sequence[int]:
        self._tables[number].reverse()
        return super().release(number)[::-1]


class LeavesItFree(FaultyPool):
    """Gives a block to who grows and leaves it among the free ones, so that two get it."""

    __slots__ = ()

    @override
    def extend(self, numbers: Sequence[int]) -> None:
        super().extend(numbers)
        self._freed.append(self.table(numbers[-1])[-1])
        self.free_blocks += 1


class TellsOthers(FaultyPool):
    """Tells blocks in another order than it gives them."""

    __slots__ = ()

    @override
    def take(self, number: int, blocks: int) -> Sequence[int]:
        return super().take(number, blocks)[::-1]


class SharesTables(FaultyPool):
    """Shares the tables with its copies."""

    __slots__ = ()

    @override
    def copy(self) -> "SharesTables":
        twin = super().copy()
        assert isinstance(twin, SharesTables)
        twin._tables = self._tables.copy()
        return twin


class SharesTheFree(FaultyPool):
    """Shares the free blocks with its copies."""

    __slots__ = ()

    @override
    def copy(self) -> "SharesTheFree":
        twin = super().copy()
        assert isinstance(twin, SharesTheFree)
        twin._freed = self._freed
        return twin


def on(kind: type[Paged]) -> type[Driftwood]:
    """The brief's scheduler on a pool of this kind."""

    class OnIt(Driftwood):
        """Driftwood, whose memory is made by `kind`."""

        @override
        def new_memory(self) -> Memory:
            if self.block_size is None or self.num_blocks is None:
                return super().new_memory()
            return kind(self.block_size, self.num_blocks)

    OnIt.__name__ = kind.__name__
    return OnIt
