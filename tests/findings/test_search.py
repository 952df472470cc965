"""The search: silent on the right rules, the same in slices, and it says what it left out."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from core import Request, Run
from core.events import Event
from core.findings import KINDS, Search, blocks, find
from core.findings.overtaking import Overtaking
from core.findings.smallest import Smallest
from core.override import override
from core.replica import Replica
from core.schedulers.driftwood import Driftwood
from tests.findings.runs import kinds, right_runs, run_of
from tests.findings.test_errors import circling

MAY = {"thrash", "starvation", "head_blocked"}
"""What the right rules may do; all other kinds are errors of an engine."""


@pytest.mark.parametrize("seed", range(30))
def test_the_right_rules_are_found_to_do_no_wrong(seed: int) -> None:
    assert [
        found for run in right_runs(seed, 120) for found in find(run) if found.kind not in MAY
    ] == []


def test_they_are_found_in_what_they_may_do() -> None:
    assert {kind for run in right_runs(1, 300) for kind in kinds(run)} >= {"thrash", "head_blocked"}


@pytest.mark.parametrize("slice_steps", [1, 3, 1000])
def test_slices_find_the_same(slice_steps: int) -> None:
    for run in [circling(), *right_runs(7, 40)]:
        search = Search(run)
        while not search.done:
            search.advance(slice_steps)
        assert search.findings == find(run)
        assert search.looked == search.steps == len(run.series)


def test_the_gravest_come_first() -> None:
    order = [KINDS.index(found.kind) for found in find(circling())]
    assert order == sorted(order)


def test_how_it_ended_is_known_before_the_walk() -> None:
    search = Search(circling())
    assert [found.kind for found in search.findings] == ["cycle"]
    assert list(search.skipped()) == [f"only the first 0 of {search.steps} steps were looked at"]


def test_a_run_that_has_not_ended_or_begun() -> None:
    run = Run([Request("A", 0, 1, 9)], Driftwood(1))
    assert find(run) == ()
    assert find(run.advance(3)) == ()
    assert find(Run([], Driftwood(1))) == ()


def test_what_is_compared_now_and_then_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(Driftwood(8, 4, 400), *((f"r{n}", 0, 40, 60) for n in range(8)))
    search = Search(run)
    search.advance(search.steps)
    assert list(search.skipped()) == []
    monkeypatch.setattr(blocks, "AFFORDABLE", 0)
    search = Search(run)
    search.advance(search.steps)
    (said,) = search.skipped()
    assert said == "which block is whose was compared after 8 of 60 steps, to save time"


def test_a_finding_cannot_be_changed() -> None:
    found = find(circling())[0]
    with pytest.raises(AttributeError):
        setattr(found, "kind", "stall")  # noqa: B010 - mypy refuses the plain way
    with pytest.raises(TypeError):
        found.numbers["period"] = 3  # type: ignore[index]  # that is the point


@dataclass(frozen=True, slots=True)
class Raises(Driftwood):
    """Fails in step 3, after the head was admitted."""

    @override
    def run(self, replica: Replica) -> Iterator[Event]:
        if replica.clock.step == 3:
            raise RuntimeError("no more")
        yield from Driftwood.run(self, replica)


def test_the_step_that_failed_is_left_out() -> None:
    run = run_of(Raises(2, 4, 9), ("A", 0, 4, 9), ("B", 3, 4, 9))
    search = Search(run)
    search.advance(99)
    assert (run.status, search.steps, search.findings) == ("failed", 3, ())


@pytest.mark.parametrize("seed", range(20))
def test_overtaking_is_counted(seed: int) -> None:
    chance = Random(seed)
    order, admitted, waiting = Overtaking(50), list[int](), list[int]()
    for rank in range(50):
        order.arrive(f"{rank}")
        waiting.append(rank)
        while waiting and chance.random() < 0.5:
            one = waiting.pop(chance.randrange(len(waiting)) if chance.random() < 0.5 else 0)
            assert order.admit(f"{one}") == sum(other > one for other in admitted)
            admitted.append(one)
    assert all(order.count(f"{one}") == sum(o > one for o in admitted) for one in waiting)


@pytest.mark.parametrize("seed", range(20))
def test_the_smallest_is_known(seed: int) -> None:
    chance, known, smallest = Random(seed), dict[str, int](), Smallest()
    for _ in range(400):
        rid = f"r{chance.randrange(9)}"
        if rid in known:
            del known[rid]
            smallest.remove(rid)
        else:
            known[rid] = chance.randint(1, 30)
            smallest.add(rid, known[rid])
        but = f"r{chance.randrange(9)}"
        others = [tokens for other, tokens in known.items() if other != but]
        found = smallest.smallest(but)
        assert (found and found[1]) == min(others, default=None)
