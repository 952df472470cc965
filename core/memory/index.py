"""Which block holds which content, both ways."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import compress

from core.memory.contents import Key

NOTHING = 0
"""No key: what a block holds that holds nothing."""


class Index:
    """`keys` has what each block that was ever taken holds, from 1 on, `blocks` who holds a key.

    Several blocks may hold the same; `blocks` has the one that has done so for longest.
    """

    __slots__ = ("_copies", "blocks", "keys")

    def __init__(self) -> None:
        """Start without blocks."""
        self.keys: list[Key] = [NOTHING]
        self.blocks: dict[Key, int] = {}
        self._copies: dict[Key, list[int]] = {}  # the other blocks of a key, the earliest first

    def copy(self) -> "Index":
        """The same index, changed by nothing that happens to this one."""
        twin = Index.__new__(Index)
        twin.keys, twin.blocks = self.keys.copy(), self.blocks.copy()
        twin._copies = {key: blocks.copy() for key, blocks in self._copies.items()}
        return twin

    def groups(self) -> Iterator[tuple[int, ...]]:
        """Blocks that hold the same, each group in order."""
        return ((self.blocks[key], *others) for key, others in self._copies.items())

    def content(self, block: int) -> Key | None:
        """What `block` holds; None if nothing that could be hit."""
        return (self.keys[block] if block < len(self.keys) else NOTHING) or None

    def enter(self, blocks: Sequence[int], keys: Sequence[Key]) -> None:
        """`blocks`, which hold nothing, hold `keys`, no two of them equal, from now on."""
        if self.blocks.keys().isdisjoint(keys):
            self.blocks.update(zip(keys, blocks, strict=True))
            held = self.keys
            for block, key in zip(blocks, keys, strict=True):
                held[block] = key
        else:
            for block, key in zip(blocks, keys, strict=True):
                self.enter_one(block, key)

    def enter_one(self, block: int, key: Key) -> None:
        """`block`, which holds nothing, holds `key` from now on."""
        self.keys[block] = key
        if self.blocks.setdefault(key, block) != block:
            self._copies.setdefault(key, []).append(block)

    def take_out(self, blocks: Sequence[int]) -> tuple[Sequence[int], Sequence[Key]]:
        """What `blocks` hold is gone: those of them that held anything, and what that was."""
        held = self.keys
        keys = [held[block] for block in blocks]
        for block in blocks:
            held[block] = NOTHING
        if NOTHING in keys:
            blocks, keys = list(compress(blocks, keys)), list(filter(None, keys))
        if self._copies:
            for block, key in zip(blocks, keys, strict=True):
                self._forget(block, key)
        else:
            deque(map(self.blocks.pop, keys), 0)
        return blocks, keys

    def _forget(self, block: int, key: Key) -> None:
        """`block` holds `key` no more; others may."""
        others = self._copies.get(key)
        if others is None:
            del self.blocks[key]
            return
        if self.blocks[key] == block:
            self.blocks[key] = others.pop(0)
        else:
            others.remove(block)
        if not others:
            del self._copies[key]
