"""Every victim policy against the naive engine's, on random workloads; and from any way there."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.findings import find
from core.policies import VICTIMS
from tests.naive.check_invariants import check_invariants
from tests.naive.records import Ask, Settings
from tests.naive.strategies import Case, RandomDraw, cases, random_cases, trace_case, with_victim
from tests.naive.test_invariants import preemption_troubles
from tests.naive.test_traces_agree import same_figures, same_run
from tests.run.naive_records import check_series, naive_records
from tests.walk import driven
from tests.walk.book import Book
from tests.walk.driven import job
from tests.walk.moves import Walker

RULES = [(victim, guard) for victim in VICTIMS for guard in (0, 1, 4)]
NEVER = {"earliest_admitted": {"prefilling victim"}, "largest_cache": {"several victims"}}
"""What a policy never does, or only where caches are equally small: there is a case of that."""
ERRORS = {"cycle", "stall", "blocks", "passed_over", "freed_nothing", "idle_budget"}


def of_rule(seed: int, count: int, victim: str, guard: int) -> Iterator[Case]:
    """Random cases with paged memory, under a victim rule."""
    for case in random_cases(seed, count, rejections=seed % 2 == 1):
        if case.settings.num_blocks is not None:
            yield with_victim(case, victim, guard)


def agree(case: Case) -> None:
    """Compare records, series and figures: everything that a step leaves in them."""
    run, trace = job(case).run().finish(), trace_case(case)
    assert run.status == "finished", "every run ends, whatever a policy chooses"
    same_figures(run, trace)
    records = naive_records(trace)
    assert list(run.records()) == records
    check_series(run, records)


@pytest.mark.parametrize(("victim", "guard"), RULES)
def test_a_policy_does_as_the_naive_engine_does(victim: str, guard: int) -> None:
    for seed in (91, 92):
        for case in of_rule(seed, 150, victim, guard):
            agree(case)


@pytest.mark.parametrize(("victim", "guard"), RULES)
def test_every_event_and_state_is_the_naive_engines(victim: str, guard: int) -> None:
    for case in of_rule(97, 40, victim, guard):
        trace = trace_case(case)
        same_run(job(case).run().finish(), trace)
        check_invariants(case, trace)


@pytest.mark.parametrize(("victim", "guard"), RULES)
@pytest.mark.parametrize("budget", [None, 5])
def test_several_victims_in_one_step(victim: str, guard: int, budget: int | None) -> None:
    """Four of one block each fill the pool, and grow in the same step."""
    for lengths in ((3, 5, 3, 3), (9, 9, 9, 9), (2, 9, 4, 7)):
        asks = tuple(Ask(rid, 0, 4, n) for rid, n in zip("ABCD", lengths, strict=True))
        case = with_victim(Case(asks, Settings(4, 4, 4, budget)), victim, guard)
        agree(case)
        if budget is None and not guard:
            assert "several victims" in preemption_troubles(case)


def test_the_fewest_output_tokens_are_those_of_the_latest_admitted() -> None:
    """Whoever is older has sent as many: it decodes whenever a newer one does."""
    for case in of_rule(98, 500, "latest_admitted", 0):
        other = trace_case(with_victim(case, "fewest_output_tokens"))
        assert trace_case(case) == other


@settings(max_examples=100)
@given(cases(rejections=True), st.sampled_from(RULES))
def test_policies_agree_on_drawn_cases(case: Case, rule: tuple[str, int]) -> None:
    agree(with_victim(case, *rule) if case.settings.num_blocks is not None else case)


@pytest.mark.parametrize(("victim", "guard"), RULES)
def test_invariants_hold_after_every_event_under_a_policy(victim: str, guard: int) -> None:
    for case in of_rule(93, 25, victim, guard):
        driven.check_invariants(job(case))
        driven.check_told(job(case))


@pytest.mark.parametrize(("victim", "guard"), RULES)
def test_a_walk_is_exact_under_a_policy(victim: str, guard: int) -> None:
    draw = RandomDraw(Random(guard))
    for case in of_rule(94, 8, victim, guard):
        given_job = job(case)
        walker = Walker(Book(given_job), given_job.run())
        for _ in range(20):
            walker.move(draw)


@pytest.mark.parametrize(("victim", "guard"), RULES)
def test_no_finding_calls_a_policy_an_error(victim: str, guard: int) -> None:
    for case in of_rule(95, 20, victim, guard):
        found = {one.kind for one in find(job(case).run().finish())}
        assert found & ERRORS == set()


@pytest.mark.parametrize("victim", VICTIMS)
def test_the_cases_reach_the_hard_corners(victim: str) -> None:
    """Victims in the middle of prefilling, several in a step, askers among them."""
    found: Counter[str] = Counter()
    for case in of_rule(91, 150, victim, 0):
        found.update(preemption_troubles(case))
    wanted = {"own victim", "prefilling victim", "several victims"}
    missing = {trouble for trouble in wanted if not found[trouble]}
    assert missing == NEVER.get(victim, set())


@pytest.mark.parametrize(("victim", "guard"), RULES)
def test_a_guard_of_1_and_the_earliest_never_throw_a_rebuild_away(victim: str, guard: int) -> None:
    if guard != 1 and victim != "earliest_admitted":
        return
    for case in of_rule(96, 100, victim, guard):
        assert "prefilling victim" not in preemption_troubles(case)
