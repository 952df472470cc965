"""Liveness: every run ends, whatever a policy chooses; and wrong keys are told from right ones."""

from collections.abc import Callable
from zlib import crc32

import pytest

from core import Candidate, Run
from core.policies.victim import VictimPolicy
from core.schedulers.driftwood import Driftwood
from tests.findings.runs import requests_of
from tests.naive.strategies import random_cases, trace_case, with_victim
from tests.naive.test_traces_agree import same_figures, same_run


def at_random(seed: int) -> Callable[[Candidate], int]:
    """A policy that depends on all that it sees and follows nothing."""
    return lambda candidate: crc32(repr((seed, candidate)).encode())


@pytest.mark.parametrize("seed", range(4))
def test_every_run_ends_whatever_is_chosen(seed: int) -> None:
    for case in random_cases(200 + seed, 400):
        limits = case.settings
        if limits.num_blocks is None:
            continue
        scheduler = Driftwood(
            limits.max_running,
            limits.block_size,
            limits.num_blocks,
            limits.token_budget,
            at_random(seed),
        )
        run = Run(requests_of(case), scheduler, max_steps=5_000).finish()
        assert run.status == "finished"


WRONG: list[tuple[str, VictimPolicy]] = [
    ("earliest_admitted", lambda one: -one.admission),
    ("largest_cache", lambda one: -one.known_tokens),
    ("largest_cache", lambda one: -one.blocks),
    ("largest_cache", lambda one: (-one.computed_tokens, one.admission)),
    ("least_computed", lambda one: one.known_tokens),
    ("least_computed", lambda one: (one.computed_tokens, one.admission)),
    ("fewest_output_tokens", lambda one: (one.emitted, one.admission)),
    ("fewest_output_tokens", lambda one: -one.emitted),
]


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_key_is_caught_by_the_naive_engine(name: str, wrong: VictimPolicy) -> None:
    for case in random_cases(81, 200):
        limits = case.settings
        if limits.num_blocks is None:
            continue
        scheduler = Driftwood(
            limits.max_running, limits.block_size, limits.num_blocks, limits.token_budget, wrong
        )
        run = Run(requests_of(case), scheduler).finish()
        trace = trace_case(with_victim(case, name))
        try:
            same_run(run, trace)
            same_figures(run, trace)
        except AssertionError:
            return
    raise AssertionError("nobody saw it")
