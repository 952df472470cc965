"""Faulty rules of engines read from source: their naive twins find each of them.

`find` raises where it finds nothing.
"""

from dataclasses import replace

import pytest
from hypothesis import Phase, find, settings

from core.schedulers import Scheduler, knobs_of
from tests.engines.sourced import Case, cases, compare
from tests.mutants.engines import MUTANTS

QUICKLY = settings(max_examples=600, database=None, phases=[Phase.generate])
"""Random cases within which a mutant must be caught."""
PAIRS = [(engine, mutant) for engine, mutants in MUTANTS.items() for mutant in mutants]


def differs(case: Case) -> bool:
    """Whether the run of `case` is another than its naive twin's, or fails."""
    try:
        compare(case)
    except (AttributeError, NameError, TypeError):
        raise  # the mutant is not what it was meant to be
    except Exception:  # noqa: BLE001 - a faulty engine may raise anything
        return True
    return False


@pytest.mark.parametrize(("engine", "mutant"), PAIRS, ids=lambda one: getattr(one, "__name__", one))
def test_a_mutant_is_caught(engine: str, mutant: type[Scheduler]) -> None:
    def caught(case: Case) -> bool:
        return differs(replace(case, scheduler=mutant(**knobs_of(case.scheduler))))

    find(cases(engine), caught, settings=QUICKLY)
