"""Faulty stalls, swaps, discards and cancels, each of which the checks named beside it must find.

All of them are looked at: the naive lab, what the events tell, the invariants, and the laws of
gaps after a look back.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from unittest.mock import patch

import pytest

from core.metrics.groups import gaps_of
from core.metrics.totals import members_of
from tests.mutants.progress import MUTANTS
from tests.naive_lab.cases import random_cases
from tests.naive_lab.compare import agree
from tests.naive_lab.really import faults_of
from tests.walk.driven import Job, check_invariants, check_told
from tests.walk.progress import progress_jobs

CASES = 200
"""Random cases within which a mutant must be caught."""
SOUND = 60
FAMILIES = ("prefill", "on_preempt", "cancel", "timed")


def keep_the_laws(job: Job) -> None:
    """Gaps are tokens less one, and the first token stays the first, also after a look back."""
    run = job.run().finish()
    run.at(run.last_step // 2)
    run.at(run.last_step)
    watch, sent = run.stopwatch(), dict[str, list[int]]()
    for record in run.records():
        for rid in record.emitted:
            sent.setdefault(rid, []).append(record.step)
    for member in members_of(run, run.results()):
        steps, result = sent.get(member.request.rid, []), member.result
        assert result["first_token"] == (steps[0] if steps else None)
        gaps = [later - one for one, later in pairwise(steps)]
        assert result["longest_gap"] == max(gaps, default=0)
        if watch is not None:
            assert gaps_of(watch, [member]).count == len(gaps)


CHECKS: Mapping[str, Callable[[Job], None]] = {
    "told": check_told,
    "invariants": check_invariants,
    "laws": keep_the_laws,
}


def trials(check: str, cases: int) -> Iterator[Callable[[], None]]:
    """The cases of `check`, each as a call that raises if it finds something."""
    if check != "naive":
        for job in progress_jobs(502, cases):
            yield partial(CHECKS[check], job)
        return
    for number in range(cases):
        families = [name for at, name in enumerate(FAMILIES) if (number + 5) >> at & 1]
        for case in random_cases(503 + number, 1, *families):
            if not faults_of(case):
                yield partial(agree, case)


def caught(check: str, cases: int = CASES) -> bool:
    """Whether `check` finds anything in some random cases; a faulty engine may raise as well."""
    for trial in trials(check, cases):
        try:
            trial()
        except (AttributeError, NameError, TypeError):
            raise  # the mutant is not what it was meant to be
        except Exception:  # noqa: BLE001 - a faulty engine may raise anything
            return True
    return False


@pytest.mark.parametrize(
    ("name", "check"),
    [
        pytest.param(name, check, id=f"{name}-{check}")
        for name, wrong in MUTANTS.items()
        for check in wrong.caught_by.split()
    ],
)
def test_a_mutant_is_caught(name: str, check: str) -> None:
    wrong = MUTANTS[name]
    with patch(wrong.path, wrong.part):
        assert caught(check)


@pytest.mark.parametrize("check", ["naive", *CHECKS])
def test_the_engine_itself_is_not(check: str) -> None:
    assert not caught(check, SOUND)
