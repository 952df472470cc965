"""What decodes fill is there whenever somebody can ask for it, as if it were entered at once."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.memory.cached import Cached
from core.memory.strand import Hits
from core.request import Request

TOTAL, LONGEST = 12, 6
REQUEST = st.builds(
    Request,
    rid=st.just(""),
    arrival=st.just(0),
    prompt_len=st.integers(1, 3),
    output_len=st.just(LONGEST),
    prefix=st.just("p"),
    prefix_len=st.just(1),
    output_key=st.sampled_from(["", "same"]),
)
REQUESTS = st.lists(REQUEST, min_size=1, max_size=4)
MOVES = st.lists(
    st.tuples(st.sampled_from(["take", "decode", "decode", "release"]), st.integers(0, 3)),
    max_size=40,
)


class Both:
    """A pool that is told what decodes fill, and one in which each such block is entered."""

    def __init__(self, requests: Sequence[Request], *, freed_to_front: bool) -> None:
        self.requests = [replace(one, rid=f"r{number}") for number, one in enumerate(requests)]
        self.told = Cached(1, TOTAL, caching=True, freed_to_front=freed_to_front)
        self.entered = self.told.copy()
        self.running: dict[int, int] = {}  # the request of an admission
        self.admitted: list[Request] = []

    def found(self, request: Request, until: int) -> tuple[Hits, Hits]:
        """The hits of one that waits, in either pool."""
        keys = self.told.contents.keys(request, 0, until)
        told, entered = self.told.hits(keys), self.entered.hits(keys)
        assert told == entered
        return told, entered

    def take(self, which: int) -> None:
        request = self.requests[which]
        told, entered = self.found(request, request.prompt_len - 1)
        new = request.prompt_len - len(told)
        if which in self.running.values() or new + self.told.unheld(told) > self.told.free_blocks:
            return
        self.admitted.append(request)
        number, first = len(self.admitted), len(told)
        self.running[number] = which
        keys = self.told.contents.keys(request, first, request.prompt_len)
        for pool, hits in ((self.told, told), (self.entered, entered)):
            pool.take_with(number, hits, new)
            pool.enter(number, first, keys)

    def decode(self, number: int, request: Request) -> None:
        last = len(self.told.table(number))
        if last == request.most_tokens or not self.told.free_blocks:
            return
        for pool in (self.told, self.entered):
            pool.extend((number,))
        self.told.fill([number], self.admitted)
        self.entered.enter(number, last, self.told.contents.keys(request, last, last + 1))

    def check(self) -> None:
        one, other = self.told, self.entered
        assert one.free_ids() == other.free_ids()
        assert one.evicted == other.evicted
        blocks = range(1, TOTAL + 1)
        assert [*map(one.content, blocks)] == [*map(other.content, blocks)]
        assert one.layout(self.running) == other.layout(self.running)
        for number in self.running:
            assert one.freeable(number) == other.freeable(number)
            assert one.remembered(number) == other.remembered(number)
        for which, request in enumerate(self.requests):
            if which not in self.running.values():
                self.found(request, request.most_tokens)


@given(REQUESTS, MOVES, st.booleans())
def test_late_is_as_good_as_at_once(
    requests: Sequence[Request], moves: Sequence[tuple[str, int]], freed_to_front: bool
) -> None:
    both = Both(requests, freed_to_front=freed_to_front)
    for name, at in moves:
        which = at % len(requests)
        number = next((n for n, other in both.running.items() if other == which), None)
        if number is None:
            both.take(which)
        elif name == "decode":
            both.decode(number, both.requests[which])
        elif name == "release":
            del both.running[number]
            assert both.told.release(number) == both.entered.release(number)
        both.told, both.entered = both.told.copy(), both.entered.copy()
        both.check()
