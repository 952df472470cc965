"""Pools of shared blocks with a wrong rule, and the schedulers that use them."""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from core.lifecycle import Prefilling, Queued, Running
from core.memory import Memory, Shared
from core.memory.content import equal_blocks
from core.override import override
from core.request import Request
from core.schedulers.driftwood import Driftwood

Found: TypeAlias = list[int]


class FaultyShared(Shared):
    """A shared pool whose copies are of its own kind."""

    __slots__ = ()

    @override
    def copy(self) -> "FaultyShared":
        made, twin = super().copy(), type(self).__new__(type(self))
        for name in (*Shared.__mro__[1].__slots__, *Shared.__slots__):  # type: ignore[attr-defined]  # those of Paged
            setattr(twin, name, getattr(made, name))
        return twin

    def found(
        self,
        queued: Queued,
        running: Mapping[int, Running],
        equal: Callable[[Request, Request, int], int],
        most: int,
    ) -> Found:
        """Hits by another rule: how many blocks are `equal`, of the first `most` tokens."""
        found: Found = []
        for number, state in running.items():
            other = state.request
            done = state.computed_tokens if isinstance(state, Prefilling) else other.prompt_len
            blocks = equal(queued.request, other, min(done, most))
            found += self._tables[number][len(found) : blocks]
        return found


class FreesWithTheFirst(FaultyShared):
    """A shared block is freed by the first owner that leaves."""

    __slots__ = ()

    @override
    def release(self, number: int) -> Sequence[int]:
        for block in self._tables[number]:
            self.shared_places -= self._refs.pop(block, 1) - 1
        return super().release(number)


class FreesNever(FaultyShared):
    """A shared block is freed by nobody."""

    __slots__ = ()

    @override
    def release(self, number: int) -> Sequence[int]:
        counted = dict(self._refs)
        freed = super().release(number)
        self._refs |= counted
        return freed


class NeedsTheWhole(FaultyShared):
    """Takes new blocks for what is there as well."""

    __slots__ = ()

    @override
    def needed_by(self, queued: Queued, running: Mapping[int, Running]) -> int:  # noqa: ARG002 - the question of all memories
        return min(self.needed(queued.known_tokens), self.total_blocks)


class CountsHitsAsFree(FaultyShared):
    """Counts what it shares as free blocks, too."""

    __slots__ = ()

    @override
    def fits(self, blocks: int) -> bool:
        return blocks <= self.free_blocks + self.shared_places


class SharesWhatIsNotProcessed(FaultyShared):
    """Does not look how far the others have got."""

    __slots__ = ()

    @override
    def hits(self, queued: Queued, running: Mapping[int, Running]) -> Found:
        own, most = queued.request, queued.known_tokens - 1
        found: Found = []
        for number, state in running.items():
            if state.request is not own:
                blocks = equal_blocks(own, state.request, most, self.block_size)
                found += self._tables[number][len(found) : blocks]
        return found


class SharesTheLastToken(FaultyShared):
    """Leaves nothing to compute where all of a prompt is there."""

    __slots__ = ()

    @override
    def hits(self, queued: Queued, running: Mapping[int, Running]) -> Found:
        def equal(one: Request, other: Request, tokens: int) -> int:
            return equal_blocks(one, other, tokens, self.block_size)

        return self.found(queued, running, equal, queued.known_tokens)


class SharesPartOfABlock(FaultyShared):
    """Shares a block that is equal in its first tokens."""

    __slots__ = ()

    @override
    def hits(self, queued: Queued, running: Mapping[int, Running]) -> Found:
        def equal(one: Request, other: Request, tokens: int) -> int:
            return -(-equal_blocks(one, other, tokens, 1) // self.block_size)

        return self.found(queued, running, equal, queued.known_tokens - 1)


class SharesAnyPrefix(FaultyShared):
    """Does not look at the name of a prefix."""

    __slots__ = ()

    @override
    def hits(self, queued: Queued, running: Mapping[int, Running]) -> Found:
        def equal(one: Request, other: Request, tokens: int) -> int:
            if one.prefix is None or other.prefix is None:
                return equal_blocks(one, other, tokens, self.block_size)
            return min(one.prefix_len, other.prefix_len, tokens) // self.block_size

        return self.found(queued, running, equal, queued.known_tokens - 1)


class SharesTheNewest(FaultyShared):
    """Takes the copy of the newest owner."""

    __slots__ = ()

    @override
    def hits(self, queued: Queued, running: Mapping[int, Running]) -> Found:
        return super().hits(queued, {number: running[number] for number in reversed([*running])})


class SharesTheCounts(FaultyShared):
    """Shares the reference counts with its copies."""

    __slots__ = ()

    @override
    def copy(self) -> "SharesTheCounts":
        twin = super().copy()
        assert isinstance(twin, SharesTheCounts)
        twin._refs = self._refs
        return twin


def with_shared(kind: type[Shared]) -> type[Driftwood]:
    """The scheduler on a shared pool of this kind."""

    class OnIt(Driftwood):
        """Driftwood, whose memory is made by `kind`."""

        @override
        def new_memory(self) -> Memory:
            assert self.block_size is not None
            assert self.num_blocks is not None
            return kind(self.block_size, self.num_blocks)

    OnIt.__name__ = kind.__name__
    return OnIt
