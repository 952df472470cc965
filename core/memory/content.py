"""What full blocks hold: which of two prompts' leading tokens are known to be equal."""

from collections.abc import Sequence

from core.request import Request


def told_tokens(request: Request) -> int:
    """Of how many of its leading tokens it is known what they are."""
    if request.hash_block_size is not None:
        return min(len(request.hash_ids) * request.hash_block_size, request.prompt_len)
    return request.prefix_len or len(request.prompt_ids)


def equal_blocks(one: Request, other: Request, tokens: int, block_size: int) -> int:
    """How many leading full blocks hold the same in both prompts, of the first `tokens` tokens.

    Equal prefixes are equal as far as the shorter of the two goes, and so are the blocks of equal
    hash ids, if they were cut at the same size; token ids are compared. What is said in one of
    these ways has nothing in common with what is said in another.
    """
    if one.prefix is not None:
        if one.prefix != other.prefix:
            return 0
        return min(one.prefix_len, other.prefix_len, tokens) // block_size
    if one.hash_block_size is not None:
        if one.hash_block_size != other.hash_block_size:
            return 0
        alike = _equal_from_the_first(one.hash_ids, other.hash_ids, 1) * one.hash_block_size
        return min(alike, told_tokens(one), told_tokens(other), tokens) // block_size
    most = min(len(one.prompt_ids), len(other.prompt_ids), tokens) // block_size * block_size
    return _equal_from_the_first(one.prompt_ids[:most], other.prompt_ids[:most], block_size)


def _equal_from_the_first(one: Sequence[int], other: Sequence[int], size: int) -> int:
    """How many leading pieces of `size` are equal, of those that both have whole."""
    most = min(len(one), len(other)) // size
    if one is other or one[: most * size] == other[: most * size]:
        return most
    ends = range(size, most * size + 1, size)
    return next(
        at for at, end in enumerate(ends) if one[end - size : end] != other[end - size : end]
    )
