"""Faulty admission gates, each of which the naive lab or the invariants must find."""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from core.schedulers.driftwood import Driftwood
from tests.mutants.gates import MUTANTS
from tests.naive_lab.cases import LabCase, random_cases
from tests.naive_lab.compare import agree
from tests.naive_lab.really import faults_of, knobs_of, requests_of
from tests.walk import driven
from tests.walk.driven import Job

CASES = 400
"""Random cases within which a mutant must be caught."""
SOUND = 80


def keep_invariants(case: LabCase) -> None:
    make: type[Driftwood] = Driftwood
    driven.check_invariants(Job(tuple(requests_of(case)), make(**knobs_of(case.knobs))))  # type: ignore[arg-type]  # each as its field has it


def caught(check: Callable[[LabCase], None], cases: int = CASES) -> bool:
    """Whether `check` finds anything in some random cases; a faulty engine may raise as well."""
    for case in random_cases(501, cases, "admission"):
        if faults_of(case):
            continue
        try:
            check(case)
        except (AttributeError, NameError, TypeError):
            raise  # the mutant is not what it was meant to be
        except Exception:  # noqa: BLE001 - a faulty engine may raise anything
            return True
    return False


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_caught_by_the_naive_lab(name: str) -> None:
    wrong = MUTANTS[name]
    with patch(wrong.path, wrong.part):
        assert caught(agree)


BY_INVARIANTS = [name for name, wrong in MUTANTS.items() if "invariants" in wrong.caught_by]


@pytest.mark.parametrize("name", BY_INVARIANTS)
def test_a_mutant_is_caught_by_the_invariants(name: str) -> None:
    wrong = MUTANTS[name]
    with patch(wrong.path, wrong.part):
        assert caught(keep_invariants)


def test_the_engine_itself_is_not() -> None:
    assert not caught(agree, SOUND)
    assert not caught(keep_invariants, SOUND)
