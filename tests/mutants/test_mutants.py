"""Faulty rules of every kind, each of which the checks of the engine must find.

A mutant that no check finds is a rule that no test guards. The names beside each are the checks
that find it, all of them; which ones do not is as telling: a walk sees only what going back shows,
the naive engine knows no block ids, and the invariants say nothing about who of two goes first.
"""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from core.replica import Replica
from core.replica.arrivals import Arrivals
from core.replica.calendar import Calendar
from core.replica.queue import Queue
from core.replica.rota import Rota
from core.schedulers.driftwood import Driftwood
from tests.mutants import admissions, memories, moves, orders, replicas, times
from tests.mutants.harness import CHECKS, caught
from tests.mutants.memories import on
from tests.mutants.replicas import with_calendars, with_queue, with_rota
from tests.walk.driven import Parts

SCHEDULERS: Mapping[type[Driftwood], str] = {
    orders.OldestIsVictim: "naive invariants",
    orders.NeverItsOwnVictim: "naive invariants",
    orders.SparesPrefilling: "naive invariants",
    orders.Moody: "naive invariants walk",
    orders.YoungestGrowsFirst: "naive",
    orders.GrowsPartly: "naive invariants",
    orders.MakesRoomFirst: "naive told",
    admissions.SkipsAhead: "invariants told",
    admissions.OneSlotTooMany: "naive invariants",
    admissions.OneAStep: "naive invariants told",
    admissions.NeedsOnlyThePrompt: "naive invariants told",
    admissions.KeepsOneBlockFree: "naive invariants",
    orders.OneTokenTooMany: "naive invariants",
    orders.PromptsFirst: "naive invariants",
    orders.LatestPromptFirst: "naive told",
    orders.OnePromptAStep: "naive",
    orders.AdmitsBeforeGrowing: "naive invariants told",
    orders.FinishesLate: "naive invariants told",
    on(memories.CountsTheLastToken): "naive invariants told",
    on(memories.TakesTheOldest): "told",
    on(memories.FreesFrontFirst): "told",
    on(memories.LeavesItFree): "naive invariants told",
    on(memories.TellsOthers): "told",
    on(memories.SharesTables): "naive walk",
    on(memories.SharesTheFree): "walk",
}

REPLICAS: Mapping[type[Replica], str] = {
    with_queue(replicas.BackOfTheQueue): "naive invariants told",
    with_queue(replicas.BehindThePreempted): "naive invariants told",
    with_queue(replicas.BlamesSlots): "naive told",
    with_queue(replicas.ForgetsTheDisplaced): "naive told",
    with_queue(replicas.SharesTheLine): "naive walk",
    with_calendars(replicas.StaysDue): "naive invariants told walk",
    with_calendars(replicas.SharesEntries): "naive walk",
    with_rota(replicas.StaysInLine): "naive invariants told",
    with_rota(replicas.SharesLines): "naive walk",
    moves.GrowsLate: "naive invariants",
    moves.GrowsEarly: "naive invariants",
    moves.ForgetsSentTokens: "naive told",
    moves.LeaksAtFinish: "naive invariants told walk",
    moves.LeaksAtPreemption: "naive invariants told walk",
    moves.FreesTwice: "naive invariants told",
    moves.ArrivesLate: "naive invariants",
    moves.RejectsNobody: "naive invariants told walk",
    moves.TellsEveryHold: "told",
    moves.TellsHoldsOnce: "told",
    moves.LosesNothing: "naive told",
    moves.CountsBlocksLate: "naive",
    moves.WaitsSinceBefore: "naive told",
    moves.SharesRunning: "naive walk",
    moves.SharesEnded: "walk",
    moves.SharesAdmissions: "walk",
    moves.SharesTheClock: "naive walk",
    times.KeepsTheFinished: "invariants times",
    times.KeepsTheLost: "invariants times",
    times.RebuildsForNothing: "invariants times",
    times.ForgetsTheGap: "times",
    times.SharesTheGaps: "times",
}

ARRIVALS: Mapping[type[Arrivals], str] = {replicas.NumberedRids: "naive"}

MUTANTS = [
    *((Parts(scheduler=kind), kind.__name__, by) for kind, by in SCHEDULERS.items()),
    *((Parts(replica=kind), kind.__name__, by) for kind, by in REPLICAS.items()),
    *((Parts(arrivals=kind), kind.__name__, by) for kind, by in ARRIVALS.items()),
]


@pytest.mark.parametrize(
    ("parts", "check"),
    [
        pytest.param(parts, check, id=f"{name}-{check}")
        for parts, name, by in MUTANTS
        for check in by.split()
    ],
)
def test_a_mutant_is_caught(parts: Parts, check: str) -> None:
    assert caught(check, parts) is not None


@pytest.mark.parametrize("check", CHECKS)
def test_the_engine_itself_is_not(check: str) -> None:
    assert caught(check, Parts()) is None


class Sound(replicas.FaultyReplica):
    """Every part that mutants are derived from, none of them changed."""

    queues: ClassVar[type[Queue]] = replicas.FaultyQueue
    calendars: ClassVar[type[Calendar]] = replicas.FaultyCalendar
    rotas: ClassVar[type[Rota]] = replicas.FaultyRota


class SoundPage(orders.Page, on(memories.FaultyPool)):  # type: ignore[misc]  # a class made by a call
    """The scheduler that mutants are derived from, on their pool."""


@pytest.mark.parametrize("check", CHECKS)
def test_what_mutants_are_made_of_is_sound(check: str) -> None:
    assert caught(check, Parts(scheduler=SoundPage, replica=Sound)) is None
