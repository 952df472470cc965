"""Checkpoints: thinned out in a long run, close around the cursor, sharing nothing that changes."""

# ruff: noqa: SLF001 - what copies share by mistake, and what they weigh, is private to the parts

from collections.abc import Iterator
from random import Random

import pytest

from core import Request, Run, checkpoints
from core.memory.paged import Paged
from core.replica import Replica
from core.replica.queue import Queue
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import RandomDraw
from tests.walk.book import Book
from tests.walk.dump import differences, dump
from tests.walk.jobs import long_job, steady_job
from tests.walk.moves import Walker, checkpoints_of


@pytest.fixture
def sparse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little room for checkpoints, so that a run of a thousand steps thins them often."""
    small = {"SPACING": 2, "MOST_WEIGHT": 6_000, "NEAR_SPACING": 3, "NEAR_STEPS": 12}
    for name, value in {**small, "NEAR_COUNT": 3}.items():
        monkeypatch.setattr(checkpoints, name, value)


@pytest.mark.usefixtures("sparse")
@pytest.mark.parametrize("seed", [51, 52])
def test_a_walk_on_a_long_run_with_few_checkpoints(seed: int) -> None:
    job, draw = long_job(seed, 110), RandomDraw(Random(seed))
    book, run = Book(job), job.run()
    walker = Walker(book, run)
    for _ in range(400):
        walker.move(draw)
    assert checkpoints_of(run).spacing >= 32
    assert len(checkpoints_of(run)) <= 6_000 // 200 + 3 + 1


@pytest.mark.usefixtures("sparse")
def test_backwards_through_a_long_run_with_few_checkpoints() -> None:
    job = long_job(53, 60)
    book, run = Book(job), job.run()
    for step in reversed(book.steps):
        book.compare(run, step, book.events_in(step) // 2)


@pytest.mark.usefixtures("sparse")
def test_what_is_kept_does_not_change_while_the_run_goes_on() -> None:
    """Moments are taken all along an unfinished run, and looked at when it has ended."""
    job = long_job(54, 60)
    book, run = Book(job), job.run()
    kept = []
    for step in book.steps[::3]:
        event = book.events_in(step) // 2
        kept.append((run.at(step, event), book.moment(step, event)))
        run.advance(2)
    run.finish()
    assert list(run.records())
    for moment, expected in kept:
        assert differences(dump(moment, book.named), expected) == {}


def changeable(replica: Replica) -> Iterator[object]:
    """Everything in a replica that changes as it runs."""
    yield from (replica.clock, replica.queue, replica.running, replica.prefilling, replica.ended)
    rota, calendar = replica._grow_at, replica._finish_at
    yield from (rota, rota.lines, *rota.lines.values())
    yield from (calendar, calendar.due, *calendar.due.values())
    assert isinstance(replica.queue, Queue)
    yield from (replica.queue._front, replica.queue._arrived)
    if isinstance(replica.memory, Paged):
        yield from (replica.memory, replica.memory._freed)
        yield from map(replica.memory.table, replica.running)


def test_checkpoints_share_nothing_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "SPACING", 8)
    job = long_job(55, 40)
    run = job.run().advance(200)
    run.at(150)
    kept = checkpoints_of(run)
    assert kept._last is not None
    replicas = [*kept._replicas.values(), *kept._near.values(), kept._last[1], run._replica]
    assert len(replicas) > 25
    owned = [[id(thing) for thing in changeable(replica)] for replica in replicas]
    assert len({thing for things in owned for thing in things}) == sum(map(len, owned))


def held_by(replica: Replica) -> int:
    """References that a copy of `replica` holds for itself."""
    memory = replica.memory
    assert isinstance(memory, Paged)
    tables = sum(len(memory.table(number)) for number in replica.running)
    return tables + len(memory._freed) + len(replica.running) + len(replica.queue)


def most_held(run: Run) -> int:
    """References that the checkpoints of `run` hold, at the most, from now to its end."""
    most = 0
    while run.status == "running":
        run.advance(10_000)
        most = max(most, sum(map(held_by, checkpoints_of(run)._replicas.values())))
    return most


def test_a_run_of_100_000_steps_keeps_bounded_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "MOST_WEIGHT", 30_000)
    run = steady_job(100_000).run(max_steps=200_000)
    assert most_held(run) <= 30_000
    assert run.last_step >= 100_000
    assert len(checkpoints_of(run)) <= 30_000 // 200


def test_blocks_that_were_used_once_weigh_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """One request takes 5,000 blocks and gives them back; every copy lists them from then on."""
    monkeypatch.setattr(checkpoints, "MOST_WEIGHT", 30_000)
    small = [Request(f"r{number}", 1 + 50 * number, 1, 50) for number in range(400)]
    run = Run([Request("large", 0, 5_000, 1), *small], Driftwood(1, 1, 10_000))
    assert most_held(run) <= 30_000


def test_any_moment_of_a_long_run_is_a_short_replay_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Executed steps per look, near the cursor: the spacing of those around it at most."""
    run = steady_job(20_000).run(max_steps=200_000).finish()
    executed = counted(monkeypatch)
    run.at(10_203)
    assert len(executed) <= checkpoints.SPACING
    for back in range(1, 200):
        executed.clear()
        run.at(10_203 - back)
        assert len(executed) <= checkpoints.NEAR_SPACING + 1


def test_the_next_step_is_two_steps_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was looked at before, and itself; its events are one step away."""
    run = steady_job(2_000).run(max_steps=20_000).finish()
    executed = counted(monkeypatch)
    run.at(1_203)
    for step in range(1_204, 1_300):
        executed.clear()
        most = run.at(step).event
        assert len(executed) == 2
        for event in range(most):
            executed.clear()
            run.at(step, event)
            assert len(executed) == 1


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of each step that is executed from now on."""
    executed: list[int] = []
    step = Driftwood.step

    def noted(self: Driftwood, replica: Replica) -> object:
        executed.append(replica.clock.step)
        return step(self, replica)

    monkeypatch.setattr(Driftwood, "step", noted)
    return executed
