"""Keys for what full blocks hold: equal keys stand for equal tokens from the first one on.

Source: vLLM's chained block hashes, of which only equality matters. Keys are numbers, handed out in
stretches: one for what several requests may say alike, as far as any of them says it, and one for
what a request shares with nobody (a prompt of which nothing is said, its own output). So a request
costs its stretches, not its blocks, however long its prompt is.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from core.memory.content import told_tokens
from core.request import Request

Key: TypeAlias = int
"""The content of a block and all before it, at least 1."""

Node: TypeAlias = int
"""Everything that is said up to some place, from the first token on; 0 for nothing."""


class Contents:
    """The keys of one run, shared by every copy of its memory: they only grow, always the same."""

    __slots__ = (
        "_block_size",
        "_last",
        "_nodes",
        "_of",
        "_owners",
        "_past",
        "_starts",
        "_stretches",
    )

    def __init__(self, block_size: int) -> None:
        """Start with no key."""
        self._block_size = block_size
        self._past = 1  # the next key
        self._starts: list[Key] = []  # the first key of those that one rid was the first to have
        self._owners: list[str] = []  # and that rid
        self._nodes: dict[tuple[Node, Hashable], Node] = {}  # a node, what is said next: the node
        self._stretches: list[tuple[range, ...]] = [()]  # the keys of the blocks that end in a node
        self._of: dict[str, Sequence[range]] = {}  # all keys of a request, block after block
        self._last: tuple[tuple[str, int, int], list[Key]] = ("", 0, 0), []  # asked for, and told

    def keys(self, request: Request, first: int, until: int) -> Sequence[Key]:
        """The keys of the full blocks of `request` from number `first` (from 0) to before `until`.

        All their tokens must be known.
        """
        stretches = self._of.get(request.rid)
        if stretches is None:
            stretches = self._of[request.rid] = _joined(self._laid_out(request))
        if len(stretches) == 1:
            return stretches[0][first:until]
        asked = (request.rid, first, until)
        last = self._last  # read at one go: figures are worked out in a thread of their own
        if last[0] != asked:  # who is held is asked for in each step
            self._last = last = asked, [*chain.from_iterable(_cut(stretches, first, until))]
        return last[1]

    def key(self, request: Request, block: int) -> Key:
        """The key of its full block number `block` (from 0), all of whose tokens are known."""
        stretches = self._of.get(request.rid)
        if stretches:
            own, after = stretches[-1], request.most_tokens // self._block_size - block
            if after <= len(own):
                return own[-after]
        return self.keys(request, block, block + 1)[0]

    def owner(self, key: Key) -> str:
        """The rid of the request that first had the content of `key`."""
        return self._owners[bisect_right(self._starts, key) - 1]

    def place(self, key: Key) -> int:
        """Which block of whoever has it that is, from 0 on."""
        before = 0
        for stretch in self._of[self.owner(key)]:
            if key in stretch:
                return before + stretch.index(key)
            before += len(stretch)
        raise AssertionError(f"{self.owner(key)} does not have the key {key}")

    # What stands in which block

    def _laid_out(self, request: Request) -> Iterator[range]:
        """The keys of all its blocks: what others may have as well, then what is its own alone."""
        left = request.most_tokens // self._block_size
        for stretch in self._alike(request):
            left -= len(stretch)
            yield stretch
        yield self._new(left, request.rid)

    def _alike(self, request: Request) -> Iterator[range]:
        """Its prompt as far as it is told, and its output if all of that and its key are told."""
        size, told, node, blocks = self._block_size, told_tokens(request), 0, 0
        nodes, stretches = self._nodes, self._stretches
        for part, end in _said(request, told, size):
            node = nodes.get((node, part)) or self._node(node, part)
            before, blocks = blocks, end // size
            held = stretches[node]
            if len(held) == 1 and len(held[0]) == blocks - before:
                yield held[0]
            else:
                yield from self._first(node, blocks - before, request.rid)
        if told == request.prompt_len and request.output_key:
            rest = request.prompt_ids[told // size * size :]
            node = self._node(node, (told, rest, request.output_key))
            blocks = request.most_tokens // size - told // size
            yield from self._first(node, blocks, request.rid)

    def _node(self, before: Node, part: Hashable) -> Node:
        node = self._nodes.get((before, part))
        if node is None:
            node = self._nodes[before, part] = len(self._stretches)
            self._stretches.append(())
        return node

    def _first(self, node: Node, blocks: int, rid: str) -> Iterator[range]:
        """The keys of the first `blocks` blocks that end in `node`; new ones are those of `rid`."""
        for stretch in self._stretches[node]:
            if blocks <= 0:
                return
            yield stretch[:blocks]
            blocks -= len(stretch)
        if blocks > 0:
            new = self._new(blocks, rid)
            self._stretches[node] += (new,)
            yield new

    def _new(self, blocks: int, rid: str) -> range:
        """Keys that nobody has, for `blocks` blocks of `rid`."""
        if blocks and (not self._owners or self._owners[-1] != rid):
            self._starts.append(self._past)
            self._owners.append(rid)
        new = range(self._past, self._past + blocks)
        self._past += blocks
        return new


def _said(request: Request, told: int, block_size: int) -> Iterator[tuple[Hashable, int]]:
    """What is said of a prompt, part for part, each with the tokens told to its end.

    A prefix is one part, so is each full block of token ids, and each hash id.
    """
    if request.prefix is not None:
        yield request.prefix, told
    elif request.prompt_ids:
        for end in range(block_size, told + 1, block_size):
            yield request.prompt_ids[end - block_size : end], end
    elif request.hash_block_size is not None:
        size = request.hash_block_size
        yield size, 0
        for number, each in enumerate(request.hash_ids, 1):
            yield each, min(number * size, told)


def _joined(stretches: Iterable[range]) -> Sequence[range]:
    """The same keys in as few stretches as hold them; one at least."""
    joined: list[range] = []
    for each in stretches:
        if joined and joined[-1].stop == each.start:
            joined[-1] = range(joined[-1].start, each.stop)
        elif each or not joined:
            joined.append(each)
    return joined


def _cut(stretches: Iterable[range], first: int, until: int) -> Iterator[range]:
    """What `stretches` have from number `first` (from 0) to before `until`."""
    for each in stretches:
        if until <= 0:
            return
        yield each[max(0, first) : until]
        first -= len(each)
        until -= len(each)
