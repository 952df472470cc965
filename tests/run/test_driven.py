"""A user's own scheduler in Python: the three methods are enough, and its mistakes end the run."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from core import Request, Run, make_scheduler
from core.events import Event
from core.lifecycle import NeverFits
from core.memory import Memory, Paged
from core.replica import Replica

ASKED = [Request("A", 0, 6, 4), Request("B", 0, 4, 5), Request("C", 1, 3, 2)]


@dataclass(frozen=True)
class Alone:
    """One request at a time; it may forget who is done."""

    forgets: bool = False

    def memory(self) -> Memory:
        return Paged(4, 4)

    def never_fits(self, request: Request) -> NeverFits | None:
        return self.memory().never_fits(request)

    def step(self, replica: Replica) -> Iterator[Event]:
        yield from replica.arrive(self.never_fits)
        if askers := replica.due_to_grow():
            yield replica.grow(askers)
        if (head := replica.queue.head) and not replica.running:
            yield replica.admit_head(replica.memory.needed(head.known_tokens))
        for state in [*replica.prefilling.values()]:
            yield replica.prefill(state, state.known_tokens)
        yield replica.close_tick(replica.decoding)
        if not self.forgets:
            for number in replica.due_to_finish():
                yield replica.finish(number)


def test_the_three_methods_are_enough() -> None:
    run = Run(ASKED, Alone()).finish()
    assert (run.status, run.last_step) == ("finished", 4 + 5 + 2 - 1)
    assert [each["finish"] for each in run.results().values()] == [3, 8, 10]


def test_what_it_does_wrong_ends_the_run_with_the_place() -> None:
    run = Run(ASKED, Alone(forgets=True)).finish()
    assert run.status == "failed"
    assert "test_driven.py:" in run.reason
    assert "Alone: A has sent its last token and goes on" in run.reason


def test_what_has_not_all_three_is_refused() -> None:
    class Half:
        def step(self, replica: Replica) -> Iterator[Event]:
            yield replica.close_tick(0)

    with pytest.raises(TypeError, match=r"step\(replica\); Half has no memory, no never_fits"):
        Run(ASKED, Half())  # type: ignore[arg-type]  # that is what is tested


def test_ours_are_driven_as_they_are() -> None:
    scheduler = make_scheduler("driftwood", max_running=1)
    assert Run(ASKED, scheduler).scheduler is scheduler


def test_a_moment_says_what_it_is() -> None:
    run = Run(ASKED, make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=4))
    said = "<Moment of step 3, event 1: 1 running, 2 waiting, 2 of 4 blocks used>"
    assert repr(run.at(3, 1)) == said
    free = Run(ASKED, make_scheduler("driftwood", max_running=3))
    assert repr(free.at(0)) == "<Moment of step 0, event 7: 2 running, 0 waiting>"
