"""What a cache that never forgets finds of a workload, in its order."""

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
