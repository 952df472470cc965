"""The pool with a prefix cache is the naive one: tables, order of free blocks, every content."""

from collections.abc import Sequence
from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from core.memory.cached import Cached
from core.memory.contents import Key
from core.memory.strand import NO_HITS
from tests.engines.naive_pool import NaivePool

TOTAL = 9
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("take"), st.integers(0, 5), st.text("ab", min_size=1, max_size=5)),
        st.tuples(st.just("extend"), st.integers(0, 5), st.text("ab", min_size=1, max_size=2)),
        st.tuples(st.just("release"), st.integers(0, 5), st.just("")),
    ),
    max_size=40,
)


LETTERS = "0ab"


def key_of(text: str) -> Key:
    """A number for each text."""
    return sum(LETTERS.index(letter) * 3**at for at, letter in enumerate(text))


def plain(key: Key) -> tuple[int]:
    """A key as the naive pool has it."""
    return (key,)


class Both:
    """Both pools, and what each owner has in them: a text, a letter a block."""

    def __init__(self, *, caching: bool, freed_to_front: bool) -> None:
        self.caching = caching
        self.pool = Cached(1, TOTAL, caching=caching, freed_to_front=freed_to_front)
        self.naive = NaivePool(TOTAL, freed_to_front=freed_to_front)
        self.texts: dict[int, str] = {}
        self.tables: dict[int, list[int]] = {}

    def keys(self, text: str) -> list[Key]:
        """Whoever knows the same text has the same content: a name for each beginning of it."""
        return [key_of(text[: at + 1]) for at in range(len(text) if self.caching else 0)]

    def take(self, number: int, text: str) -> None:
        if number in self.tables:
            return
        keys = self.keys(text[:-1])
        naive = (self.naive.hit(plain(key)) for key in keys)
        found = list(takewhile(lambda block: block is not None, naive))
        hits = [block for block in found if block is not None]
        there = self.pool.hits(keys)
        assert there == hits
        nobodys = sum(block in self.naive.free for block in hits)
        assert self.pool.unheld(there) == nobodys
        if len(text) - len(hits) + nobodys > len(self.naive.free):
            return
        self.naive.share(hits)
        new = [self.naive.take() for _ in text[len(hits) :]]
        assert list(self.pool.take_with(number, there, len(new))) == [*hits, *new]
        self.texts[number], self.tables[number] = text, [*hits, *new]
        self.enter(number, len(hits))

    def extend(self, number: int, text: str) -> None:
        if number not in self.tables or len(text) > len(self.naive.free):
            return
        new = [self.naive.take() for _ in text]
        self.pool.extend((number,) * len(new))
        assert [*self.pool.table(number)[-len(new) :]] == new or not new
        first = len(self.tables[number])
        self.texts[number] += text
        self.tables[number] += new
        self.enter(number, first)

    def enter(self, number: int, first: int) -> None:
        keys = self.keys(self.texts[number])
        for block, key in zip(self.tables[number], keys, strict=False):
            self.naive.enter(block, plain(key))
        self.pool.enter(number, first, keys[first:])

    def release(self, number: int) -> None:
        if number in self.tables:
            before = set(self.naive.free)
            self.naive.free_table(self.tables.pop(number))
            assert set(self.pool.release(number)) == {*self.naive.free} - before

    def check(self) -> None:
        pool, naive = self.pool, self.naive
        assert list(pool.free_ids()) == naive.free
        assert pool.free_blocks == len(naive.free) == TOTAL - pool.used_blocks
        contents = {block: pool.content(block) for block in range(1, TOTAL + 1)}
        assert {b: plain(key) for b, key in contents.items() if key is not None} == naive.contents
        assert pool.cached_blocks == sum(block in naive.contents for block in naive.free)
        assert {n: list(pool.table(n)) for n in self.tables} == self.tables


@given(MOVES, st.booleans(), st.booleans())
def test_it_is_the_naive_pool(
    moves: Sequence[tuple[str, int, str]], caching: bool, freed_to_front: bool
) -> None:
    both = Both(caching=caching, freed_to_front=freed_to_front)
    for name, number, text in moves:
        match name:
            case "take":
                both.take(number, text)
            case "extend":
                both.extend(number, text)
            case _:
                both.release(number)
        before = both.pool.free_ids()
        both.pool = both.pool.copy()
        assert both.pool.free_ids() == before
        both.check()


def test_what_was_evicted_is_told() -> None:
    pool = Cached(1, 2, caching=True, freed_to_front=True)
    keys: list[Key] = [7, 8]
    pool.take_with(1, NO_HITS, 2)
    pool.enter(1, 0, keys)
    pool.release(1)
    assert (pool.cached_blocks, pool.free_blocks, tuple(pool.free_ids())) == (2, 2, (2, 1))
    pool.take_with(2, NO_HITS, 1)
    assert pool.evicted == [([2], [8])]
    assert pool.hits(keys) == [1]
