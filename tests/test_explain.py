"""Every event and every wait is told with the numbers the engine decided by."""

import random
from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest

from core import Request, Run, make_scheduler
from core.event_parts import EventKind
from core.events import (
    Admitted,
    Arrived,
    Cancelled,
    Chunk,
    Event,
    Evicted,
    Finished,
    FirstToken,
    Grew,
    Held,
    Hit,
    Preempted,
    Ran,
    Rejected,
)
from core.explain import cause_of, reason, why_waiting
from core.lifecycle import Cause, NeverFits
from core.metrics import CAUSES, totals
from core.past import OnHost


def grew(free_blocks: int, **blocks: int) -> Grew:
    """Requests by their rids took `blocks`."""
    requests = tuple(Request(rid, 0, 1, 1) for rid in blocks)
    numbers = tuple(range(1, len(requests) + 1))
    return Grew(numbers, tuple(blocks.values()), free_blocks, requests)


class OfWhom:
    """Contents whose keys are the places of their owners in a text."""

    def __init__(self, owners: str) -> None:
        self._owners = owners

    def owner(self, key: int, /) -> str:
        return self._owners[key]


def evicted(numbers: tuple[int, ...], owners: str) -> Evicted:
    """Requests took the blocks 1, 2, …, which kept what `owners` had computed, a letter each."""
    requests = [Request(f"r{number}", 0, 1, 1) for number in numbers]
    keys = tuple(range(len(owners)))
    return Evicted(numbers, tuple(at + 1 for at in keys), keys, requests, OfWhom(owners))


TOLD: list[tuple[Event, str]] = [
    (Arrived("A"), "joins the queue"),
    (
        Rejected("A", NeverFits(16, 12)),
        "needs 16 blocks, the pool has 12: it could never run, even alone",
    ),
    (grew(1, A=4), "A took block 4, 1 free after it"),
    (
        grew(0, A=4, B=5),
        "2 requests took a block each: A 4, B 5; 0 free after them",
    ),
    (
        Grew((1, 1), (4, 5), 3, (Request("A", 0, 1, 1),)),
        "A took 2 blocks for its next chunk; 3 free after them",
    ),
    (
        grew(1_000, **{f"r{n}": n for n in range(1, 17)}),
        "16 requests took a block each: r1 1, r2 2, r3 3, … 13 more; 1,000 free after them",
    ),
    (
        Preempted("B", "A", (3, 4), 6, 2),
        "B, admitted last, makes room for A: frees 2 blocks, 6 computed tokens to redo",
    ),
    (
        Preempted("B", "B", (3,), 1, 1),
        (
            "B needs a block, none is free and it was admitted last: "
            "frees 1 block, 1 computed token to redo"
        ),
    ),
    (
        Preempted("B", "B", (3,), 1, 0, needed_blocks=5, free_blocks=3),
        (
            "B needs 5 blocks, 3 free and it was admitted last: "
            "frees 1 block, 1 computed token to redo"
        ),
    ),
    (
        Preempted("C", "A", (3,), 0, 0),
        "C, admitted last, makes room for A: frees 1 block, nothing to redo",
    ),
    (
        Admitted("A", (1, 2), 6, resumed=False, free_blocks=2),
        "takes a slot, 2 blocks for 6 tokens; 2 free",
    ),
    (
        Admitted("A", (1,), 1, resumed=True, free_blocks=0),
        "takes a slot, 1 block for 1 token to recompute; 0 free",
    ),
    (Admitted("A", (), 6, resumed=False, free_blocks=0), "takes a slot for 6 tokens"),
    (
        Admitted("A", (1,), 6, resumed=False, free_blocks=2, begins=True),
        "takes a slot, 1 block for the first chunk of 6 tokens; 2 free",
    ),
    (
        Hit("A", (3, 4), 8, 10),
        "8 of its 10 tokens are there: shares 2 blocks, 2 left to compute",
    ),
    (Held("A", "blocks", 1, 2, 1), "needs 2 blocks, 1 free"),
    (Held("A", "slots", 3, 2, 1), "3 of 3 slots taken"),
    (Held("A", "slots", 1, 2, 1), "1 of 1 slot taken"),
    (Held("A", "budget", 1, 2, 1), "the token budget of this step is used up"),
    (Held("A", "turn", 1, 2, 1), "somebody stands before it"),
    (
        Held("A", "blocks", 1, 2, 3, why="would leave 1 free, the watermark is 4"),
        "would leave 1 free, the watermark is 4",
    ),
    (Chunk("A", 16, 32, 60), "16 tokens, 32 of 60 done"),
    (Chunk("A", 28, 60, 60), "28 tokens, all 60 rebuilt, sends its next token"),
    (FirstToken("A", 6), "prompt done with 6 tokens, sends its first token"),
    (Ran(2, 10, 1), "2 requests ran: 10 tokens processed, 1 sent"),
    (Ran(1, 1, 1), "1 request ran: 1 token processed, 1 sent"),
    (Finished("A", (1, 2)), "sent its last token, gives back 2 blocks"),
    (Finished("A", ()), "sent its last token"),
    (Finished("A", (), 0), "sent its last token; keeps its slot until the batch is done"),
    (Finished("A", (), 3), "sent its last token; the batch is done: 3 slots given back"),
    (evicted((1,), "B"), "takes block 1, which kept what B had computed"),
    (
        replace(evicted((1,), "B"), blocks=(2168,)),
        "takes block 2168, which kept what B had computed",
    ),
    (evicted((1, 1), "BB"), "takes 2 blocks, which kept what B had computed"),
    (evicted((1, 1, 1), "BCB"), "takes 3 blocks, which kept what B (2), C (1) had computed"),
    (
        evicted((1, 2, 3, 3, 3), "BCDEF"),
        "3 requests take 5 blocks, which kept what B (1), C (1), D (1), 2 more had computed",
    ),
    (Cancelled("A", (1, 2), 3), "its client left, after 3 tokens, gives back 2 blocks"),
    (Cancelled("A", (), 0), "its client left, after 0 tokens"),
    (
        Preempted("C", "A", (3,), 9, 0, discarded=4),
        (
            "C, admitted last, makes room for A: "
            "frees 1 block, 9 computed tokens to redo; throws away 4 sent tokens"
        ),
    ),
    (
        Preempted("C", "A", (3, 4), 0, 4, swapped=OnHost(7, 2, 1.5)),
        (
            "C, admitted last, makes room for A: "
            "frees 2 blocks, 7 computed tokens swapped out (2 blocks, 3 ms), nothing to redo"
        ),
    ),
    (
        Admitted("A", (1, 2), 8, resumed=True, free_blocks=0, swapped=OnHost(7, 2, 1.5)),
        "takes a slot, 2 blocks for 8 tokens, 7 of them swapped in (2 blocks, 3 ms); 0 free",
    ),
    (Ran(3, 10, 1, 2), "3 requests ran: 10 tokens processed, 1 sent, 2 that decode stood still"),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told(event: Event, sentence: str) -> None:
    assert reason(event) == sentence


def test_every_kind_of_event_is_told() -> None:
    assert {event.kind for event, _ in TOLD} == set(get_args(EventKind))


@pytest.fixture
def preemption() -> Run:
    """The brief's second example: in step 3 B makes room for A."""
    scheduler = make_scheduler("driftwood", max_running=3, block_size=4, num_blocks=4)
    return Run([Request("A", 0, 6, 4), Request("B", 0, 4, 5), Request("C", 1, 3, 2)], scheduler)


@pytest.mark.parametrize(
    ("step", "event", "told"),
    [
        (0, 1, ["not considered yet in this step"]),
        (1, 1, ["not considered yet in this step"]),
        (1, 3, ["needs 1 block, 0 free"]),
        (2, 0, ["not considered yet in this step; last time held by blocks"]),
        (2, 1, ["needs 1 block, 0 free"]),
        (3, 1, ["not considered yet in this step", "turn: behind B"]),
        (3, 3, ["needs 2 blocks, 1 free", "turn: behind B"]),
        (3, 5, ["needs 2 blocks, 1 free, now 4", "turn: behind B"]),
        (4, 0, ["not considered yet in this step; last time held by blocks", "turn: behind B"]),
    ],
)
def test_a_wait_is_told(preemption: Run, step: int, event: int, told: list[str]) -> None:
    moment = preemption.at(step, event)
    assert [why_waiting(moment, at) for at in range(len(moment.waiting))] == told


def test_slots_are_told() -> None:
    run = Run(
        [Request("A", 0, 1, 2), Request("B", 0, 1, 1)], make_scheduler("driftwood", max_running=1)
    )
    assert why_waiting(run.at(0), 0) == "1 of 1 slot taken"
    assert why_waiting(run.at(1), 0) == "1 of 1 slot taken, now 0"


def test_nobody_waits_there(preemption: Run) -> None:
    with pytest.raises(IndexError):
        why_waiting(preemption.at(0), 0)
    with pytest.raises(IndexError):
        cause_of(preemption.at(0), 0)


def causes_seen(run: Run) -> Counter[Cause]:
    """Steps waited by cause, as the moments tell it."""
    moments = (run.at(step) for step in run.series.step)
    seen = (cause_of(moment, at) for moment in moments for at in range(len(moment.waiting)))
    return Counter(cause for cause in seen if cause is not None)


@pytest.mark.parametrize("seed", range(40))
def test_the_causes_of_the_moments_add_up_to_what_was_waited(seed: int) -> None:
    chance = random.Random(seed)
    sizes = [(chance.randint(1, 12), chance.randint(1, 9)) for _ in range(12)]
    requests = [Request(f"r{n}", chance.randint(0, 9), *size) for n, size in enumerate(sizes)]
    knobs = {
        "max_running": chance.randint(1, 4),
        "block_size": 2,
        "num_blocks": chance.randint(6, 14),
    }
    run = Run(requests, make_scheduler("driftwood", token_budget=5, **knobs)).finish()
    figures = totals(run)
    assert causes_seen(run) == Counter({cause: figures[f"waited_{cause}"] for cause in CAUSES})
