"""Paged memory that keeps what it computed: blocks with content that others can hit.

A block is in use (somebody holds it), cached (nobody does, its content is kept until the block is
taken again) or free. Free blocks without content are taken before cached ones; of the cached ones,
the one that has been nobody's for longest. Source: vLLM's block pool, by the schedules recorded
from it; the two flags are what its versions differ by.

Blocks are moved in strands, runs of them that the same requests hold, not one by one: a prompt of a
hundred thousand tokens has thousands of blocks, and a handful of strands.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import ClassVar, Self

from core.event_parts import Admissions
from core.memory.contents import Contents, Key
from core.memory.ids import Ids
from core.memory.index import Gone, Index
from core.memory.paged import Paged
from core.memory.strand import NO_HITS, Hits, Strand
from core.override import override

NOTHING = 0
"""No key: what a block holds that holds nothing."""


class Cached(Paged):
    """The block pool of one replica, with a prefix cache if `caching`.

    `free_blocks` are those nobody holds, with content or without. With `freed_to_front` a freed
    block without content is taken before any other, the last of its table first; else every freed
    block goes to the end. `evicted` are the blocks taken from the cache since it was last emptied,
    some at a time, with what was in them. `shared_places` are the places in tables beyond one for
    each block in use.

    The free blocks in order are `_freed` from its end, then those never taken, then the idle ones
    of the index. Blocks that hold something come first in a table, in the strands of its path.
    """

    __slots__ = (
        *("_index", "_known"),
        *("caching", "contents", "evicted", "freed_to_front", "shared_places"),
    )

    keeps_planned: ClassVar[bool] = True
    """Whether content can be hit as soon as it is planned to be computed."""

    def __init__(
        self, block_size: int, total_blocks: int, *, caching: bool, freed_to_front: bool
    ) -> None:
        """Start with every block free and nothing cached; 1 is taken first."""
        super().__init__(block_size, total_blocks)
        self.caching, self.freed_to_front = caching, freed_to_front
        self.contents = Contents(block_size)
        self.evicted: list[Gone] = []
        self.shared_places = 0
        self._index = Index()
        self._known: dict[int, tuple[Key, int]] | None = None  # what was last told of each block

    @override
    def copy(self) -> Self:
        """The same pool, changed by nothing that happens to this one."""
        twin = type(self).__new__(type(self))
        for name in (*Paged.__slots__, *Cached.__slots__):
            setattr(twin, name, getattr(self, name))
        for name in ("_freed", "_index", "evicted"):
            setattr(twin, name, getattr(self, name).copy())
        twin._tables = {number: table.copy() for number, table in self._tables.items()}
        return twin

    # To look at

    @property
    def cached_blocks(self) -> int:
        """How many blocks hold content and are nobody's."""
        return sum(len(strand.keys) for strand in self._index.idle.line)

    def cached_ids(self) -> tuple[int, ...]:
        """These blocks, in the order they will be taken."""
        cached = (strand for strand in self._index.idle.line if strand.keys)
        return tuple(block for strand in cached for block in reversed(strand.blocks))

    @property
    @override
    def touched_blocks(self) -> int:
        """What a copy of this pool has to hold."""
        return 3 * self._taken + 40 * len(self._index.first)

    @override
    def free_ids(self) -> Ids:
        """The blocks that nobody holds, in the order they will be taken, cached ones included."""
        return Ids(super().free_ids(), tuple(self._index.idle.blocks))

    @override
    def refs(self, block: int) -> int:
        """How many hold a block that somebody holds."""
        return self._told(block)[1] or 1

    @override
    def freeable(self, number: int) -> int:
        """How many blocks come free when `number` leaves: those that nobody else holds."""
        path = self._index.paths.get(number, ())
        shared = (len(strand.blocks) for strand in path if len(strand.holders) > 1)
        return len(self.table(number)) - sum(shared)

    @override
    def remembered(self, number: int) -> int:
        """Those that hold content, until they are taken for something else."""
        return self._index.full(number)

    @override
    def layout(self, numbers: Iterable[int]) -> tuple[object, ...]:
        """Who holds which blocks, what these keep, and what the free ones do in order.

        Blocks are numbered as they come, whatever their ids are.
        """
        if not self.caching:
            return ()
        places: dict[int, int] = {}
        tables = [self._tables[number] for number in numbers]
        for block in (*chain.from_iterable(tables), *self._index.idle.blocks):
            places.setdefault(block, len(places))
        held = tuple(tuple(places[block] for block in table) for table in tables)
        kept = tuple(self.content(block) for block in places)
        copies = self._index.groups()
        equal = frozenset(tuple(places[block] for block in blocks) for blocks in copies)
        return (held, kept, equal)

    def content(self, block: int) -> Key | None:
        """What `block` holds, None if nothing that could be hit."""
        return self._told(block)[0] or None

    def _told(self, block: int) -> tuple[Key, int]:
        """What `block` holds, and how many hold it if it holds anything."""
        if self._known is None:
            self._known = self._index.told(self._tables)
        return self._known.get(block, (NOTHING, 0))

    def hits(self, keys: Sequence[Key]) -> Hits:
        """The blocks that hold the first of `keys` without a gap; of equal ones the earliest."""
        parts = self._index.walk(keys)
        return Hits(parts) if parts else NO_HITS

    def unheld(self, hits: Hits) -> int:
        """How many of `hits` nobody holds: they count as free until they are taken."""
        parts = hits.parts
        return sum(count for strand, count in parts if not strand.holders) if parts else 0

    def enter(self, number: int, first: int, keys: Sequence[Key]) -> None:
        """The blocks of `number` from its number `first` (from 0) on hold `keys` from now on.

        So far they hold nothing, and all before them do.
        """
        if not keys:
            return
        self._known, index = None, self._index
        table, there = self._tables[number], 0
        if number in index.late:
            index.settle(number, table)
        blocks = table[first : first + len(keys)]
        if keys[0] in index.first:  # or none of them is there: the first of a chain is evicted last
            there = sum(count for _, count in index.walk(keys))
            for block, key in zip(blocks[:there], keys[:there], strict=True):
                index.enter_copy(number, block, key)
        if there < len(keys):
            index.enter(number, blocks[there:], [*keys[there:]])

    def fill(self, numbers: Iterable[int], admitted: Admissions) -> None:
        """The last block of each of `numbers` is full, and holds the content of its request.

        `admitted` has these by number, from 1. What a request alone sends, and for the first time,
        nobody can hit while it runs, so the index is told late, of all of it at once.
        """
        self._known, late = None, self._index.late
        for number in numbers:
            if keys := late.get(number):
                keys.append(keys[-1] + 1)  # the keys of what is its own follow each other
                continue
            request, last = admitted[number - 1], len(self._tables[number]) - 1
            keys = [self.contents.key(request, last)]
            if request.output_key or keys[0] in self._index.first:
                self.enter(number, last, keys)
            else:
                late[number] = keys

    # Taking and giving back

    def take_with(self, number: int, hits: Hits, blocks: int) -> Sequence[int]:
        """Give admission `number` a table of `hits` and `blocks` more, which must be free."""
        if hits:
            self._share(number, hits)
        self._tables[number] = table = list(hits)
        self.free_blocks -= blocks
        table += self._pop(blocks)
        return table

    @override
    def extend(self, numbers: Sequence[int]) -> None:
        """One more block for each of `numbers`. As many must be free: mostly all are evicted."""
        if self._freed or self._taken < self.total_blocks:
            super().extend(numbers)
            return
        tables, blocks, self._known = self._tables, len(numbers), None
        self.free_blocks -= blocks
        for number, block in zip(numbers, self._index.evict(blocks, self.evicted), strict=True):
            tables[number].append(block)

    def lengthen(self, number: int, blocks: int) -> Sequence[int]:
        """`blocks` more for `number`, which must be free."""
        taken = self._pop(blocks)
        self.free_blocks -= blocks
        self._tables[number] += taken
        return taken

    @override
    def release(self, number: int) -> Sequence[int]:
        """`number` gives back its blocks, the last first; those that are nobody's now."""
        table, index = self._tables.pop(number), self._index
        full = index.settle(number, table)
        strands, bare = index.leave(number), table[full:]
        left = [*chain.from_iterable(strand.blocks for strand in strands), *bare]
        self.shared_places -= len(table) - len(left)
        self.free_blocks += len(left)
        if self.freed_to_front:
            self._freed += bare
        elif bare:
            index.idle.join(Strand(bare, []))
        for strand in reversed(strands):
            index.idle.join(strand)
        self._known = None
        return left

    def _share(self, number: int, hits: Hits) -> None:
        """`number` holds `hits` as well."""
        unheld = self._index.share(number, hits.parts)
        self.free_blocks -= unheld
        self.shared_places += len(hits) - unheld
        self._known = None

    @override
    def _pop(self, blocks: int) -> list[int]:
        """Those that hold nothing, then those that have been nobody's for longest."""
        bare = len(self._freed) + self.total_blocks - self._taken
        if bare >= blocks:
            return super()._pop(blocks)
        self._known = None
        taken = super()._pop(bare) if bare else []
        taken += self._index.evict(blocks - bare, self.evicted)
        return taken
