"""Every figure of a tenant, a priority and a run equals the one counted from the records."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random

import pytest

from core.metrics import Totals, jain, of_priorities, of_tenants, totals
from core.run import Run
from tests.metrics.naive_figures import Figures, naive_slots, naive_times
from tests.naive_lab.cases import FAMILIES, random_cases
from tests.naive_lab.really import faults_of, run_of
from tests.times.test_naive import NOISE_MS
from tests.times.test_naive import jobs as timed_jobs
from tests.walk.driven import Job
from tests.walk.jobs import random_jobs


def shared(job: Job, chance: Random) -> Job:
    """`job` with its requests given to a few tenants and priorities."""
    requests = (
        replace(r, tenant=chance.choice(("", "a", "b")), priority=chance.randint(-1, 1))
        for r in job.requests
    )
    return replace(job, requests=tuple(requests))


def runs(seed: int, count: int) -> Iterator[Run]:
    chance = Random(seed)
    for each in random_jobs(seed, count):
        yield shared(each, chance).run().finish()


def same(figures: Totals, naive: Figures, noise: float = 1e-9) -> None:
    for name, exact in naive.items():
        assert figures[name] == pytest.approx(float(exact), abs=noise), name


def groups(run: Run) -> Iterator[tuple[Collection[str], Totals]]:
    """Everybody, each tenant and each priority: their rids and figures."""
    yield [r.rid for r in run.requests], totals(run)
    for tenant, figures in of_tenants(run).items():
        yield [r.rid for r in run.requests if r.tenant == tenant], figures
    for priority, figures in of_priorities(run).items():
        yield [r.rid for r in run.requests if r.priority == priority], figures


@pytest.mark.parametrize("seed", [41, 42])
def test_slot_steps_are_those_of_the_records(seed: int) -> None:
    for run in runs(seed, 100):
        for rids, figures in groups(run):
            same(figures, naive_slots(run, rids))


def test_times_are_those_token_by_token() -> None:
    chance = Random(43)
    for each in timed_jobs(43, 60):
        run = shared(each, chance).run().finish()
        for rids, figures in groups(run):
            naive = naive_times(run, rids)
            same(figures, naive, NOISE_MS)
            assert ("itl_ms_mean" in figures) == ("itl_ms_mean" in naive)


def lab_runs(seed: int, count: int, family: str) -> Iterator[Run]:
    """Runs with other choices than the brief's; those that do not go together are left out."""
    for case in random_cases(seed, count, family):
        if not faults_of(case):
            yield run_of(case)


@pytest.mark.parametrize("family", FAMILIES)
def test_figures_of_every_policy_are_those_of_the_records(family: str) -> None:
    for run in lab_runs(47, 60, family):
        rejected = totals(run)["rejected"]
        for rids, figures in groups(run):
            same(figures, naive_slots(run, rids))
            if family == "timed" and not rejected:
                same(figures, naive_times(run, rids), NOISE_MS)
        check_laws(run)


SUMMED = (
    *("requests", "finished", "rejected", "emitted_tokens", "turns", "preemptions"),
    *("recomputed_tokens", "waited_slots", "waited_blocks", "waited_turn", "unserved"),
    *("held_slot_steps", "useful_slot_steps", "idle_slot_steps"),
)


def check_laws(run: Run) -> None:
    whole, results = totals(run), run.results()
    for every in (of_tenants(run, results), of_priorities(run, results)):
        for name in SUMMED:
            assert sum(figures[name] for figures in every.values()) == whole[name], name
        for figures in every.values():
            check_share(figures)
    check_share(whole)
    series = run.series
    assert whole["held_slot_steps"] == sum(map(series.held_slots, range(len(series))))
    assert whole["emitted_tokens"] == sum(series.emitted)
    admitted = sum(result["admitted"] is not None for result in results.values())
    assert whole["preemptions"] <= whole["turns"] <= whole["preemptions"] + admitted
    check_fairness(whole, len({r.tenant for r in run.requests}))


def check_fairness(whole: Totals, tenants: int) -> None:
    """A share of what there is some of, where several can have it."""
    for name, shared_out in (("tokens", "emitted_tokens"), ("turns", "turns")):
        value = whole.get(f"fairness_of_{name}")
        assert (value is not None) == (tenants > 1 and whole[shared_out] > 0)
        assert value is None or 1 / tenants - 1e-9 <= value <= 1 + 1e-9


def check_share(figures: Totals) -> None:
    held, useful, idle = (figures[f"{name}_slot_steps"] for name in ("held", "useful", "idle"))
    assert held == useful + idle
    assert 0 <= idle <= held
    assert figures["real_demand"] <= figures["occupancy"]
    assert ("utilisation" in figures) == bool(held)
    assert 0 <= figures.get("utilisation", 0) <= 1


@pytest.mark.parametrize("seed", [44, 45])
def test_laws_between_figures(seed: int) -> None:
    for run in runs(seed, 150):
        check_laws(run)


def test_laws_hold_half_way() -> None:
    chance = Random(46)
    for each in random_jobs(46, 100):
        job = shared(each, chance)
        whole = job.run().finish()
        for steps in range(len(whole.series)):
            check_laws(job.run().advance(steps))


def test_jain_is_between_one_nth_and_one() -> None:
    assert jain([3, 3, 3]) == 1
    assert jain([5, 0, 0, 0]) == 0.25
    assert jain([1, 1, 0, 0]) == 0.5
    assert jain([12, 4]) == 256 / (2 * 160)
    assert jain([0, 0]) is None
    assert jain([]) is None
