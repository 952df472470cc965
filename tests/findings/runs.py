"""Runs to find something in: a scheduler, requests written as in the cases, the kinds found."""

from collections.abc import Iterator

from core import Request, Run
from core.findings import Finding, find
from core.schedulers import Scheduler
from core.schedulers.driftwood import Driftwood
from tests.naive.strategies import Case, random_cases


def run_of(scheduler: Scheduler, *requests: tuple[str, int, int, int], max_steps: int = 999) -> Run:
    """The run of `requests`, each (rid, arrival, prompt, output), to its end."""
    asked = [Request(*request) for request in requests]
    return Run(asked, scheduler, max_steps=max_steps).finish()


def only(run: Run, kind: str) -> Finding:
    """The one finding of `kind` in `run`."""
    (found,) = [each for each in find(run) if each.kind == kind]
    return found


def kinds(run: Run) -> set[str]:
    """The kinds of findings in `run`."""
    return {found.kind for found in find(run)}


def requests_of(case: Case) -> list[Request]:
    """The requests of a random case."""
    return [Request(ask.rid, ask.arrival, ask.prompt_len, ask.output_len) for ask in case.asks]


def right_run(case: Case) -> Run:
    """The run of a random case by the right rules."""
    limits = case.settings
    scheduler = Driftwood(
        limits.max_running, limits.block_size, limits.num_blocks, limits.token_budget
    )
    return Run(requests_of(case), scheduler).finish()


def right_runs(seed: int, count: int) -> Iterator[Run]:
    """Random runs by the right rules."""
    return map(right_run, random_cases(seed, count, rejections=True))
