"""Jobs to walk on: small random ones, timed ones, and ones long enough for checkpoints to thin."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from core.cost import Cost
from core.request import Request
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import Draw, RandomDraw, draw_case, random_cases
from tests.walk.driven import SOUND, Job, Parts, job


def random_jobs(seed: int, count: int, parts: Parts = SOUND) -> Iterator[Job]:
    """Yield always the same jobs for the same seed.

    Some have rejections; of four one has its arrivals in milliseconds, and one a cost only.
    """
    source = RandomDraw(Random(seed))
    for position, case in enumerate(random_cases(seed, count, rejections=seed % 2 == 1)):
        plain = job(case, parts)
        yield (plain, plain, costly(plain, source), timed(plain, source))[position % 4]


def draw_job(draw: Draw) -> Job:
    """Draw a small job, with a clock or not."""
    plain = job(draw_case(draw, rejections=True))
    match draw.number(0, 3):
        case 2:
            return costly(plain, draw)
        case 3:
            return timed(plain, draw)
        case _:
            return plain


def timed(plain: Job, draw: Draw) -> Job:
    """The same with arrivals in milliseconds, on the beat of the steps and off it."""
    cost = draw_cost(draw)
    step_ms = cost.base_ms
    requests = [
        replace(r, arrival=0, arrival_ms=r.arrival * step_ms + draw.number(0, 4) * step_ms / 4)
        for r in plain.requests
    ]
    return replace(plain, requests=tuple(requests), cost=cost)


def costly(plain: Job, draw: Draw) -> Job:
    """The same with a cost, its arrivals in steps, so that idle steps are jumped."""
    return replace(plain, cost=draw_cost(draw))


def draw_cost(draw: Draw) -> Cost:
    """Constants that floats hold exactly, half of the time only the base."""
    base_ms = (2.5, 20.0)[draw.number(0, 1)]
    if draw.number(0, 1):
        return Cost(base_ms)
    return Cost(base_ms, *(draw.number(0, 3) / 4 for _ in range(3)))


def long_job(seed: int, requests: int, parts: Parts = SOUND) -> Job:
    """A job of many requests with tight memory, with gaps, that takes a few steps for each."""
    dice = Random(seed)
    scheduler = parts.scheduler(4, 2, 24, 9 if seed % 2 else None)
    arrival = 0
    asked = []
    for number in range(requests):
        arrival += dice.choice((0, 1, 2, 4, 8)) if number % 25 else 60
        prompt_len, output_len = dice.randint(1, 20), dice.randint(1, 30)
        asked.append(Request(f"r{number}", arrival, prompt_len, output_len))
    return Job(tuple(asked), scheduler, parts)


def crowded_job(parts: Parts = SOUND) -> Job:
    """A crowd of decodes that preempt each other hundreds of times."""
    requests = [Request(f"r{number}", 0, 1, 30 + number * 7 % 50) for number in range(50)]
    return Job(tuple(requests), parts.scheduler(50, 1, 120), parts)


def steady_job(steps: int) -> Job:
    """A few requests at a time for about `steps` steps, each with a handful of blocks."""
    requests = [Request(f"r{number}", number * 50, 40, 150) for number in range(steps // 50)]
    return Job(tuple(requests), Driftwood(8, 16, 200))
