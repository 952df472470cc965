"""Faulty queue orders, each of which the random checks of the orders must find."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import TypeAlias
from unittest.mock import patch

import pytest

from core.events import Event
from core.replica import Replica
from core.schedulers.driftwood import Driftwood
from tests.mutants.queues import FAULTS
from tests.naive.strategies import RandomDraw
from tests.naive_lab.cases import LabCase
from tests.naive_lab.compare import agree
from tests.policies.test_queues_at_random import job, right_cases
from tests.walk.book import Book
from tests.walk.moves import Walker

CASES = 120
MOST_EVENTS = 10_000
"""A step of these cases has a hundred at most; a faulty order may evict in turn for ever."""

Step: TypeAlias = Callable[[Driftwood, Replica], Iterator[Event]]


def bounded(step: Step) -> Step:
    """`step`, which fails if it goes on for ever."""

    def to_its_end(page: Driftwood, replica: Replica) -> Iterator[Event]:
        for at, event in enumerate(step(page, replica)):
            assert at < MOST_EVENTS
            yield event

    return to_its_end


def walk(case: LabCase) -> None:
    """Walk over the moments of a run."""
    given, draw = job(case), RandomDraw(Random(3))
    walker = Walker(Book(given), given.run())
    for _ in range(25):
        walker.move(draw)


CHECKS: dict[str, Callable[[LabCase], None]] = {"naive": agree, "walk": walk}


def with_a_bound_of_1(case: LabCase) -> LabCase:
    """The same, but where some may be passed: once, so that it matters."""
    most = min(case.knobs.max_overtakes, 1)
    return replace(case, knobs=replace(case.knobs, max_overtakes=most))


def is_caught(check: str) -> bool:
    """Whether `check` finds something in one of the cases."""
    for family in ("queue", "urgent"):
        for case in map(with_a_bound_of_1, right_cases(531, CASES, family)):
            try:
                CHECKS[check](case)
            except (AttributeError, NameError, TypeError):
                raise  # the mutant is not what it was meant to be
            except Exception:  # noqa: BLE001 - a faulty engine may raise anything
                return True
    return False


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_order_is_caught(name: str) -> None:
    fault = FAULTS[name]
    endless = patch.object(Driftwood, "step", bounded(Driftwood.step))
    with patch.object(fault.of, fault.name, fault.method), endless:
        assert is_caught(fault.by)


@pytest.mark.parametrize("check", CHECKS)
def test_the_orders_themselves_are_not(check: str) -> None:
    assert not is_caught(check)
