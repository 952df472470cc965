"""Contiguous memory: a piece for each, the first that is large enough, and one hole again."""

import pytest

from core.events import Held
from core.lifecycle import NeverFits
from core.memory import Contiguous, MemoryModel
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import blocks, events_of, outcomes, run_of


def on(tokens: int, reserved: int | None = None, slots: int = 3) -> Driftwood:
    model = MemoryModel("contiguous", tokens=tokens, reserved_tokens=reserved)
    return Driftwood(slots, memory=model)


def test_each_reserves_its_own_peak() -> None:
    """Prompt and output less one token, whose own entry is never stored."""
    run = run_of(on(24), A=(0, 8, 1), B=(0, 5, 4))
    assert {rid: len(piece) for rid, piece in blocks(run.at(0, 4)).items()} == {"A": 8, "B": 8}


def test_or_as_many_tokens_as_the_model_says() -> None:
    run = run_of(on(24, 12), A=(0, 8, 1), B=(0, 5, 4))
    assert blocks(run.at(0, 4)) == {"A": (*range(1, 13),), "B": (*range(13, 25),)}


def test_a_piece_never_grows() -> None:
    run = run_of(on(24, 12), B=(0, 5, 8)).finish()
    assert {len(blocks(run.at(step, 0)).get("B", ())) for step in range(1, 8)} == {12}
    assert not [event for step in range(8) for event in events_of(run, step, "grew", "preempted")]


def test_the_first_hole_that_is_large_enough_is_taken() -> None:
    """A leaves a hole of 4 and C one of 8 behind B: D of 6 takes the second, E of 3 the first."""
    lengths = {"A": (0, 4, 1), "B": (0, 4, 9), "C": (0, 8, 1), "D": (1, 6, 1), "E": (1, 3, 1)}
    run = run_of(on(24, slots=5), **lengths)
    held = blocks(run.at(1, 4))
    assert held["B"] == (*range(5, 17),)
    assert held["D"][0] > held["B"][-1]
    assert held["E"] == (1, 2, 3)


def test_no_hole_large_enough_holds_the_head_for_blocks() -> None:
    """Lesson 42: 16 tokens are free, in two holes of 8 around B."""
    lengths = {"A": (0, 8, 1), "B": (0, 5, 4), "C": (0, 8, 1), "D": (1, 16, 1)}
    run = run_of(on(24), **lengths)
    assert events_of(run, 1, "held") == [Held("D", "blocks", 1, 16, 16, 8)]
    assert run.at(2).held == Held("D", "blocks", 1, 16, 16, 8)
    assert outcomes(run)["D"] == (4, 4, 0)
    paged = Driftwood(3, 4, 6)
    assert outcomes(run_of(paged, **lengths))["D"] == (1, 1, 0)


def test_the_numbers_of_a_hold_are_those_of_its_time() -> None:
    """C leaves in the step in which D is held; its piece was not free when D was looked at."""
    lengths = {"A": (0, 8, 1), "B": (0, 5, 4), "C": (0, 7, 2), "D": (1, 16, 1)}
    run = run_of(on(24), **lengths)
    assert run.at(1).held == Held("D", "blocks", 2, 16, 8, 8)
    assert run.at(2).held == Held("D", "blocks", 1, 16, 16, 8)


def test_what_is_freed_becomes_one_hole_with_its_neighbours() -> None:
    memory = Contiguous(30)
    for number in (1, 2, 3):
        memory.take(number, 10)
    for number, largest in ((1, 10), (3, 10), (2, 30)):
        memory.release(number)
        assert memory.largest_piece == largest
    assert memory.take(4, 30) == range(1, 31)
    assert memory.largest_piece == 0
    assert memory.free_ids() == ()


@pytest.mark.parametrize(
    ("tokens", "reserved", "why"),
    [
        (24, 10, "needs 11 tokens at its peak, 10 are reserved for each"),
        (10, None, "reserves 11 tokens in one piece, the memory has 10"),
        (20, 21, "reserves 21 tokens in one piece, the memory has 20"),
        (11, 11, None),
    ],
)
def test_who_never_fits_is_rejected(tokens: int, reserved: int | None, why: str | None) -> None:
    run = run_of(on(tokens, reserved), A=(0, 8, 4)).finish()
    never = run.scheduler.never_fits(run.requests[0])
    assert (None if never is None else str(never)) == why
    assert run.results()["A"]["state"] == ("rejected" if why else "finished")
    assert never is None or isinstance(never, NeverFits)


def test_slots_come_before_pieces() -> None:
    run = run_of(on(24, slots=1), A=(0, 8, 4), D=(1, 24, 1))
    assert events_of(run, 1, "held") == [Held("D", "slots", 1, 24, 13, 13)]
