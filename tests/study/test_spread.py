"""Jobs over a crew, whoever dies on the way."""

from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.override import override
from core.study.spread import Done, spread


class Fragile:
    """A crew in which some jobs kill everybody, so many times each."""

    def __init__(self, room: int, deadly: dict[int, int]) -> None:
        self.room = room
        self.deadly = dict(deadly)
        self.broken = False
        self.flying: list[tuple[int, Future[int]]] = []
        self.most = 0

    def submit(self, job: int, /) -> Future[int]:
        if self.broken:
            raise BrokenProcessPool("it is broken")
        future: Future[int] = Future()
        self.flying.append((job, future))
        self.most = max(self.most, len(self.flying))
        if len(self.flying) == self.room or not self.more:
            self.work()
        return future

    more = False

    def work(self) -> None:
        """All under way end, or all break."""
        flying, self.flying = self.flying, []
        killers = [job for job, _ in flying if self.deadly.get(job)]
        for killer in killers[:1]:
            self.deadly[killer] -= 1
            self.broken, self.more = True, False
        for job, future in flying:
            if killers:
                future.set_exception(BrokenProcessPool("somebody died"))
            else:
                future.set_result(job * job)

    def mend(self) -> None:
        self.broken = False


def going() -> bool:
    return True


def everything(jobs: range, crew: Fragile) -> dict[int, Done[int, int]]:
    return {one.job: one for landed in spread(jobs, crew, going) for one in landed}


@given(
    st.integers(0, 12), st.integers(1, 4), st.dictionaries(st.integers(0, 11), st.integers(1, 3))
)
def test_only_who_kills_is_lost(count: int, room: int, deadly: dict[int, int]) -> None:
    found = everything(range(count), Fragile(room, deadly))
    assert set(found) == set(range(count))
    for job, done in found.items():
        assert done.made == (None if done.why else job * job)
        assert not done.why or job in deadly


def test_an_innocent_one_is_not_lost_beside_a_killer() -> None:
    crew = Fragile(2, {0: 99})
    crew.more = True
    found = everything(range(2), crew)
    assert (found[0].made, found[1].made) == (None, 1)
    assert (
        found[0].why
        == "its worker died, also with nothing else under way: BrokenProcessPool: somebody died"
    )


def test_no_more_are_under_way_than_there_is_room_for() -> None:
    def jobs() -> Iterator[int]:
        for job in range(50):
            asked.append(job)
            yield job

    asked: list[int] = []
    crew = Fragile(4, {})
    for landed in spread(jobs(), crew, going):
        assert len(asked) <= 50
        assert len(landed) <= 4
    assert crew.most <= 4


def test_it_ends_when_it_shall_go_on_no_more() -> None:
    ended = iter([True, True, False])
    landed = list(spread(range(50), Fragile(1, {}), lambda: next(ended)))
    assert [one.job for some in landed for one in some] == [0, 1]


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError("gone"), "OSError: gone"),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_any_other_error_is_that_jobs(error: Exception, why: str) -> None:
    class Failing(Fragile):
        @override
        def work(self) -> None:
            for _, future in self.flying:
                future.set_exception(error)
            self.flying = []

    found = everything(range(3), Failing(1, {}))
    assert [done.why for done in found.values()] == [why] * 3


def test_what_was_cancelled_is_tried_again() -> None:
    class Forgetful(Fragile):
        forgot = False

        @override
        def work(self) -> None:
            if self.forgot:
                super().work()
                return
            self.forgot = True
            for _, future in self.flying:
                future.cancel()
                future.set_running_or_notify_cancel()
            self.flying = []

    found = everything(range(3), Forgetful(1, {}))
    assert [done.made for done in found.values()] == [0, 1, 4]
    assert issubclass(CancelledError, Exception)
