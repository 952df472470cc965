"""A test for each victim rule, by its name: A, B and C of case 9, and who makes room for whom."""

import pytest

from core import Candidate, Run
from core.events import Choice, Preempted
from core.policies import VICTIMS, rule_in_force
from core.policies.victim import VictimPolicy
from core.ranking import ranking
from core.schedulers.driftwood import Driftwood
from tests.findings.runs import run_of

CASE_9 = (("A", 0, 8, 14), ("B", 1, 24, 10), ("C", 2, 8, 14))


def case_9(victim: str | VictimPolicy | None, guard: int | None = None) -> Run:
    return run_of(Driftwood(4, 4, 12, 32, victim, guard), *CASE_9)


def victims(run: Run) -> list[tuple[int, str, str, int]]:
    """Every preemption: its step, the victim, its asker, the tokens lost."""
    told = ((step, event) for step in run.series.step for event in run.at(step).events)
    return [
        (step, event.rid, event.asker, event.lost_tokens)
        for step, event in told
        if isinstance(event, Preempted)
    ]


@pytest.mark.parametrize("name", [None, "latest_admitted", "fewest_output_tokens"])
def test_latest_admitted(name: str | None) -> None:
    """Without a guard the fewest output tokens are those of the latest admitted."""
    assert victims(case_9(name)) == [(3, "C", "C", 8), (9, "B", "A", 31)]


def test_earliest_admitted() -> None:
    assert victims(case_9("earliest_admitted")) == [(3, "A", "C", 10), (10, "B", "B", 32)]


def test_largest_cache() -> None:
    assert victims(case_9("largest_cache")) == [(3, "B", "C", 25), (15, "B", "C", 26)]


def test_least_computed() -> None:
    assert victims(case_9("least_computed")) == [(3, "C", "C", 8), (9, "A", "A", 16)]


def test_fewest_output_tokens() -> None:
    one = Candidate("A", "decoding", 3, 4, 2, 2, 5, 6, 2, 0)
    key = VICTIMS["fewest_output_tokens"].key
    assert key(one) < key(one._replace(emitted=3))


def test_ties_go_to_the_latest_admitted() -> None:
    run = run_of(Driftwood(3, 4, 3, None, lambda _: 0), *((rid, 0, 4, 3) for rid in "ABC"))
    assert victims(run)[0][1] == "C"


def test_the_guard_spares_who_has_just_come_back() -> None:
    assert victims(case_9("largest_cache", 4)) == [(3, "B", "C", 25), (15, "C", "C", 20)]


def test_a_guard_that_guards_all_protects_nobody() -> None:
    """Nobody sends a hundred tokens, and the run ends as without it."""
    for name in VICTIMS:
        assert victims(case_9(name, 100)) == victims(case_9(name))


def test_a_function_is_a_policy_and_has_the_name_of_its_own() -> None:
    def cheapest(each: Candidate) -> float:
        return each.computed_tokens / each.blocks

    run = case_9(cheapest)
    assert rule_in_force(run.scheduler).name == "cheapest"
    event = run.at(3).events[0]
    assert isinstance(event, Preempted)
    assert event.choice == Choice("cheapest", "3.3333333333333335", event.choice.why)
    assert event.choice.why == "first by cheapest (key 3.3333333333333335)"


def test_the_ranking_is_by_the_policy_in_force() -> None:
    run = case_9("largest_cache")
    event = run.at(3).events[0]
    assert isinstance(event, Preempted)
    found = ranking(run.at(3, 0), event, None, rule_in_force(run.scheduler))
    assert found.order == "the largest cache goes first"
    assert [(one.rid, one.lost_tokens, one.blocks, one.why) for one in found.candidates] == [
        ("B", 25, 7, "chosen: with the largest cache (25)"),
        ("A", 10, 3, "a smaller cache (10)"),
        ("C", 8, 2, "a smaller cache (8)"),
    ]


@pytest.mark.parametrize("name", VICTIMS)
@pytest.mark.parametrize("guard", [None, 4])
def test_every_victim_is_the_first_of_its_ranking(name: str, guard: int | None) -> None:
    run = case_9(name, guard)
    for step in run.series.step:
        for number, event in enumerate(run.at(step).events):
            if isinstance(event, Preempted):
                rule = rule_in_force(run.scheduler)
                first = ranking(run.at(step, number), event, 1, rule).candidates[0]
                assert first.chosen
                assert first.why == f"chosen: {event.choice.why}"
                assert (first.rid, first.lost_tokens) == (event.rid, event.lost_tokens)


def test_starving_grows_with_the_stream_and_a_guard_of_1_ends_it() -> None:
    """A rebuild that is always the largest cache, as long as small requests keep coming."""
    for small, guard, preemptions in ((15, None, 14), (30, None, 29), (60, None, 59), (60, 1, 0)):
        stream = [(f"n{number:02}", 3 * number, 5, 7) for number in range(small)]
        run = run_of(Driftwood(3, 1, 43, 9, "largest_cache", guard), ("A", 1, 30, 3), *stream)
        assert run.status == "finished"
        assert run.results()["A"]["preemptions"] == preemptions
