"""Admission gates on random workloads: after every event, from any way there, against the laws."""

from collections.abc import Iterator
from random import Random
from zlib import crc32

import pytest

from core import Candidate, Request, Run
from core.events import Admitted, Held
from core.findings import find
from core.policies import VICTIMS
from core.schedulers.driftwood import Driftwood
from tests.findings.runs import requests_of
from tests.naive.strategies import Case, RandomDraw, random_cases
from tests.policies.test_engines_agree import ERRORS
from tests.walk import driven
from tests.walk.book import Book
from tests.walk.driven import Job
from tests.walk.jobs import timed
from tests.walk.moves import Walker

GATES = (
    ("first_chunk",),
    ("whole_life",),
    ("watermark",),
    ("static",),
    ("whole_life", "watermark"),
    ("first_chunk", "watermark", "static"),
    ("first_chunk", "whole_life"),
    ("known_text", "whole_life", "watermark", "static"),
)
MOST_STEPS = 5_000


def scheduler_of(case: Case, gates: tuple[str, ...], **knobs: object) -> Driftwood | None:
    """The scheduler of a random case, with gates; None where they have nothing to go by."""
    limits = case.settings
    blocks = limits.num_blocks or 0
    budget = limits.token_budget or limits.max_running + 3
    if blocks < 2:
        return None
    mark = min(2, blocks - 1) if "watermark" in gates else None
    make: type[Driftwood] = Driftwood
    return make(
        limits.max_running,
        limits.block_size,
        blocks,
        budget if "first_chunk" in gates else limits.token_budget,
        admission=gates,
        watermark_blocks=mark,
        **knobs,  # type: ignore[arg-type]  # each as its field has it
    )


def jobs(seed: int, count: int, gates: tuple[str, ...], **knobs: object) -> Iterator[Job]:
    for case in random_cases(seed, count, rejections=seed % 2 == 1):
        if scheduler := scheduler_of(case, gates, **knobs):
            yield Job(tuple(requests_of(case)), scheduler)


def runs(seed: int, count: int, gates: tuple[str, ...], **knobs: object) -> Iterator[Run]:
    for job in jobs(seed, count, gates, **knobs):
        yield job.run(MOST_STEPS).finish()


@pytest.mark.parametrize("gates", GATES)
@pytest.mark.parametrize("victim", [None, "largest_cache"])
def test_invariants_hold_after_every_event(gates: tuple[str, ...], victim: str | None) -> None:
    for job in jobs(401, 40, gates, victim=victim):
        driven.check_invariants(job)
        driven.check_told(job)


@pytest.mark.parametrize("gates", GATES)
def test_a_walk_is_exact(gates: tuple[str, ...]) -> None:
    draw = RandomDraw(Random(len(gates)))
    for at, job in enumerate(jobs(402, 10, gates)):
        given = timed(job, draw) if at % 2 else job
        walker = Walker(Book(given), given.run())
        for _ in range(20):
            walker.move(draw)


@pytest.mark.parametrize("gates", GATES)
def test_no_finding_calls_a_gate_an_error(gates: tuple[str, ...]) -> None:
    for run in runs(403, 40, gates):
        assert {one.kind for one in find(run)} & ERRORS == set()


@pytest.mark.parametrize("gates", [gates for gates in GATES if "whole_life" in gates])
def test_whole_life_never_preempts(gates: tuple[str, ...]) -> None:
    held = 0
    for run in runs(404, 150, gates):
        assert run.status == "finished"
        assert run.series.preemptions[-1] == 0
        held += any(result["waited"]["blocks"] for result in run.results().values())
    assert held > 20, "the gate is asked"


@pytest.mark.parametrize("gates", [gates for gates in GATES if "watermark" in gates])
def test_a_watermark_is_kept_unless_nobody_runs_and_every_run_ends(gates: tuple[str, ...]) -> None:
    held = 0
    for job in jobs(405, 100, gates):
        run = job.run(MOST_STEPS).finish()
        assert run.status == "finished"
        for replica, happened in run.replay():
            for number, event in enumerate(happened):
                held += isinstance(event, Held) and "watermark" in event.why
                if isinstance(event, Admitted):
                    alone = not run.at(replica.clock.step, number).running
                    assert alone or event.free_blocks >= (job.scheduler.watermark_blocks or 0)
    assert held, "the gate refuses somebody"


@pytest.mark.parametrize("gates", [gates for gates in GATES if "static" in gates])
def test_static_is_its_definition(gates: tuple[str, ...]) -> None:
    """Newcomers only in steps at whose start nobody held a slot; all slots back with the last."""
    batches = 0
    for run in runs(406, 100, gates):
        assert run.status == "finished"
        held_before = 0
        for replica, happened in run.replay():
            newcomers = [e for e in happened if isinstance(e, Admitted) and not e.resumed]
            assert not (newcomers and held_before)
            batches += bool(newcomers)
            held_before = replica.slots_taken
        assert held_before == 0
    assert batches > 100


def at_random(candidate: Candidate) -> int:
    """Follow nothing."""
    return crc32(repr(candidate).encode())


@pytest.mark.parametrize("victim", [*VICTIMS, at_random])
@pytest.mark.parametrize("guard", [None, 2])
def test_every_run_ends_under_first_chunk_whoever_goes(victim: object, guard: int | None) -> None:
    grown = 0
    for run in runs(407, 150, ("first_chunk",), victim=victim, victim_guard=guard):
        assert run.status == "finished"
        grown += run.series.preemptions[-1]
    assert grown > 20


def test_nobody_starves_under_first_chunk_behind_a_stream() -> None:
    """The stream of `policies/largest-cache-starves`, however long: a prefill takes the budget."""
    for small in (15, 60):
        stream = [(f"n{number:02}", 3 * number, 5, 7) for number in range(small)]
        asked = requests_of_stream([("A", 1, 30, 3), *stream])
        knobs = {"victim": "largest_cache", "admission": "first_chunk"}
        run = Run(asked, Driftwood(3, 1, 43, 9, **knobs)).finish()  # type: ignore[arg-type]  # names
        assert run.results()["A"]["preemptions"] == 1


def requests_of_stream(rows: list[tuple[str, int, int, int]]) -> list[Request]:
    return [Request(*row) for row in rows]
