"""Jobs whose decodes stand still, whose victims swap or lose their tokens, whose clients leave."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from core.replica import OnPreempt
from core.request import Request
from tests.naive.strategies import Draw, RandomDraw, draw_case
from tests.walk import jobs
from tests.walk.driven import SOUND, Job, Parts, job
from tests.walk.jobs import costly, timed

PREFILL = (None, "first", "last")
ON_PREEMPT: tuple[OnPreempt | None, ...] = (None, "discard", "swap")


def progress_jobs(seed: int, count: int, parts: Parts = SOUND) -> Iterator[Job]:
    """Yield always the same jobs for the same seed; some have rejections."""
    draw = RandomDraw(Random(seed))
    for _ in range(count):
        yield draw_job(draw, parts)


def draw_any(draw: Draw) -> Job:
    """Draw a small job, of the brief's scheduler or of these."""
    return draw_job(draw) if draw.number(0, 1) else jobs.draw_job(draw)


def draw_job(draw: Draw, parts: Parts = SOUND) -> Job:
    """Draw one of these."""
    return draw_progress(draw, job(draw_case(draw, rejections=True), parts))


def draw_progress(draw: Draw, plain: Job) -> Job:
    """The same requests, one or more of whom leave, under a drawn order of work and progress.

    Half of the jobs have a clock, a quarter has arrivals by it: then no client leaves.
    """
    clock = draw.number(0, 3)
    given = {2: costly, 3: timed}[clock](plain, draw) if clock > 1 else plain
    if clock < 3:
        given = replace(given, requests=tuple(leaving(draw, each) for each in given.requests))
    scheduler = replace(given.scheduler, prefill=PREFILL[draw.number(0, 2)])
    if scheduler.num_blocks is not None:
        on_preempt = ON_PREEMPT[draw.number(0, 2)]
        costs = on_preempt == "swap" and given.cost is not None
        price = draw.number(1, 4) / 4 if costs else None
        scheduler = replace(scheduler, on_preempt=on_preempt, swap_ms_per_block=price)
    return replace(given, scheduler=scheduler)


def leaving(draw: Draw, request: Request) -> Request:
    """The request, whose client may leave: before it comes, or while it waits or runs, or later."""
    if draw.number(0, 3):
        return request
    return replace(request, cancel_at=max(0, request.arrival + draw.number(-1, 25)))
