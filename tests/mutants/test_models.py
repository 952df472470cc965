"""Faulty memory models, each of which the checks on random workloads must find."""

from collections.abc import Callable, Iterator, Mapping

import pytest

from core.replica import Replica
from core.schedulers.driftwood import Driftwood
from tests.memory.jobs import piece_jobs, sharing_jobs
from tests.mutants import pieces, shared
from tests.mutants.harness import installed, walk
from tests.mutants.moves import ComputesWhatIsThere, KeepsNoCountOfHits
from tests.walk.driven import Job, Parts, check_invariants, check_told

CASES = 60

SHARED: Mapping[type[Driftwood], str] = {
    shared.with_shared(shared.FreesWithTheFirst): "invariants told",
    shared.with_shared(shared.FreesNever): "invariants told",
    shared.with_shared(shared.NeedsTheWhole): "invariants told",
    shared.with_shared(shared.CountsHitsAsFree): "invariants told",
    shared.with_shared(shared.SharesWhatIsNotProcessed): "told",
    shared.with_shared(shared.SharesTheLastToken): "invariants told",
    shared.with_shared(shared.SharesPartOfABlock): "told",
    shared.with_shared(shared.SharesAnyPrefix): "told",
    shared.with_shared(shared.SharesTheNewest): "told",
    shared.with_shared(shared.SharesTheCounts): "walk",
}
PIECES: Mapping[type[Driftwood], str] = {
    pieces.with_pieces(pieces.LastFit): "told",
    pieces.with_pieces(pieces.BestFit): "told",
    pieces.with_pieces(pieces.NeverCoalesces): "told",
    pieces.with_pieces(pieces.CountsTheFree): "invariants told",
    pieces.with_pieces(pieces.ReservesThePrompt): "invariants",
    pieces.with_pieces(pieces.SharesTheHoles): "walk",
}
REPLICAS: Mapping[type[Replica], str] = {
    ComputesWhatIsThere: "told",
    KeepsNoCountOfHits: "invariants",
}

CHECKS: Mapping[str, Callable[[Job], None]] = {
    "invariants": check_invariants,
    "told": check_told,
    "walk": walk,
}


def jobs(parts: Parts, kind: str) -> Iterator[Job]:
    """Those that a faulty part must fail at."""
    return (piece_jobs if kind == "pieces" else sharing_jobs)(83, CASES, parts)


def caught(check: str, parts: Parts, kind: str) -> bool:
    """Whether `check` finds something wrong; a faulty engine may raise as well."""
    with installed(parts):
        for job in jobs(parts, kind):
            try:
                CHECKS[check](job)
            except (AttributeError, NameError, TypeError):
                raise  # the mutant is not what it was meant to be
            except Exception:  # noqa: BLE001 - a faulty engine may raise anything
                return True
    return False


MUTANTS = [
    *((Parts(scheduler=kind), "sharing", kind.__name__, by) for kind, by in SHARED.items()),
    *((Parts(scheduler=kind), "pieces", kind.__name__, by) for kind, by in PIECES.items()),
    *((Parts(replica=kind), "sharing", kind.__name__, by) for kind, by in REPLICAS.items()),
]


@pytest.mark.parametrize(
    ("parts", "kind", "check"),
    [
        pytest.param(parts, kind, check, id=f"{name}-{check}")
        for parts, kind, name, by in MUTANTS
        for check in by.split()
    ],
)
def test_a_mutant_is_caught(parts: Parts, kind: str, check: str) -> None:
    assert caught(check, parts, kind)


SOUND = {
    "sharing": shared.with_shared(shared.FaultyShared),
    "pieces": pieces.with_pieces(pieces.FaultyPieces),
}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("kind", SOUND)
def test_what_mutants_are_made_of_is_sound(kind: str, check: str) -> None:
    assert not caught(check, Parts(scheduler=SOUND[kind]), kind)
