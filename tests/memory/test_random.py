"""Memory models on random workloads: after every event, from any way there, beside each other."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from core.events import Finished, Hit, Preempted
from core.findings import find
from core.metrics import totals
from core.request import Request
from tests.memory.jobs import ample, piece_jobs, sharing_jobs, without_sharing
from tests.naive.strategies import RandomDraw
from tests.walk.book import Book
from tests.walk.driven import Job, check_invariants, check_told
from tests.walk.moves import Walker

JOBS = {"pieces": piece_jobs, "sharing": sharing_jobs}
ERRORS = {"cycle", "stall", "blocks", "passed_over", "freed_nothing", "idle_budget"}


@pytest.mark.parametrize("kind", JOBS)
def test_invariants_hold_after_every_event(kind: str) -> None:
    for job in JOBS[kind](301, 80):
        check_invariants(job)


@pytest.mark.parametrize("kind", JOBS)
def test_states_are_as_the_events_tell(kind: str) -> None:
    for job in JOBS[kind](302, 80):
        check_told(job)


@pytest.mark.parametrize("kind", JOBS)
def test_a_walk_is_exact(kind: str) -> None:
    draw = RandomDraw(Random(303))
    for job in JOBS[kind](303, 15):
        walker = Walker(Book(job), job.run())
        for _ in range(20):
            walker.move(draw)


@pytest.mark.parametrize("kind", JOBS)
def test_no_finding_calls_it_an_error(kind: str) -> None:
    for job in JOBS[kind](304, 60):
        run = job.run().finish()
        assert run.status == "finished"
        assert {one.kind for one in find(run)} & ERRORS == set()


def nothing_said(request: Request) -> Request:
    return replace(
        request, prefix=None, prefix_len=0, prompt_ids=(), hash_ids=(), hash_block_size=None
    )


def test_where_nothing_is_known_of_prompts_sharing_changes_nothing() -> None:
    for job in sharing_jobs(305, 60):
        silent = replace(job, requests=tuple(map(nothing_said, job.requests)))
        run, plain = silent.run().finish(), without_sharing(silent).run().finish()
        assert [events for _, events in run.replay()] == [events for _, events in plain.replay()]


def test_with_ample_memory_sharing_saves_tokens_and_nothing_else() -> None:
    saved = 0
    for job in sharing_jobs(306, 60):
        shared = ample(replace(job, cost=None, requests=tuple(map(on_steps, job.requests))))
        run, plain = shared.run().finish(), without_sharing(shared).run().finish()
        found = {"hit_tokens": 0, "rehit_tokens": 0}
        assert [{**one, **found} for one in run.results().values()] == [*plain.results().values()]
        hits = int(totals(run)["hit_tokens"])
        assert totals(run)["tokens"] == totals(plain)["tokens"] - hits
        assert max(run.series.blocks) <= max(plain.series.blocks)
        saved += hits
    assert saved > 100


def on_steps(request: Request) -> Request:
    return replace(request, arrival=int(request.arrival_ms or request.arrival), arrival_ms=None)


def test_what_is_processed_and_what_is_found_are_all_that_is_needed() -> None:
    """Tokens processed and found come to every life once, and once more what was lost."""
    for job in sharing_jobs(307, 60):
        run = job.run().finish()
        figures, results = totals(run), run.results()
        done = [r for r in job.requests if results[r.rid]["state"] == "finished"]
        lives = sum(request.most_tokens for request in done)
        needed = lives + figures["recomputed_tokens"]
        assert figures["tokens"] + figures["hit_tokens"] == needed


def corners(job: Job) -> set[str]:
    """What happens in a job that plain memory does not have."""
    found: set[str] = set()
    run = job.run().finish()
    for replica, events in run.replay():
        memory, size = replica.memory, replica.memory.block_size
        for event in events:
            if isinstance(event, Hit):
                found.add("hit")
                left = event.known_tokens - event.tokens
                found |= {"one token left"} if left == 1 else set()
                found |= {"a whole block left"} if left == size > 1 else set()
            if isinstance(event, Preempted) and event.shared_blocks:
                found.add("a victim's blocks stay with others")
                assert event.blocks, "one that decodes has grown before others could share all"
            if isinstance(event, Finished) and not event.blocks:
                found.add("somebody ends and frees nothing")
        tables = Counter(block for n in replica.running for block in memory.table(n))
        found |= {"three owners"} if max(tables.values(), default=0) > 2 else set()
    return found


def test_the_cases_reach_the_corners_of_sharing() -> None:
    found: Counter[str] = Counter()
    for job in sharing_jobs(302, 300):
        found.update(corners(job))
    wanted = {"hit", "one token left", "a whole block left", "three owners"}
    assert {*found} >= wanted | {"a victim's blocks stay with others"}


def test_the_cases_reach_the_corners_of_pieces() -> None:
    held = Counter(
        event.largest_piece < event.needed_blocks <= event.free_blocks
        for job in piece_jobs(302, 80)
        for _, events in job.run().finish().replay()
        for event in events
        if event.kind == "held" and event.cause == "blocks" and event.largest_piece is not None
    )
    assert held[True] > 0, "free in all, and not in one piece"
    assert held[False] > 0
