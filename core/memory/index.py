"""Which strand of blocks holds which content, and who holds the strand.

Only the first key of a strand is looked up, as in a radix tree: the next one of a chain is in the
same strand, or the first of another. What several blocks hold stands in strands of one block each.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from core.memory.contents import Key
from core.memory.idle import Idle
from core.memory.strand import Part, Strand

Gone: TypeAlias = tuple[list[int], list[Key]]
"""Blocks that were taken from the cache, and what each of them held."""


class Index:
    """`first` has each strand by its first key, of equal ones the one entered first.

    `paths` are the strands that an admission holds, in order, and in `idle` stand those that nobody
    holds. `late` are the keys of the blocks that follow in its table: they hold what nobody else
    can ask for, and are to stand in a strand as soon as that can matter.
    """

    __slots__ = ("_copies", "first", "idle", "late", "paths")

    def __init__(self) -> None:
        """Start without strands."""
        self.first: dict[Key, Strand] = {}
        self._copies: dict[Key, list[Strand]] = {}  # the others of a key, the earliest first
        self.paths: dict[int, list[Strand]] = {}
        self.late: dict[int, list[Key]] = {}
        self.idle = Idle()

    def copy(self) -> "Index":
        """The same index, changed by nothing that happens to this one."""
        twins = {strand: strand.copy() for strand in (*self, *self.idle.line)}
        twin = Index()
        twin.first = {key: twins[strand] for key, strand in self.first.items()}
        twin._copies = {key: [twins[one] for one in ones] for key, ones in self._copies.items()}
        twin.paths = {number: [twins[one] for one in path] for number, path in self.paths.items()}
        twin.late = {number: keys.copy() for number, keys in self.late.items()}
        twin.idle = self.idle.copy(twins)
        return twin

    def __iter__(self) -> Iterator[Strand]:
        """Every strand that holds something."""
        return chain(self.first.values(), *self._copies.values())

    def groups(self) -> Iterator[tuple[int, ...]]:
        """Blocks that hold the same, each group in order."""
        for key, others in self._copies.items():
            yield tuple(strand.blocks[0] for strand in (self.first[key], *others))

    def walk(self, keys: Sequence[Key]) -> list[Part]:
        """The strands that hold the first of `keys`, up to the first that none holds."""
        at, most, find = 0, len(keys), self.first.get
        parts: list[Part] = []
        while at < most and (strand := find(keys[at])):
            count = strand.alike(keys, at)
            parts.append((strand, count))
            at += count
        return parts

    def told(self, tables: Mapping[int, Sequence[int]]) -> dict[int, tuple[Key, int]]:
        """What each block that holds something does hold, and how many hold the block."""
        told = {
            block: (key, len(strand.holders))
            for strand in self
            for block, key in zip(strand.blocks, strand.keys, strict=True)
        }
        for number, keys in self.late.items():
            blocks = tables[number][self._full(number) :]
            told.update((block, (key, 1)) for block, key in zip(blocks, keys, strict=False))
        return told

    def full(self, number: int) -> int:
        """How many blocks of `number` hold something: the first of its table."""
        return self._full(number) + len(self.late.get(number, ()))

    def _full(self, number: int) -> int:
        """How many of them stand in strands."""
        return sum([len(strand.blocks) for strand in self.paths.get(number, ())])

    # Who holds what

    def settle(self, number: int, table: list[int]) -> int:
        """What `number`, which has this `table`, filled late stands in strands from now on.

        How many of its blocks hold something.
        """
        full, keys = self._full(number), self.late.pop(number, None)
        if keys:
            first, full = full, full + len(keys)
            self.enter(number, table[first:full], keys)
        return full

    def enter(self, number: int, blocks: list[int], keys: list[Key]) -> None:
        """`blocks`, the next of `number`, hold `keys`, which no other block holds."""
        path = self.paths.setdefault(number, [])
        if path and len(path[-1].holders) == 1 and path[-1].keys[0] not in self._copies:
            path[-1].blocks += blocks
            path[-1].keys += keys
        else:
            self.first[keys[0]] = strand = Strand(blocks, keys, (number,))
            path.append(strand)

    def enter_copy(self, number: int, block: int, key: Key) -> None:
        """`block`, the next of `number`, holds what another one holds: both stand alone."""
        earliest = self.first[key]
        if len(earliest.blocks) > 1:
            front = self._cut(earliest, 1)
            if not front.holders:
                self.idle.part(earliest, front)
        copy = Strand([block], [key], (number,))
        self._copies.setdefault(key, []).append(copy)
        self.paths.setdefault(number, []).append(copy)

    def share(self, number: int, parts: Sequence[Part]) -> int:
        """`number` holds `parts` as well; how many of their blocks nobody held."""
        path, unheld = self.paths.setdefault(number, []), 0
        for strand, count in parts:
            is_whole = count == len(strand.blocks)
            held = strand if is_whole else self._cut(strand, count)
            if not held.holders:
                unheld += count
                if is_whole:
                    self.idle.leave(held)
            held.holders.add(number)
            path.append(held)
        return unheld

    def leave(self, number: int) -> list[Strand]:
        """`number` holds nothing any more; the strands that it alone held, in order."""
        path = self.paths.pop(number, [])
        for strand in path:
            strand.holders.remove(number)
        return [strand for strand in path if not strand.holders]

    def _cut(self, strand: Strand, count: int) -> Strand:
        """The first `count` blocks of `strand` as one of their own in front of it."""
        front = strand.cut(count)
        self.first[front.keys[0]], self.first[strand.keys[0]] = front, strand
        for number in front.holders:
            path = self.paths[number]
            path.insert(path.index(strand), front)
        return front

    # Who goes

    def evict(self, most: int, gone: list[Gone]) -> list[int]:
        """The `most` blocks that have been nobody's for longest; they hold nothing any more.

        What they held is added to `gone`.
        """
        line = self.idle.line
        taken: list[int] = []
        while most > 0:
            strand = next(iter(line))
            blocks, keys = strand.shorten(most)
            if strand.blocks and not taken:  # one strand has them all, as a rule
                if keys:
                    gone.append((blocks, keys))
                return blocks
            most -= len(blocks)
            taken += blocks
            if keys:
                gone.append((blocks, keys))
            if not strand.blocks:
                del line[strand]
                if keys:
                    self._forget(strand, keys[-1])
        return taken

    def _forget(self, strand: Strand, key: Key) -> None:
        """`strand`, whose first key was `key`, is no more; others may hold that."""
        others = self._copies.get(key)
        if others is None:
            del self.first[key]
            return
        if self.first[key] is strand:
            self.first[key] = others.pop(0)
        else:
            others.remove(strand)
        if not others:
            del self._copies[key]
