"""Random workloads for the memory models: pieces that leave holes, prompts that begin alike."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from core.memory import MemoryModel
from core.request import Request
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import Draw, RandomDraw, random_cases
from tests.walk.driven import SOUND, Job, Parts, job
from tests.walk.jobs import costly, timed


def piece_jobs(seed: int, count: int, parts: Parts = SOUND) -> Iterator[Job]:
    """Jobs in contiguous memory, always the same for the same seed; some requests never fit."""
    draw = RandomDraw(Random(seed))
    for place, case in enumerate(random_cases(seed, count)):
        plain = job(case)
        limits, peaks = case.settings, [request.most_tokens for request in plain.requests]
        tokens = max(1, max(peaks) * draw.number(1, 3) + draw.number(-1, 6))
        reserved = None if draw.number(0, 1) else max(1, max(peaks) - draw.number(-2, 2))
        memory = MemoryModel("contiguous", tokens=tokens, reserved_tokens=reserved)
        knobs = (limits.max_running, None, None, limits.token_budget)
        yield clocked(replace(plain, scheduler=parts.scheduler(*knobs, memory=memory)), place, draw)


def sharing_jobs(seed: int, count: int, parts: Parts = SOUND) -> Iterator[Job]:
    """Jobs with prefixes, with token ids or with hash ids, of which many begin alike."""
    draw = RandomDraw(Random(seed))
    for place, case in enumerate(random_cases(seed, 4 * count)):
        limits = case.settings
        if limits.num_blocks is None:
            continue
        knobs = (limits.max_running, limits.block_size, limits.num_blocks, limits.token_budget)
        plain = job(case)
        requests = tuple(said(draw, request, by=WAYS[place % 3]) for request in plain.requests)
        scheduler = parts.scheduler(*knobs, prefix_sharing=True)
        yield clocked(Job(requests, scheduler, parts), place, draw)
        count -= 1
        if not count:
            return


WAYS = ("ids", "prefix", "hash ids")


def said(draw: Draw, request: Request, *, by: str) -> Request:
    """The request with something known of its prompt, in most cases; it may be longer for it."""
    length = request.prompt_len + draw.number(0, 6)
    request = replace(request, prompt_len=length)
    kind = draw.number(0, 4)
    if kind == 0:
        return request
    if by == "hash ids":
        size = draw.number(1, 5)
        blocks = draw.number(1, -(-length // size))
        same = draw.number(0, blocks)
        cut = tuple(1 if at < same else 2 + draw.number(0, 1) for at in range(blocks))
        return replace(request, hash_ids=cut, hash_block_size=size)
    if by == "ids":
        same = draw.number(0, length)
        told = tuple(1 if at < same else 2 + draw.number(0, 1) for at in range(length))
        return replace(request, prompt_ids=told)
    return replace(request, prefix="pq"[kind == 1], prefix_len=draw.number(1, length))


def clocked(plain: Job, place: int, draw: Draw) -> Job:
    """Of four jobs one with a cost and one with arrivals in milliseconds."""
    return (plain, plain, costly(plain, draw), timed(plain, draw))[place % 4]


def without_sharing(given: Job) -> Job:
    """The same job on a pool whose blocks have one owner each."""
    knobs = replace(given.scheduler, prefix_sharing=None)
    return replace(given, scheduler=knobs)


def ample(given: Job) -> Job:
    """The same job with so many blocks that memory never binds, and prompts processed whole."""
    blocks = sum(request.most_tokens for request in given.requests)
    scheduler = Driftwood(
        given.scheduler.max_running, given.scheduler.block_size, blocks, prefix_sharing=True
    )
    return replace(given, scheduler=scheduler)
