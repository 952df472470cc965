"""What full blocks hold: which of two prompts' leading tokens are known to be equal."""

from core.request import Request


def told_tokens(request: Request) -> int:
    """Of how many of its leading tokens it is known what they are."""
    return request.prefix_len or len(request.prompt_ids)


def equal_blocks(one: Request, other: Request, tokens: int, block_size: int) -> int:
    """How many leading full blocks hold the same in both prompts, of the first `tokens` tokens.

    Equal prefixes are equal as far as the shorter of the two goes; token ids are compared. A prompt
    with a prefix and one with ids have nothing in common.
    """
    if one.prefix is not None:
        if one.prefix != other.prefix:
            return 0
        return min(one.prefix_len, other.prefix_len, tokens) // block_size
    return _equal_ids(one.prompt_ids, other.prompt_ids, tokens, block_size)


def _equal_ids(one: tuple[int, ...], other: tuple[int, ...], tokens: int, block_size: int) -> int:
    most = min(len(one), len(other), tokens) // block_size
    if one is other or one[: most * block_size] == other[: most * block_size]:
        return most
    ends = range(block_size, most * block_size + 1, block_size)
    return next(
        at
        for at, end in enumerate(ends)
        if one[end - block_size : end] != other[end - block_size : end]
    )
