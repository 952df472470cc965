"""Any moment of a run, however it is reached, equals what a run from the start had there."""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from core import Request, Run
from core.moment import Moment
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import RandomDraw
from tests.walk.book import Book
from tests.walk.driven import Job
from tests.walk.dump import Dump, differences, dump
from tests.walk.jobs import random_jobs
from tests.walk.moves import Walker
from tests.walk.progress import draw_any

MOST_KEPT = 4


@dataclass(frozen=True)
class DataDraw:
    """Choices from within a test."""

    data: st.DataObject

    def number(self, low: int, high: int) -> int:
        return self.data.draw(st.integers(low, high))


class Walk(RuleBasedStateMachine):
    """A cursor on a run that is executed as far as the walk needed it, or a little further."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.book = Book(draw_any(DataDraw(data)))
        self.run = self.book.job.run()
        self.walker = Walker(self.book, self.run)
        self.kept: list[tuple[Moment, Dump]] = []

    @rule(steps=st.integers(-5, 5), whole=st.booleans())
    def by_steps(self, steps: int, whole: bool) -> None:
        self.walker.go_to(self.walker.step + steps, None if whole else 0)

    @rule()
    def next_event(self) -> None:
        self.walker.next_event()

    @rule()
    def previous_event(self) -> None:
        self.walker.previous_event()

    @rule(data=st.data())
    def jump(self, data: st.DataObject) -> None:
        self.walker.jump(DataDraw(data))

    @rule(data=st.data())
    def any_step(self, data: st.DataObject) -> None:
        self.walker.go_to_gap(DataDraw(data))

    @rule()
    def start(self) -> None:
        self.walker.go_to(0, 0)

    @rule()
    def end(self) -> None:
        self.walker.go_to(self.book.last_step, None)

    @rule(steps=st.integers(1, 10))
    def execute(self, steps: int) -> None:
        """The run goes on, the cursor stays."""
        self.run.advance(steps)
        self.walker.look(self.walker.event)

    @precondition(lambda self: len(self.kept) < MOST_KEPT)
    @rule()
    def keep(self) -> None:
        """Keep a moment, without looking at it."""
        step, event = self.walker.step, self.walker.event
        self.kept.append((self.run.at(step, event), self.book.moment(step, event)))

    @rule()
    def look_at_the_kept(self) -> None:
        """Whatever happened since, they are as they were."""
        for moment, expected in self.kept:
            assert differences(dump(moment, self.book.named), expected) == {}
        self.kept = []


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=100, stateful_step_count=30)


@pytest.mark.parametrize("seed", [41, 42])
def test_a_random_walk_sees_what_a_run_from_the_start_saw(seed: int) -> None:
    draw = RandomDraw(Random(seed))
    for job in random_jobs(seed, 100):
        walker = Walker(Book(job), job.run())
        for _ in range(25):
            walker.move(draw)


def test_a_fresh_run_shows_any_moment_at_once() -> None:
    """Every moment of some jobs, each asked of a run that has executed nothing."""
    for job in random_jobs(43, 12):
        book = Book(job)
        for step in book.steps:
            for event in range(book.events_in(step) + 1):
                book.compare(job.run(), step, event)


def test_two_runs_agree_whatever_the_way() -> None:
    """A run walked backwards, event by event, against a fresh one asked once for each moment."""
    for job in random_jobs(44, 12):
        book, run = Book(job), job.run()
        for step in reversed(range(book.last_step + 1)):
            for event in reversed(range(book.events_in(step) + 1)):
                mine, other = run.at(step, event), job.run().at(step, event)
                assert differences(dump(mine, book.named), dump(other, book.named)) == {}


def test_all_events_is_the_last_of_them() -> None:
    for job in random_jobs(45, 20):
        run = job.run().finish()
        for step in run.series.step:
            whole = run.at(step)
            assert dump(whole, job.requests) == dump(run.at(step, whole.event), job.requests)


def test_a_replay_tells_every_step_again() -> None:
    """From any step on, and of a run that goes on as far as it has got."""
    for job in random_jobs(47, 20):
        book, run = Book(job), job.run()
        run.advance(len(book.steps) // 2)
        replayed(book, run, 0)
        run.finish()
        for first in (0, book.last_step // 2, book.last_step, book.last_step + 1):
            replayed(book, run, first)


def replayed(book: Book, run: Run, first: int) -> None:
    """Compare what is replayed from step `first` on with the book."""
    expected = [step for step in run.series.step if step >= first]
    for step, (replica, happened) in zip(expected, run.replay(first), strict=True):
        seen = dump(Moment(replica, step, happened), book.named)
        assert differences(seen, book.moment(step, None)) == {}


GAPPED = (
    Request("A", 3, 3, 2),
    Request("B", 9, 2, 2),
    Request("C", 9, 9, 9),
    Request("D", 20, 1, 1),
)


def test_a_jumped_step_shows_what_the_last_executed_one_left() -> None:
    """A runs in the steps 3 and 4, B from 9 on, C could never fit, D comes alone."""
    run = Run(GAPPED, Driftwood(2, 2, 4))
    for step in (0, 1, 2):
        assert seen(run.at(step)) == ([], [], (1, 2, 3, 4), 0)
    for step in range(5, 9):
        assert seen(run.at(step)) == ([], [], (2, 1, 3, 4), 1)
        assert run.at(step).find("B") is None
    for step in range(11, 20):
        assert (run.at(step).finished, run.at(step).rejected) == (2, 1)


def seen(moment: Moment) -> tuple[list[str], list[str], tuple[int, ...], int]:
    """Of a moment without events: who waits, who runs, what is free, how many have finished."""
    assert (moment.events, moment.event) == ((), 0)
    waiting = [row.rid for row in moment.waiting]
    return waiting, [row.rid for row in moment.running], tuple(moment.free), moment.finished


def test_a_walk_on_gaps() -> None:
    draw = RandomDraw(Random(46))
    walker = Walker(Book(Job(GAPPED, Driftwood(2, 2, 4))), Run(GAPPED, Driftwood(2, 2, 4)))
    for _ in range(100):
        walker.move(draw)
