"""Paged memory whose pages can be hit when they are computed, and that keeps equal ones once.

Source: SGLang's radix tree, of which only equality of what stands from the first token on matters
here, page by page. The tree evicts whole branches at a time and drops cached pages when somebody is
retracted; here pages go one by one, those that have been nobody's for longest first, the last of a
prompt before those in front of it.
"""

from collections.abc import Sequence

from core.memory.cached import Cached
from core.memory.contents import Key
from core.memory.strand import Hits


class Radix(Cached):
    """The pool of one replica; `caching` says whether anything can be hit."""

    __slots__ = ()
    keeps_planned = False

    def __init__(self, page_size: int, pages: int, *, caching: bool) -> None:
        """Start with every page free and nothing cached."""
        super().__init__(page_size, pages, caching=caching, freed_to_front=True)

    def publish(self, number: int, first: int, keys: Sequence[Key]) -> None:
        """The pages of `number` from its number `first` (from 0) on are computed, and hold `keys`.

        Where another page holds the same already, `number` shares that one and gives back its own.
        """
        parts = self._index.walk(keys)
        if parts:
            same, table = Hits(parts), self._tables[number]
            until = first + len(same)
            self._freed += table[first:until]
            self.free_blocks += len(same)
            table[first:until] = same
            self._share(number, same)
            first, keys = until, keys[len(same) :]
        self.enter(number, first, keys)
