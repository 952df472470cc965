"""Keys for what full blocks hold: equal keys stand for equal tokens from the first one on.

Source: vLLM's chained block hashes, of which only equality matters. Tokens that a request shares
with nobody (a prompt of which nothing is said, its own output) are its own: from the first such
block on its keys are its rid and the number of the block, and nothing has to be remembered.
"""

from collections.abc import Hashable, Iterator
from itertools import chain
from typing import TypeAlias

from core.request import Request

Key: TypeAlias = int | tuple[str, int]
"""The content of a block and all before it: a number, or a rid and a block from 0 on."""

Part: TypeAlias = tuple[Hashable, ...]


class Contents:
    """The keys of one run, shared by every copy of its memory: they only grow, always the same."""

    __slots__ = ("_block_size", "_numbers", "_owners", "_shared")

    def __init__(self, block_size: int) -> None:
        """Start with no key."""
        self._block_size = block_size
        self._numbers: dict[tuple[int, Part], int] = {}
        self._owners: list[str] = []  # the rid that first had each number, from 1
        self._shared: dict[str, tuple[list[int], bool]] = {}

    def keys(self, request: Request, first: int, until: int) -> Iterator[Key]:
        """The keys of the full blocks of `request` from number `first` (from 0) to before `until`.

        All their tokens must be known.
        """
        rid = request.rid
        if not says_something(request):
            return iter([(rid, at) for at in range(first, until)])
        shared = self._shared_keys(request, until)
        own = range(max(first, len(shared)), until)
        return chain(shared[first:until], [(rid, at) for at in own])

    def _shared_keys(self, request: Request, until: int) -> list[int]:
        """The keys of those among its first `until` blocks that others may have as well."""
        keys, is_whole = self._shared.get(request.rid, ([], False))
        while len(keys) < until and not is_whole:
            first = len(keys) * self._block_size
            part = shared_part(request, first, first + self._block_size)
            if part is None:
                is_whole = True
            else:
                keys.append(self._number((keys[-1] if keys else 0, part), request.rid))
        self._shared[request.rid] = (keys, is_whole)
        return keys

    def _number(self, entry: tuple[int, Part], rid: str) -> int:
        number = self._numbers.get(entry)
        if number is None:
            self._owners.append(rid)
            number = self._numbers[entry] = len(self._owners)
        return number

    def owner(self, key: Key) -> str:
        """The rid of the request that first had the content of `key`."""
        return self._owners[key - 1] if isinstance(key, int) else key[0]


def says_something(request: Request) -> bool:
    """Whether anything is known of what its prompt says."""
    return request.prefix is not None or bool(request.prompt_ids)


def shared_part(request: Request, first: int, end: int) -> Part | None:
    """What stands in its tokens `first` to before `end`; None if some are its own alone."""
    ids, length = request.prompt_ids, request.prompt_len
    known = length if ids else request.prefix_len
    if min(end, length) > known or (end > length and not request.output_key):
        return None
    prompt: Part = ids[first:end] if ids else (request.prefix, first, min(end, length))
    if end <= length:
        return prompt
    return (prompt, request.output_key, max(first, length) - length, end - length)
