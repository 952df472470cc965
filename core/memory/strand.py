"""Blocks with content that stand one behind the other and that the same admissions hold."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from core.memory.contents import Key


class Strand:
    """`blocks`, what each of them holds (`keys`, none if nothing), and who holds all of them.

    Each key is that of the content of the one before it and some more, so two strands that agree in
    a place agree in all before it. Whoever holds a block of a strand holds what stands before it.
    """

    __slots__ = ("blocks", "holders", "keys")

    def __init__(self, blocks: list[int], keys: list[Key], holders: Iterable[int] = ()) -> None:
        """Hold these very lists."""
        self.blocks = blocks
        self.keys = keys
        self.holders = {*holders}

    def copy(self) -> "Strand":
        """The same, changed by nothing that happens to this one."""
        return Strand(self.blocks.copy(), self.keys.copy(), self.holders)

    def alike(self, keys: Sequence[Key], at: int) -> int:
        """How many of its first keys are those of `keys` from `at` on; the first one is."""
        mine = self.keys
        most = min(len(mine), len(keys) - at)
        if mine[most - 1] == keys[at + most - 1]:
            return most
        equal, other = 1, most
        while other - equal > 1:
            middle = (equal + other) // 2
            if mine[middle - 1] == keys[at + middle - 1]:
                equal = middle
            else:
                other = middle
        return equal

    def cut(self, count: int) -> "Strand":
        """The first `count` blocks, from now on a strand of their own, with the same holders."""
        front = Strand(self.blocks[:count], self.keys[:count], self.holders)
        del self.blocks[:count], self.keys[:count]
        return front

    def shorten(self, count: int) -> tuple[list[int], list[Key]]:
        """The last `count` blocks leave, the last first, with what they hold."""
        if count == 1:  # a decode takes one
            return [self.blocks.pop()], [self.keys.pop()] if self.keys else []
        gone = slice(None, -count - 1, -1)
        blocks, keys = self.blocks[gone], self.keys[gone]
        del self.blocks[-count:], self.keys[-count:]
        return blocks, keys


Part: TypeAlias = tuple[Strand, int]
"""A strand and how many of its blocks, from the first one on."""


class Hits(list[int]):
    """Blocks that were found, and the strands they are of: good until the pool is changed."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Part] = ()) -> None:
        """The blocks of `parts`, in order."""
        super().__init__()
        self.parts = parts
        for strand, count in parts:
            self += strand.blocks if count == len(strand.blocks) else strand.blocks[:count]


NO_HITS = Hits()
