"""Paged memory that keeps what it computed: blocks with content that others can hit.

A block is in use (somebody holds it), cached (nobody does, its content is kept until the block is
taken again) or free. Free blocks without content are taken before cached ones; of the cached ones,
the one that has been nobody's for longest. Source: vLLM's block pool, by the schedules recorded
from it; the two flags are what its versions differ by.
"""

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from itertools import chain, compress, repeat
from typing import ClassVar, Self

from core.memory.contents import Contents, Key
from core.memory.paged import Paged
from core.override import override

NOTHING = 0
"""No key: what a block holds that holds nothing."""


class Cached(Paged):
    """The block pool of one replica, with a prefix cache if `caching`.

    `free_blocks` are those nobody holds, with content or without. With `freed_to_front` a freed
    block without content is taken before any other, the last of its table first; else every freed
    block goes to the end. `evicted` are the blocks taken from the cache and `evicted_keys` what was
    in them, since both were last emptied. `shared_places` are the places in tables beyond one for
    each block in use.

    The free blocks in order are `_freed` from its end, then those never taken, then `_back`.
    """

    __slots__ = (
        *("_back", "_blocks", "_copies", "_keys", "_more_owners"),
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
        self._back: OrderedDict[int, None] = OrderedDict()
        self._more_owners: dict[int, int] = {}  # of blocks that several hold: how many beside one
        self._keys: dict[int, Key] = {}  # the content of each block that has any
        self._blocks: dict[Key, int] = {}  # the same, the other way: the earliest that holds it
        self._copies: dict[Key, list[int]] = {}  # and the others, the earliest first

    @override
    def copy(self) -> Self:
        """The same pool, changed by nothing that happens to this one."""
        twin = type(self).__new__(type(self))
        for name in (*Paged.__slots__, *Cached.__slots__):
            setattr(twin, name, getattr(self, name))
        for name in COPIED:
            setattr(twin, name, getattr(self, name).copy())
        twin._tables = {number: table.copy() for number, table in self._tables.items()}
        twin._copies = {key: blocks.copy() for key, blocks in self._copies.items()}
        return twin

    @property
    def cached_blocks(self) -> int:
        """How many blocks hold content and are nobody's."""
        return sum(block in self._keys for block in self._back)

    def cached_ids(self) -> tuple[int, ...]:
        """These blocks, in the order they will be taken."""
        return tuple(block for block in self._back if block in self._keys)

    @property
    @override
    def touched_blocks(self) -> int:
        """What a copy of this pool has to hold."""
        return self._taken + 4 * len(self._keys)

    @override
    def free_ids(self) -> tuple[int, ...]:
        """The blocks that nobody holds, in the order they will be taken, cached ones included."""
        return (*super().free_ids(), *self._back)

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
        for block in (*chain.from_iterable(tables), *self._back):
            places.setdefault(block, len(places))
        held = tuple(tuple(places[block] for block in table) for table in tables)
        kept = tuple(self._keys.get(block) for block in places)
        copies = ((self._blocks[key], *others) for key, others in self._copies.items())
        equal = frozenset(tuple(places[block] for block in blocks) for blocks in copies)
        return (held, kept, equal)

    def content(self, block: int) -> Key | None:
        """What `block` holds, None if nothing that could be hit."""
        return self._keys.get(block)

    # Hits

    def hits(self, keys: Iterable[Key]) -> list[int]:
        """The blocks that hold the first of `keys` without a gap; of equal ones the earliest."""
        found: list[int] = []
        find = self._blocks.get
        for key in keys:
            block = find(key)
            if block is None:
                break
            found.append(block)
        return found

    def unheld(self, hits: Iterable[int]) -> int:
        """How many of `hits` nobody holds: they count as free until they are taken."""
        return sum(block in self._back for block in hits)

    def enter(self, number: int, first: int, keys: Sequence[Key]) -> None:
        """The blocks of `number` from its number `first` (from 0) on hold `keys` from now on.

        So far they hold nothing.
        """
        blocks = self._tables[number][first : first + len(keys)]
        if any(map(self._blocks.__contains__, keys)):
            for block, key in zip(blocks, keys, strict=True):
                self.enter_one(block, key)
        else:
            self._blocks.update(zip(keys, blocks, strict=True))
            self._keys.update(zip(blocks, keys, strict=True))

    def enter_one(self, block: int, key: Key) -> None:
        """`block`, which holds nothing so far, holds `key` from now on."""
        self._keys[block] = key
        if self._blocks.setdefault(key, block) != block:
            self._copies.setdefault(key, []).append(block)

    # Taking and giving back

    def take_with(self, number: int, hits: Sequence[int], blocks: int) -> Sequence[int]:
        """Give admission `number` a table of `hits` and `blocks` more, which must be free."""
        back, owners = self._back, self._more_owners
        for block in hits:
            if block in back:
                del back[block]
                self.free_blocks -= 1
            else:
                owners[block] = owners.get(block, 0) + 1
                self.shared_places += 1
        self._tables[number] = table = list(hits)
        self.free_blocks -= blocks
        table += self._pop(blocks)
        return table

    @override
    def release(self, number: int) -> tuple[int, ...]:
        """`number` gives back its blocks, the last first; those that are nobody's now."""
        table = self._tables.pop(number)
        left = [block for block in table if self._is_left(block)] if self._more_owners else table
        self.free_blocks += len(left)
        back, keys = self._back, self._keys
        if not self.freed_to_front:
            back.update(dict.fromkeys(reversed(left)))
        elif not self.caching:
            self._freed += left
        else:
            cached = [block for block in reversed(left) if block in keys]
            if len(cached) < len(left):
                self._freed += [block for block in left if block not in keys]
            back.update(dict.fromkeys(cached))
        return tuple(left)

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
            taken = taken + super()._pop(min(blocks - len(taken), untaken))
        if len(taken) < blocks:
            taken = taken + self._evict(blocks - len(taken))
        return taken

    def _evict(self, blocks: int) -> list[int]:
        """The `blocks` that have been nobody's for longest; their content is gone."""
        longest = self._back.popitem
        taken = [longest(last=False)[0] for _ in range(blocks)]
        gone = list(map(self._keys.pop, taken, repeat(NOTHING)))
        kept = [key for key in gone if key] if NOTHING in gone else gone
        self.evicted += compress(taken, gone)
        self.evicted_keys += kept
        if self._copies:
            for block, key in zip(compress(taken, gone), kept, strict=True):
                self._forget(block, key)
        else:
            deque(map(self._blocks.pop, kept), 0)
        return taken

    def _forget(self, block: int, key: Key) -> None:
        """`block` holds `key` no more; others may."""
        others = self._copies.get(key)
        if others is None:
            del self._blocks[key]
            return
        if self._blocks[key] == block:
            self._blocks[key] = others.pop(0)
        else:
            others.remove(block)
        if not others:
            del self._copies[key]


COPIED = ("_back", "_blocks", "_freed", "_keys", "_more_owners", "evicted", "evicted_keys")
