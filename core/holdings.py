"""Who holds which blocks of a replica, what is in them, and what is free."""

from functools import cached_property
from typing import NamedTuple

from core.footprint import Footprint, fill_levels, footprint
from core.memory import Cached
from core.memory.content import told_tokens
from core.memory.ids import Ids
from core.replica import Replica


class Origin(NamedTuple):
    """Where a content is from: tokens `first` to `last` (from 1) of `rid`, which had them first.

    `hash_ids` are those of its trace that stand for them, where they are told by such.
    """

    rid: str
    first: int
    last: int
    hash_ids: tuple[int, ...]


class Holdings:
    """The memory of a replica, to look at. Block ids are 1..total_blocks."""

    def __init__(self, replica: Replica) -> None:
        """Look at `replica`, which must not change any more."""
        self._replica = replica

    @cached_property
    def free(self) -> Ids:
        """Ids of the free blocks in the order they will be taken."""
        return self._replica.memory.free_ids()

    @property
    def free_blocks(self) -> int:
        """Blocks nobody owns and that keep nothing."""
        return self.available_blocks - self.cached_blocks

    @property
    def available_blocks(self) -> int:
        """Blocks that can be taken: free ones, and cached ones, whose content then goes."""
        return self._replica.memory.free_blocks

    @property
    def used_blocks(self) -> int:
        """Blocks somebody owns."""
        return self._replica.memory.used_blocks

    @property
    def cached_blocks(self) -> int:
        """Blocks that keep content nobody holds: none without prefix caching."""
        memory = self._replica.memory
        return memory.cached_blocks if isinstance(memory, Cached) else 0

    @property
    def is_caching(self) -> bool:
        """Whether blocks may keep content that nobody holds."""
        memory = self._replica.memory
        return isinstance(memory, Cached) and memory.caching

    @cached_property
    def cached(self) -> tuple[int, ...]:
        """Ids of the cached blocks in the order they will be taken."""
        memory = self._replica.memory
        return memory.cached_ids() if isinstance(memory, Cached) else ()

    def content(self, block: int) -> str | None:
        """Whose tokens block `block` keeps for others to hit, by rid; None if it keeps none.

        The rid is that of the request that had them first.
        """
        memory, checked = self._replica.memory, self._checked(block)
        key = memory.content(checked) if isinstance(memory, Cached) else None
        return memory.contents.owner(key) if isinstance(memory, Cached) and key else None

    def origin(self, block: int) -> Origin | None:
        """Which tokens block `block` keeps for others to hit; None if it keeps none."""
        memory, rid = self._replica.memory, self.content(block)
        key = memory.content(block) if isinstance(memory, Cached) else None
        if rid is None or key is None or not isinstance(memory, Cached):
            return None
        first = memory.contents.place(key) * memory.block_size
        last = first + memory.block_size
        request = self._replica.arrivals.named(rid)
        size = request.hash_block_size
        is_told = size is not None and last <= told_tokens(request)
        ids = request.hash_ids[first // size : -(-last // size)] if size and is_told else ()
        return Origin(rid, first + 1, last, ids)

    @cached_property
    def footprint(self) -> Footprint:
        """What is reserved, used and stranded, in tokens and bytes."""
        return footprint(self._replica)

    @cached_property
    def _filled(self) -> dict[int, int]:
        return fill_levels(self._replica)

    def filled(self, block: int) -> int:
        """How many tokens block `block` (1..total_blocks) holds."""
        return self._filled.get(self._checked(block), 0)

    @property
    def is_shared(self) -> bool:
        """Whether some block has several owners."""
        return self._replica.memory.shared_places > 0

    @cached_property
    def shared_blocks(self) -> int:
        """Blocks that have several owners."""
        return sum(len(rids) > 1 for rids in self._owners.values()) if self.is_shared else 0

    @property
    def unit(self) -> str:
        """What its memory is counted in: a block, or the place of a token."""
        return self._replica.memory.unit

    @property
    def largest_piece(self) -> int | None:
        """Tokens of the largest free piece of contiguous memory; None where pieces do not count."""
        return self._replica.memory.largest_piece

    @cached_property
    def total_blocks(self) -> int:
        """Used + cached + free."""
        return self._replica.memory.total_blocks

    @property
    def block_size(self) -> int:
        """Tokens a block holds; 0 without paging."""
        return self._replica.memory.block_size

    @cached_property
    def _owners(self) -> dict[int, list[str]]:
        owners: dict[int, list[str]] = {}
        for number, state in self._replica.running.items():
            for block in self._replica.memory.table(number):
                owners.setdefault(block, []).append(state.request.rid)
        return owners

    def owners(self, block: int) -> tuple[str, ...]:
        """The rids that own block `block` (1..total_blocks)."""
        return tuple(self._owners.get(self._checked(block), ()))

    def refs(self, block: int) -> int:
        """How many own block `block`."""
        return len(self._owners.get(self._checked(block), ()))

    def _checked(self, block: int) -> int:
        if not 1 <= block <= self.total_blocks:
            they = (
                f"they are 1..{self.total_blocks}" if self.total_blocks else "memory has no limit"
            )
            raise ValueError(f"there is no block {block}: {they}")
        return block
