"""The naive engine's own sanity, on drawn workloads, and proof that these reach the hard cases."""

from collections import Counter

from hypothesis import given, settings

from tests.naive.check_invariants import changes, check_invariants
from tests.naive.records import LogEntry, Settings
from tests.naive.strategies import Case, cases, random_cases, simulate_case, trace_case


@settings(max_examples=200)
@given(cases(rejections=True))
def test_drawn_runs_add_up(case: Case) -> None:
    check_invariants(case, trace_case(case))


def test_random_runs_add_up() -> None:
    for case in random_cases(seed=1, count=1500, rejections=True):
        check_invariants(case, trace_case(case))


def test_same_seed_same_cases() -> None:
    assert list(random_cases(7, 20)) == list(random_cases(7, 20))
    assert list(random_cases(7, 20)) != list(random_cases(8, 20))


def test_random_cases_reach_the_hard_corners() -> None:
    """Each kind of trouble turns up in a fair share of the cases."""
    found: Counter[str] = Counter()
    for case in random_cases(seed=2, count=1000, rejections=True):
        found.update(troubles(case))
    for trouble in (
        "preempted",
        "own victim",
        "prefilling victim",
        "several victims",
        "preempted twice",
        "rebuild in chunks",
        "rejected",
        "chunk",
        "unserved",
        "idle gap",
        "slots",
        "blocks",
        "turn",
    ):
        assert found[trouble] >= 20, found


def troubles(case: Case) -> set[str]:
    """Name the kinds of trouble that one case contains."""
    trace = trace_case(case)
    found = {str(change[0]) for change in changes(trace)}
    for outcome in trace.outcomes.values():
        found |= {cause for cause, steps in outcome.waited.items() if steps}
        found |= {"unserved"} if outcome.unserved else set()
        found |= {"preempted twice"} if outcome.preemptions > 1 else set()
    steps = [record.step for record in trace.steps]
    found |= {"idle gap"} if steps[-1] - steps[0] >= len(steps) else set()
    return found | preemption_troubles(case)


def preemption_troubles(case: Case) -> set[str]:
    found: set[str] = set()
    decoding: set[str] = set()
    victims: set[str] = set()
    for record in trace_case(case).steps:
        preempted = [change for change in record.changes if change[0] == "preempted"]
        found |= {"several victims"} if len(preempted) > 1 else set()
        found |= {"own victim" for change in preempted if change[1] == change[2]}
        found |= {"prefilling victim" for change in preempted if change[1] not in decoding}
        victims |= {str(change[1]) for change in preempted}
        decoding = (decoding - victims) | set(record.emitted)
        chunked = {change[1] for change in record.changes if change[0] == "chunk"}
        found |= {"rebuild in chunks"} if chunked & victims else set()
    return found


@settings(max_examples=100)
@given(cases())
def test_limits_that_never_bind_change_nothing(case: Case) -> None:
    """Huge memory and a huge budget give the result of continuous batching alone."""
    slots = case.settings.max_running
    alone = simulate_case(Case(case.asks, Settings(slots)))
    assert simulate_case(Case(case.asks, Settings(slots, 4, 1000, 1000))) == alone


@settings(max_examples=100)
@given(cases())
def test_log_and_trace_tell_the_same(case: Case) -> None:
    """The log has every step up to the last finish; asking for it changes no result."""
    log: list[LogEntry] = []
    results = simulate_case(case, log)
    trace = trace_case(case)
    assert results == simulate_case(case) == trace.results
    assert [entry["step"] for entry in log] == list(range(trace.steps[-1].step + 1))
    busy = [entry for entry in log if entry["running"]]
    assert [entry["emitted"] for entry in busy] == [record.emitted for record in trace.steps]
