"""Keys of contents: equal where what stands there is known to be equal, however it is said."""

from collections.abc import Hashable
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from core.memory.content import equal_blocks
from core.memory.contents import Contents
from core.request import Request
from tests.engines.test_vllm_agrees import prompt_of, requests_of

SIZES = st.integers(1, 4)
WORKLOADS = st.integers(1, 6).flatmap(
    lambda count: st.tuples(*(requests_of(f"r{number}") for number in range(count)))
)


def known(request: Request) -> list[Hashable]:
    """All its tokens that are ever stored, equal where they are known to be."""
    output = request.output_key or request.rid
    return [*prompt_of(request), *((output, at) for at in range(request.output_len - 1))]


@given(WORKLOADS, SIZES)
def test_equal_keys_are_equal_tokens_from_the_first(
    requests: tuple[Request, ...], size: int
) -> None:
    contents = Contents(size)
    said: dict[tuple[Hashable, ...], int] = {}
    first: dict[int, tuple[str, int]] = {}
    for request in requests:
        tokens = known(request)
        for block in range(len(tokens) // size):
            (key,) = contents.keys(request, block, block + 1)
            assert said.setdefault(tuple(tokens[: (block + 1) * size]), key) == key
            first.setdefault(key, (request.rid, block))
    assert len(set(said.values())) == len(said)
    assert {key: (contents.owner(key), contents.place(key)) for key in first} == first


@given(WORKLOADS, SIZES)
def test_a_part_of_the_keys_is_that_part(requests: tuple[Request, ...], size: int) -> None:
    contents = Contents(size)
    for request in requests:
        blocks = request.most_tokens // size
        whole = [*contents.keys(request, 0, blocks)]
        assert len(whole) == blocks
        for first, until in product(range(blocks + 1), repeat=2):
            assert [*contents.keys(request, first, until)] == whole[first:until]


@given(WORKLOADS, SIZES)
def test_the_keys_of_what_is_its_own_follow_each_other(
    requests: tuple[Request, ...], size: int
) -> None:
    contents = Contents(size)
    for request in requests:
        if not request.output_key:
            first = request.prompt_len // size
            own = contents.keys(request, first, request.most_tokens // size)
            assert [*own] == [own[0] + more for more in range(len(own))]


@given(WORKLOADS, SIZES, st.integers(0, 12))
def test_blocks_of_two_prompts_are_equal_as_far_as_their_tokens(
    requests: tuple[Request, ...], size: int, most: int
) -> None:
    for one, other in product(requests, repeat=2):
        if one.rid == other.rid:
            continue
        pairs = list(zip(prompt_of(one), prompt_of(other), strict=False))[:most]
        alike = next((at for at, (a, b) in enumerate(pairs) if a != b), len(pairs))
        assert equal_blocks(one, other, most, size) == alike // size


def test_a_trace_block_is_cut_into_blocks_of_the_engine() -> None:
    contents = Contents(16)
    one = Request("A", 0, 1300, 1, hash_ids=(7, 8, 9), hash_block_size=512)
    other = Request("B", 0, 1400, 1, hash_ids=(7, 8, 9), hash_block_size=512)
    third = Request("C", 0, 1300, 1, hash_ids=(7, 5, 9), hash_block_size=512)
    keys = [[*contents.keys(each, 0, each.prompt_len // 16)] for each in (one, other, third)]
    alike = [sum(a == b for a, b in zip(keys[0], each, strict=False)) for each in keys]
    assert [*map(len, keys)] == [81, 87, 81]
    assert alike == [81, 81, 32]
    assert [contents.owner(keys[1][at]) for at in (0, 80, 81)] == ["A", "A", "B"]


def test_a_border_within_an_engine_block_is_of_both_trace_blocks() -> None:
    contents = Contents(16)
    one = Request("A", 0, 48, 1, hash_ids=(1, 2), hash_block_size=24)
    other = Request("B", 0, 48, 1, hash_ids=(1, 3), hash_block_size=24)
    first, second = ([*contents.keys(each, 0, 3)] for each in (one, other))
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_a_long_prompt_costs_its_ids_and_not_its_blocks() -> None:
    contents = Contents(1)
    ids = tuple(range(40))
    length = 40 * 2**30
    keys = contents.keys(Request("A", 0, length, 1, hash_ids=ids, hash_block_size=2**30), 0, length)
    assert len(keys) == length
