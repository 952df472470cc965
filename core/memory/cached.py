"""Paged memory that keeps what it computed: blocks with content that others can hit.

A block is in use (somebody holds it), cached (nobody does, its content is kept until the block is
taken again) or free. Free blocks without content are taken before cached ones; of the cached ones,
the one that has been nobody's for longest. Source: vLLM's block pool, by the schedules recorded
from it; the two flags are what its versions differ by.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import ClassVar, Self

from core.memory.contents import Contents, Key
from core.memory.idle import Idle
from core.memory.ids import Ids
from core.memory.index import NOTHING, Index
from core.memory.paged import Paged
from core.override import override
from core.request import Request


class Cached(Paged):
    """The block pool of one replica, with a prefix cache if `caching`.

    `free_blocks` are those nobody holds, with content or without. With `freed_to_front` a freed
    block without content is taken before any other, the last of its table first; else every freed
    block goes to the end. `evicted` are the blocks taken from the cache and `evicted_keys` what was
    in them, since both were last emptied. `shared_places` are the places in tables beyond one for
    each block in use.

    The free blocks in order are `_freed` from its end, then those never taken, then `_idle`.
    """

    __slots__ = (
        *("_idle", "_index", "_more_owners"),
        *("caching", "contents", "evicted", "evicted_keys", "freed_to_front", "shared_places"),
    )

    keeps_planned: ClassVar[bool] = True
    """Whether content can be hit as soon as it is planned to be computed."""

    def __init__(
        self, block_size: int, total_blocks: int, *, caching: bool, freed_to_front: bool
    ) -> None:
        """Start with every block free and nothing cached; 1 is taken first."""
        super().__init__(block_size, total_blocks)
        self.caching = caching
        self.freed_to_front = freed_to_front
        self.contents = Contents(block_size)
        self.evicted: list[int] = []
        self.evicted_keys: list[Key] = []
        self.shared_places = 0
        self._idle = Idle()
        self._more_owners: dict[int, int] = {}  # of blocks that several hold: how many beside one
        self._index = Index()

    @override
    def copy(self) -> Self:
        """The same pool, changed by nothing that happens to this one."""
        twin = type(self).__new__(type(self))
        for name in (*Paged.__slots__, *Cached.__slots__):
            setattr(twin, name, getattr(self, name))
        for name in COPIED:
            setattr(twin, name, getattr(self, name).copy())
        twin._tables = {number: table.copy() for number, table in self._tables.items()}
        return twin

    @property
    def cached_blocks(self) -> int:
        """How many blocks hold content and are nobody's."""
        return sum(map(bool, map(self._index.keys.__getitem__, self._idle.blocks)))

    def cached_ids(self) -> tuple[int, ...]:
        """These blocks, in the order they will be taken."""
        return tuple(block for block in self._idle if self._index.keys[block])

    @property
    @override
    def touched_blocks(self) -> int:
        """What a copy of this pool has to hold."""
        return self._taken + 4 * len(self._index.blocks)

    @override
    def free_ids(self) -> Ids:
        """The blocks that nobody holds, in the order they will be taken, cached ones included."""
        return Ids(super().free_ids(), tuple(self._idle))

    @override
    def refs(self, block: int) -> int:
        """How many hold a block that somebody holds."""
        return 1 + self._more_owners.get(block, 0)

    @override
    def freeable(self, number: int) -> int:
        """How many blocks come free when `number` leaves: those that nobody else holds."""
        return sum(self.refs(block) == 1 for block in self.table(number))

    @override
    def layout(self, numbers: Iterable[int]) -> tuple[object, ...]:
        """Who holds which blocks, what these keep, and what the free ones do in order.

        Blocks are numbered as they come, whatever their ids are.
        """
        if not self.caching:
            return ()
        places: dict[int, int] = {}
        tables = [self._tables[number] for number in numbers]
        for block in (*chain.from_iterable(tables), *self._idle):
            places.setdefault(block, len(places))
        held = tuple(tuple(places[block] for block in table) for table in tables)
        kept = tuple(self._index.keys[block] for block in places)
        copies = self._index.groups()
        equal = frozenset(tuple(places[block] for block in blocks) for blocks in copies)
        return (held, kept, equal)

    def content(self, block: int) -> Key | None:
        """What `block` holds, None if nothing that could be hit."""
        return self._index.content(block)

    # Hits

    def hits(self, keys: Iterable[Key]) -> list[int]:
        """The blocks that hold the first of `keys` without a gap; of equal ones the earliest."""
        found: list[int] = []
        find = self._index.blocks.get
        for key in keys:
            block = find(key)
            if block is None:
                break
            found.append(block)
        return found

    def unheld(self, hits: Iterable[int]) -> int:
        """How many of `hits` nobody holds: they count as free until they are taken."""
        return len(self._idle.blocks.intersection(hits))

    def enter(self, number: int, first: int, keys: Sequence[Key]) -> None:
        """The blocks of `number` from its number `first` (from 0) on hold `keys` from now on.

        So far they hold nothing.
        """
        blocks = self._tables[number][first : first + len(keys)]
        self._index.enter(blocks, keys)

    def fill(self, numbers: Iterable[int], requests: Iterable[Request]) -> None:
        """The last block of each of `numbers` is full, and holds the content of its request."""
        key_of = self.contents.key
        tables = [self._tables[number] for number in numbers]
        filled = zip(requests, tables, strict=True)
        keys = [key_of(request, len(table) - 1) for request, table in filled]
        blocks = [table[-1] for table in tables]
        if len({*keys}) == len(keys):
            self._index.enter(blocks, keys)
        else:
            for block, key in zip(blocks, keys, strict=True):
                self._index.enter_one(block, key)

    # Taking and giving back

    def take_with(self, number: int, hits: Sequence[int], blocks: int) -> Sequence[int]:
        """Give admission `number` a table of `hits` and `blocks` more, which must be free."""
        if hits:
            self._share(hits)
        self._tables[number] = table = list(hits)
        self.free_blocks -= blocks
        table += self._pop(blocks)
        return table

    def lengthen(self, number: int, blocks: int) -> tuple[int, ...]:
        """`blocks` more for `number`, which must be free."""
        taken = self._pop(blocks)
        self.free_blocks -= blocks
        self._tables[number] += taken
        return tuple(taken)

    @override
    def release(self, number: int) -> tuple[int, ...]:
        """`number` gives back its blocks, the last first; those that are nobody's now."""
        table = self._tables.pop(number)
        shared = self._more_owners.keys()
        is_own = not shared or shared.isdisjoint(table)
        left = table if is_own else [block for block in table if self._is_left(block)]
        self.free_blocks += len(left)
        if self.caching and self.freed_to_front:
            cached = self._leading(left)
            self._freed += left[cached:]
            self._idle.join(left[:cached][::-1])
        elif self.freed_to_front:
            self._freed += left
        else:
            self._idle.join(left[::-1])
        return tuple(left)

    def _leading(self, blocks: Sequence[int]) -> int:
        """How many of `blocks` hold something: the first ones, as tables are entered."""
        keys, leading = self._index.keys, len(blocks)
        while leading and not keys[blocks[leading - 1]]:
            leading -= 1
        return leading

    def _share(self, hits: Sequence[int]) -> None:
        """Somebody more holds `hits`."""
        idle, owners = self._idle, self._more_owners
        free = [block for block in hits if block in idle.blocks]
        if len(free) < len(hits):
            for block in hits:
                if block not in idle.blocks:
                    owners[block] = owners.get(block, 0) + 1
            self.shared_places += len(hits) - len(free)
        self.free_blocks -= len(free)
        idle.leave(free)

    def _is_left(self, block: int) -> bool:
        """One owner less; whether it was the last."""
        more = self._more_owners.pop(block, 0)
        if more:
            self.shared_places -= 1
            if more > 1:
                self._more_owners[block] = more - 1
        return not more

    @override
    def _pop(self, blocks: int) -> list[int]:
        taken = self._freed and super()._pop(min(blocks, len(self._freed)))
        if len(taken) < blocks and self._taken < self.total_blocks:
            untaken = self.total_blocks - self._taken
            new = super()._pop(min(blocks - len(taken), untaken))
            self._index.keys += [NOTHING] * len(new)
            taken = taken + new
        if len(taken) < blocks:
            taken = taken + self._evict(blocks - len(taken))
        return taken

    def _evict(self, blocks: int) -> list[int]:
        """The `blocks` that have been nobody's for longest; their content is gone."""
        taken = self._idle.take(blocks)
        if self.caching:
            evicted, keys = self._index.take_out(taken)
            self.evicted += evicted
            self.evicted_keys += keys
        return taken


COPIED = ("_freed", "_idle", "_index", "_more_owners", "evicted", "evicted_keys")
