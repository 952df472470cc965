"""The real engine against the naive lab, choice by choice, on random workloads."""

import pytest
from hypothesis import given, settings

from tests.naive_lab.cases import FAMILIES, LabCase, cases, mixed_cases, random_cases
from tests.naive_lab.compare import agree
from tests.naive_lab.really import faults_of


def agree_unless_refused(case: LabCase) -> bool:
    """Whether it was compared: some drawn choices do not go together."""
    if faults_of(case):
        return False
    agree(case)
    return True


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_does_as_the_naive_engine_does(family: str) -> None:
    compared = [agree_unless_refused(case) for case in random_cases(311, 100, family)]
    assert sum(compared) >= 60


@pytest.mark.parametrize(
    "families", [("sharing", "on_preempt"), ("urgent", "contiguous", "on_preempt")]
)
def test_what_is_kept_of_victims_in_other_memories(families: tuple[str, ...]) -> None:
    """Swapped or thrown away where blocks have several owners, and where they lie in one piece."""
    compared = [agree_unless_refused(case) for case in random_cases(313, 80, *families)]
    assert sum(compared) >= 60


def test_no_step_without_tokens_is_left_out() -> None:
    """Also of one that was served once, and then stood behind others for the budget or blocks."""
    families = ("admission", "sharing", "urgent", "prefill")
    compared = [agree_unless_refused(case) for case in mixed_cases(314, 120, *families)]
    assert sum(compared) >= 80


def test_families_together_do_as_the_naive_engine_does() -> None:
    compared = [agree_unless_refused(case) for case in mixed_cases(312, 250, *FAMILIES)]
    assert sum(compared) >= 160


@settings(max_examples=60)
@given(cases(*FAMILIES))
def test_families_agree_on_drawn_cases(case: LabCase) -> None:
    agree_unless_refused(case)
