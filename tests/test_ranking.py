"""The candidates of a preemption, in the rule's order and with what each would have cost."""

import pytest

from core import Run
from core.events import Preempted
from core.ranking import AGAINST_THE_RULE, PASSED, Ranking, ranking
from core.schedulers.driftwood import Driftwood
from tests.findings.runs import right_runs, run_of
from tests.mutants.orders import OldestIsVictim

CHOSEN = "chosen: admitted last"


def of(run: Run, step: int, event: int, most: int | None = None) -> Ranking:
    """The candidates of the preemption that is event `event` of `step`."""
    preempted = run.at(step, event).events[-1]
    assert isinstance(preempted, Preempted)
    return ranking(run.at(step, event - 1), preempted, most)


def first_preemption(run: Run) -> tuple[int, int]:
    """Where the first one is."""
    for step in run.series.step:
        for number, event in enumerate(run.at(step).events, 1):
            if isinstance(event, Preempted):
                return step, number
    raise LookupError


def test_two_candidates() -> None:
    run = run_of(Driftwood(3, 4, 4), ("A", 0, 6, 4), ("B", 0, 4, 5), ("C", 1, 3, 2))
    found = of(run, 3, 1)
    assert found.candidates == (("B", 6, 2, True, CHOSEN), ("A", 8, 2, False, "admitted earlier"))
    assert (found.more, found.order) == (0, "the one admitted last goes first")


def test_of_many_the_first_are_shown_and_the_rest_is_counted() -> None:
    run = run_of(Driftwood(9, 2, 18), *((f"r{n}", 0, 3, 9) for n in range(9)))
    found = of(run, *first_preemption(run), 6)
    assert [one.rid for one in found.candidates] == ["r8", "r7", "r6", "r5", "r4", "r3"]
    assert found.more == 3


def test_a_victim_against_the_rule_is_told_as_one() -> None:
    run = run_of(OldestIsVictim(9, 2, 18), *((f"r{n}", 0, 3, 9) for n in range(9)))
    found = of(run, *first_preemption(run), 3)
    assert [one.why for one in found.candidates] == [PASSED, PASSED, AGAINST_THE_RULE]
    assert found.candidates[-1].rid == "r0"
    assert found.more == 6


@pytest.mark.parametrize("seed", range(5))
def test_the_victim_loses_what_the_ranking_says(seed: int) -> None:
    for run in right_runs(seed + 700, 40):
        for step in run.series.step:
            for number, event in enumerate(run.at(step).events, 1):
                if isinstance(event, Preempted):
                    first = of(run, step, number).candidates[0]
                    numbers = (event.rid, event.lost_tokens, len(event.blocks), True, CHOSEN)
                    assert first == numbers
