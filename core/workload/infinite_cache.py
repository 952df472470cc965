"""What a prefix cache that never forgets would find: the most that any cache can."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from core.override import override
from core.request import Request


@dataclass(frozen=True, slots=True)
class InfiniteCache:
    """Of `blocks` and `tokens` of prompts, those that requests before had already brought.

    Requests come one after another, and each finds the leading run of its hash ids that were there;
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
        blocks = f"{self.block_share:.2%} of {self.blocks:,} blocks"
        tokens = f"{self.token_share:.2%} of {self.tokens:,} prompt tokens"
        return f"an infinite cache would hit {blocks}, {tokens}"


def infinite_cache(requests: Iterable[Request]) -> InfiniteCache | None:
    """What it finds of `requests`, in their order; None if none has hash ids.

    All their hash ids are cut at the same size.
    """
    seen: set[int] = set()
    blocks = hit_blocks = tokens = hit_tokens = 0
    for request in requests:
        ids = request.hash_ids
        hits = sum(1 for _ in takewhile(seen.__contains__, ids))
        seen.update(ids[hits:])
        blocks += len(ids)
        hit_blocks += hits
        tokens += request.prompt_len
        hit_tokens += min(hits * (request.hash_block_size or 0), request.prompt_len)
    return InfiniteCache(blocks, hit_blocks, tokens, hit_tokens) if blocks else None
