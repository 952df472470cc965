"""The checks of the engine as one harness: which of them catches what, and in which case."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from random import Random
from unittest.mock import patch

from tests.naive.strategies import Case, RandomDraw, random_cases, trace_case
from tests.naive.test_traces_agree import same_figures, same_run
from tests.run.naive_records import check_series, naive_records
from tests.times.test_naive import jobs, requests_agree
from tests.walk.book import Book
from tests.walk.driven import Job, Parts, check_invariants, check_told, job
from tests.walk.jobs import random_jobs
from tests.walk.moves import Walker

CASES = 60
"""Random cases of each check; whatever it is to catch, it must catch within them."""
MOVES = 25
"""Of each walk."""


@contextmanager
def installed(parts: Parts) -> Iterator[None]:
    """Let every `Run` be made of `parts`."""
    with (
        patch("core.replay.Replica", parts.replica),
        patch("core.replay.LeavingReplica", parts.leaving),
        patch("core.run.Arrivals", parts.arrivals),
    ):
        yield


def agree_with_the_naive(parts: Parts, case: Case) -> None:
    """Compare the events, states, figures and records of a run with the naive engine's."""
    run, trace = job(case, parts).run().finish(), trace_case(case)
    same_run(run, trace)
    same_figures(run, trace)
    records = naive_records(trace)
    assert list(run.records()) == records
    check_series(run, records)


def walk(given: Job) -> None:
    """Walk over the moments of a run."""
    walker, draw = Walker(Book(given), given.run()), RandomDraw(Random(len(given.requests)))
    for _ in range(MOVES):
        walker.move(draw)


def trials(check: str, parts: Parts) -> Iterator[Callable[[], None]]:
    """The cases of `check`, each as a call that raises if it finds something."""
    if check == "naive":
        for case in random_cases(81, CASES, rejections=True):
            yield partial(agree_with_the_naive, parts, case)
    elif check == "times":
        for given in jobs(85, CASES, parts):
            yield partial(requests_agree, given)
    else:
        for given in random_jobs(83, CASES, parts):
            yield partial(ON_JOBS[check], given)


ON_JOBS: Mapping[str, Callable[[Job], None]] = {
    "invariants": check_invariants,
    "told": check_told,
    "walk": walk,
}
CHECKS = ("naive", *ON_JOBS, "times")
"""Against the naive engine; after every event; events against states; any moment; times."""


def caught(check: str, parts: Parts) -> str | None:
    """What `check` finds wrong with an engine made of `parts`, and in which case; None if nothing.

    A faulty engine may raise as well: that is found, too.
    """
    with installed(parts):
        for number, trial in enumerate(trials(check, parts)):
            try:
                trial()
            except (AttributeError, NameError, TypeError):
                raise  # the mutant is not what it was meant to be
            except Exception as error:  # noqa: BLE001 - a faulty engine may raise anything
                return f"{check}, case {number}: {type(error).__name__}: {error}"
    return None
