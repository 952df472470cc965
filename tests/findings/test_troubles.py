"""What the right rules may do, found with exact evidence: worked out once more from the moments."""

from collections import Counter

import pytest

from core import Run
from core.events import Preempted
from core.findings import Jump, find, head_blocked, starvation, thrash
from core.findings.finding import MOST_CASES
from core.metrics import CAUSES, totals
from core.schedulers.driftwood import Driftwood
from tests.findings.runs import kinds, only, right_runs, run_of
from tests.mutants.admissions import SkipsAhead


def crowded() -> Run:
    """Four that grow together in a pool for two."""
    return run_of(Driftwood(4, 2, 12), *((f"r{n}", 0, 4, 12) for n in range(4)))


def test_thrash() -> None:
    run = crowded()
    found = [each for each in find(run) if each.kind == "thrash"]
    figures = totals(run)
    assert found[0].numbers["share"] == figures["recomputed_share"]
    assert found[0].numbers["recomputed_tokens"] == figures["recomputed_tokens"]
    assert found[0].title == (
        "43.4% of all processed tokens (46 of 106) were computed before and lost in 5 preemptions"
    )


@pytest.mark.parametrize("seed", range(310, 315))
def test_who_thrashes_is_told_exactly(seed: int) -> None:
    for run in right_runs(seed, 40):
        sent: dict[str, int] = {}
        times: Counter[str] = Counter()
        lost: Counter[str] = Counter()
        for step in run.series.step:
            for event in run.at(step).events:
                if isinstance(event, Preempted):
                    if event.emitted - sent.get(event.rid, -999) <= thrash.FEW_TOKENS:
                        times[event.rid] += 1
                        lost[event.rid] += event.lost_tokens
                    sent[event.rid] = event.emitted
        found = [each for each in find(run) if each.kind == "thrash" and each.rids]
        assert len(found) == min(MOST_CASES, len(times))
        for each in found:
            (rid,) = each.rids
            assert (each.numbers["times"], each.numbers["lost_tokens"]) == (times[rid], lost[rid])
            event = run.at(*each.jump).events[-1]
            assert isinstance(event, Preempted)
            assert event.rid == rid


def test_starvation() -> None:
    found = only(run_of(Driftwood(1), ("A", 0, 1, 60), ("B", 0, 1, 2)), "starvation")
    assert found.title == "B waited 60 steps for 2 of service, overtaken by 0 later ones"
    assert (found.rids, found.jump) == (("B",), Jump(60, 1))


@pytest.mark.parametrize("waited", [starvation.LEAST_STEPS - 1, starvation.LEAST_STEPS])
def test_a_short_wait_starves_nobody(waited: int) -> None:
    run = run_of(Driftwood(1), ("A", 0, 1, waited), ("B", 0, 1, 1))
    assert ("starvation" in kinds(run)) == (waited >= starvation.LEAST_STEPS)


def test_a_long_service_may_wait_long() -> None:
    assert kinds(run_of(Driftwood(1), ("A", 0, 1, 60), ("B", 0, 1, 3))) == set()


def test_who_is_overtaken() -> None:
    """Case 10: while the head does not fit, later ones that fit are let in, again and again."""
    stream = [(f"c{n:02}", 2 + n, 4, 6) for n in range(32)]
    requests = (("A", 0, 16, 40), ("B", 1, 60, 2), *stream)
    found = only(run_of(SkipsAhead(8, 4, 16, 64), *requests), "starvation")
    assert found.rids == ("B",)
    assert found.numbers["overtaken"] == 32
    assert all(each.kind != "starvation" for each in find(run_of(Driftwood(8, 4, 16), *requests)))


def test_one_that_still_waits_starves() -> None:
    found = only(
        run_of(Driftwood(1), ("A", 0, 1, 900), ("B", 3, 1, 2), max_steps=100), "starvation"
    )
    assert found.title.startswith("B waited 97 steps for 2 of service")
    assert found.jump == Jump(99, 1)


def test_the_head_is_in_the_way() -> None:
    requests = (("A", 0, 8, 4), ("B", 0, 12, 3), ("s1", 1, 2, 1), ("s2", 1, 3, 1))
    found = only(run_of(Driftwood(4, 4, 5), *requests), "head_blocked")
    assert found.title == (
        "B did not fit while somebody behind it would have, in 3 steps from 1 on: it needs "
        "4 blocks with 2 free, s1 behind it 1"
    )
    assert (found.rids, found.steps, found.jump.step) == (("B", "s1"), (1,), 1)


def in_the_way(run: Run) -> Counter[str]:
    """In how many steps each head was in the way, as the moments tell it."""
    steps: Counter[str] = Counter()
    for step in run.series.step:
        moment = run.at(step)
        held, behind = moment.held, moment.waiting[1:]
        if held is None or held.cause != "blocks" or not behind:
            continue
        least = min(-(-row.known_tokens // moment.block_size) for row in behind)
        limit = getattr(run.scheduler, "max_running", 0)
        steps[held.rid] += held.running < limit and least <= held.free_blocks
    return steps


@pytest.mark.parametrize("seed", range(320, 325))
def test_whoever_is_in_the_way_is_told_exactly(seed: int) -> None:
    for run in right_runs(seed, 40):
        least = head_blocked.LEAST_STEPS
        steps = {rid: count for rid, count in in_the_way(run).items() if count >= least}
        found = [each for each in find(run) if each.kind == "head_blocked"]
        told = {each.rids[0]: each.numbers["in_steps"] for each in found}
        assert told.items() <= steps.items()
        assert sorted(told.values()) == sorted(steps.values())[-MOST_CASES:]


@pytest.mark.parametrize("seed", range(330, 335))
def test_waits_are_those_of_the_results(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for run in right_runs(seed, 40):
        monkeypatch.setattr(starvation, "LEAST_STEPS", 1)
        monkeypatch.setattr(starvation, "MANY_TIMES", 0)
        results = run.results()
        for found in find(run):
            if found.kind == "starvation":
                waited = results[found.rids[0]]["waited"]
                assert found.numbers["waited"] == sum(waited[cause] for cause in CAUSES)
                assert found.numbers["overtaken"] == 0
