"""Engines read from source equal their naive twins on random workloads, in everything they do."""

import pytest
from hypothesis import given, settings

from core.run import Run
from tests.engines.sourced import ENGINES, MOST, Case, cases, compare


@pytest.mark.parametrize("engine", ENGINES)
def test_every_step_is_equal(engine: str) -> None:
    @settings(max_examples=400)
    @given(cases(engine))
    def equal(case: Case) -> None:
        compare(case)

    equal()


@pytest.mark.parametrize("engine", ["vllm-v0", "sarathi", "orca"])
def test_every_run_ends(engine: str) -> None:
    """Nobody waits for ever: who could is refused at its arrival."""

    @settings(max_examples=200)
    @given(cases(engine))
    def ends(case: Case) -> None:
        run = Run(case.requests, case.scheduler, max_steps=MOST).finish()
        assert run.status == "finished"
        states = {result["state"] for result in run.results().values()}
        assert states <= {"finished", "rejected"}

    ends()
