"""Runs beside each other: figures, and who gains and who pays."""

import pytest
from hypothesis import given

from core import Request, Run, make_scheduler
from core.cost import Cost
from core.schedulers.driftwood import Driftwood
from core.study import Comparison, Pair, compare
from core.study.compare import Change, Fate
from tests.study.test_divergence import jobs, with_blocks
from tests.tui.runs import preemption
from tests.walk.driven import Job


def pair(first: Run, other: Run) -> Pair:
    (found,) = compare({"first": first, "other": other})
    return found


def test_who_gains_stands_apart_from_who_pays() -> None:
    """Largest cache first: A gives way to B, which finishes earlier."""
    other = Run(preemption().requests, Driftwood(3, 4, 4, victim="largest_cache"))
    found = pair(preemption(), other)
    assert found.changes == (
        Change("A", Fate("finished", 1, 3, 0), Fate("finished", 1, 5, 1)),
        Change("B", Fate("finished", 1, 5, 1), Fate("finished", 1, 4, 0)),
        Change("C", Fate("finished", 4, 5, 0), Fate("finished", 5, 6, 0)),
    )
    assert [(one.rid, one.finish, one.preemptions) for one in found.earlier] == [("B", -1, -1)]
    assert [(one.rid, one.finish, one.ttft) for one in found.later] == [("A", 2, 0), ("C", 1, 1)]
    assert found.divergence is not None
    assert found.divergence.step == 3


def test_the_most_stand_first() -> None:
    requests = [Request("long", 0, 1, 9), Request("mid", 0, 1, 5), Request("short", 0, 1, 1)]
    found = pair(Run(requests, Driftwood(1)), Run(requests, Driftwood(3)))
    assert [(one.rid, one.finish, one.ttft) for one in found.earlier] == [
        ("short", -14, -14),
        ("mid", -9, -9),
    ]
    assert found.later == ()
    back = pair(Run(requests, Driftwood(3)), Run(requests, Driftwood(1)))
    assert [one.rid for one in back.later] == ["short", "mid"]
    assert back.earlier == ()


def test_who_finishes_in_one_run_only_gains_or_pays_without_a_number() -> None:
    requests = [Request("A", 0, 9, 1), Request("B", 0, 2, 1)]
    small, large = Driftwood(2, 4, 2), Driftwood(2, 4, 4)
    found = pair(Run(requests, small), Run(requests, large))
    (a, b) = found.changes
    assert (a.finish, a.ttft, a.gains, a.pays) == (None, None, True, False)
    assert (b.finish, b.gains, b.pays) == (0, False, False)
    (a, b) = pair(Run(requests, large), Run(requests, small)).changes
    assert (a.finish, a.gains, a.pays) == (None, False, True)


def test_a_request_of_one_run_alone_neither_gains_nor_pays() -> None:
    requests = [Request("A", 0, 1, 2), Request("B", 0, 1, 2)]
    found = pair(Run(requests, Driftwood(1)), Run(requests[:1], Driftwood(1)))
    (_, b) = found.changes
    assert (b.after, b.gains, b.pays, b.finish, b.preemptions) == (None, False, False, None, 0)


def test_times_are_milliseconds_where_every_run_has_a_clock() -> None:
    good = preemption()
    timed = [Run(good.requests, good.scheduler, cost=Cost(ms)) for ms in (20.0, 30.0)]
    assert Comparison({"a": timed[0], "b": timed[1]}).unit == "ms"
    (a, *_) = pair(*timed).changes
    assert (a.before, a.after) == (Fate("finished", 20, 80, 0), Fate("finished", 30, 120, 0))
    assert (a.ttft, a.finish) == (10, 40)
    assert Comparison({"a": timed[0], "b": preemption()}).unit == "steps"
    assert pair(timed[0], preemption()).changes[0].finish == 0


def test_an_arrival_by_a_clock_has_no_time_in_steps() -> None:
    clocked = Run([Request("A", 0, 1, 2, arrival_ms=5.0)], Driftwood(1))
    stepped = Run([Request("A", 0, 1, 2)], Driftwood(1))
    (a,) = pair(clocked, stepped).changes
    assert (a.before, a.after) == (Fate("finished", None, 1, 0), Fate("finished", 1, 1, 0))


def test_several_are_held_against_the_first() -> None:
    runs = {f"{blocks} blocks": with_blocks(blocks) for blocks in (4, 5, 6)}
    found = compare(runs)
    assert [one.name for one in found] == ["5 blocks", "6 blocks"]
    comparison = Comparison(runs)
    assert comparison.totals["4 blocks"]["preemptions"] == 1
    assert comparison.totals["6 blocks"]["preemptions"] == 0


def test_one_run_is_beside_nothing() -> None:
    assert compare({"alone": preemption()}) == ()


def test_a_shorter_wait_with_the_same_end_neither_gains_nor_pays() -> None:
    change = Change("A", Fate("finished", 3, 9, 1), Fate("finished", 2, 9, 0))
    assert (change.ttft, change.preemptions, change.gains, change.pays) == (-1, -1, False, False)


@given(job=jobs())
def test_a_run_beside_itself_changes_nobody(job: Job) -> None:
    one, other = (job.run(max_steps=60) for _ in "ab")
    found = pair(one, other)
    assert found.divergence is None
    assert found.earlier == found.later == ()
    assert [change.rid for change in found.changes] == [r.rid for r in job.requests]
    for change in found.changes:
        assert change.before == change.after


@pytest.mark.parametrize("blocks", [4, 5, 9])
def test_backwards_the_differences_turn_round(blocks: int) -> None:
    there = pair(preemption(), with_blocks(blocks))
    back = pair(with_blocks(blocks), preemption())
    assert {one.rid for one in there.earlier} == {one.rid for one in back.later}
    for one, other in zip(there.changes, back.changes, strict=True):
        assert (one.finish or 0) + (other.finish or 0) == 0
        assert one.preemptions + other.preemptions == 0


def test_it_takes_whatever_a_scheduler_is() -> None:
    run = Run([Request("A", 0, 1, 1)], make_scheduler("driftwood", max_running=1))
    assert compare({"a": run, "b": run}) == (
        Pair("b", None, (Change("A", Fate("finished", 1, 0, 0), Fate("finished", 1, 0, 0)),)),
    )
