"""What a cache that never forgets finds of a workload, in its order."""

from random import Random

from core.request import Request
from core.workload.infinite_cache import InfiniteCache, infinite_cache


def cut(rid: str, length: int, *ids: int) -> Request:
    return Request(rid, 0, length, 1, hash_ids=ids, hash_block_size=4)


def test_the_leading_run_of_ids_that_were_there() -> None:
    found = infinite_cache(
        [
            cut("A", 10, 1, 2, 3),
            cut("B", 12, 1, 2, 4),  # two blocks
            cut("C", 8, 5, 2),  # 2 was there, 5 was not
            cut("D", 10, 1, 2, 3),  # all, of which the last has two tokens
        ]
    )
    assert found == InfiniteCache(11, 5, 40, 18)
    assert (
        str(found) == "an infinite cache would hit 45.45% of 11 blocks, 45.00% of 40 prompt tokens"
    )


def test_what_says_nothing_counts_as_tokens_alone() -> None:
    assert infinite_cache([cut("A", 4, 1), Request("B", 0, 4, 1)]) == InfiniteCache(1, 0, 8, 0)
    assert infinite_cache([Request("B", 0, 4, 1)]) is None


def test_what_the_same_prompt_says_twice_is_no_hit() -> None:
    assert infinite_cache([cut("A", 8, 1, 1)]) == InfiniteCache(2, 0, 8, 0)


def told(rid: str, *ids: int) -> Request:
    return Request(rid, 0, len(ids), 1, prompt_ids=ids)


def test_token_ids_are_found_in_full_blocks_of_sixteen() -> None:
    a = tuple(range(40))
    found = infinite_cache([told("A", *a), told("B", *a[:39]), told("C", *a[:20]), told("D", 1, 2)])
    assert found == InfiniteCache(2 + 2 + 1, 2 + 1, 40 + 39 + 20 + 2, 48)


def test_a_block_of_tokens_is_another_one_behind_others() -> None:
    same, other = (7,) * 16, (8,) * 16
    assert infinite_cache([told("A", *same, *other), told("B", *other, *other)]) == InfiniteCache(
        4, 0, 64, 0
    )


def test_token_ids_are_found_as_far_as_an_earlier_prompt_is_equal() -> None:
    random = Random(16)
    prompts = [
        tuple(random.choices((1, 2), (30, 1), k=random.randrange(1, 120))) for _ in range(60)
    ]
    hits = [
        max((equal(prompt, one) // 16 for one in prompts[:n]), default=0)
        for n, prompt in enumerate(prompts)
    ]
    found = infinite_cache([told(f"r{n}", *prompt) for n, prompt in enumerate(prompts)])
    blocks, tokens = sum(len(one) // 16 for one in prompts), sum(map(len, prompts))
    assert sum(hits) > 0
    assert found == InfiniteCache(blocks, sum(hits), tokens, sum(hits) * 16)


def equal(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many tokens from the start are equal."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
