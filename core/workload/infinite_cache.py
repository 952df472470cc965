"""What a prefix cache that never forgets would find: the most that any cache can."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from core.naming import percent
from core.override import override
from core.request import Request

TOKEN_BLOCK = 16
"""At how many tokens the ids of single tokens are cut into blocks: as vLLM does it by default."""

Numbers: TypeAlias = dict[tuple[int, tuple[int, ...]], int]
"""The number of a block of tokens after that of the block before it, -1 for the first."""


@dataclass(frozen=True, slots=True)
class InfiniteCache:
    """Of `blocks` and `tokens` of prompts, those that requests before had already brought.

    Requests come one after another, and each finds the leading run of its blocks that were there;
    the last block of a prompt has the tokens that the prompt fills of it. A real cache finds less:
    it forgets, counts whole blocks of the engine, and leaves the last token to compute.
    """

    blocks: int
    hit_blocks: int
    tokens: int
    hit_tokens: int

    @property
    def block_share(self) -> float:
        """Hits over all blocks."""
        return self.hit_blocks / self.blocks if self.blocks else 0.0

    @property
    def token_share(self) -> float:
        """Hits over all tokens of prompts."""
        return self.hit_tokens / self.tokens if self.tokens else 0.0

    @override
    def __str__(self) -> str:
        """One sentence for people."""
        blocks = f"{percent(self.block_share, 2)} of {self.blocks:,} blocks"
        tokens = f"{percent(self.token_share, 2)} of {self.tokens:,} prompt tokens"
        return f"an infinite cache would hit {blocks}, {tokens}"


def infinite_cache(requests: Sequence[Request]) -> InfiniteCache | None:
    """What it finds of `requests`, in their order; None if nothing is known of any prompt.

    All their hash ids are cut at the same size. Token ids are cut at `TOKEN_BLOCK`, and those of a
    last block that is not full are not looked for.
    """
    if not any(request.hash_ids or request.prompt_ids for request in requests):
        return None
    seen: set[int] = set()
    numbers: Numbers = {}
    blocks = hit_blocks = tokens = hit_tokens = 0
    for request in requests:
        ids = request.hash_ids or tuple(_numbered(request.prompt_ids, numbers))
        hits = sum(1 for _ in takewhile(seen.__contains__, ids))
        seen.update(ids[hits:])
        blocks += len(ids)
        hit_blocks += hits
        tokens += request.prompt_len
        hit_tokens += min(hits * (request.hash_block_size or TOKEN_BLOCK), request.prompt_len)
    return InfiniteCache(blocks, hit_blocks, tokens, hit_tokens)


def _numbered(prompt_ids: Sequence[int], numbers: Numbers) -> Iterator[int]:
    """A number for each full block of these tokens: equal where all up to its end are equal."""
    before = -1
    for end in range(TOKEN_BLOCK, len(prompt_ids) + 1, TOKEN_BLOCK):
        block = before, tuple(prompt_ids[end - TOKEN_BLOCK : end])
        before = numbers.setdefault(block, len(numbers))
        yield before
