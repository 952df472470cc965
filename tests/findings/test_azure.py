"""The real trace on the pool of a real GPU: right rules, and a workload that hurts."""

import os
from pathlib import Path

import pytest

from core import Run
from core.findings import Finding, find
from core.story import story
from core.workload import load

DATA = os.environ.get("DRIFTWOOD_DATA", "")
TRACE = Path(DATA, "traces", "azure-2023", "AzureLLMInferenceTrace_conv.csv")

pytestmark = pytest.mark.skipif(not DATA, reason="DRIFTWOOD_DATA, the folder of traces, is unset")


@pytest.fixture(scope="module")
def run() -> Run:
    """The whole hour: 175,302 steps."""
    return load(TRACE).run().finish()


@pytest.fixture(scope="module")
def found(run: Run) -> tuple[Finding, ...]:
    """Its findings."""
    return find(run)


def test_the_scheduler_does_no_wrong(found: tuple[Finding, ...]) -> None:
    assert [each.kind for each in found] == ["thrash"] * 3 + ["head_blocked"] * 3


def test_the_worst_are_told_with_their_number(found: tuple[Finding, ...]) -> None:
    thrash, head = found[0], found[3]
    assert (thrash.rids, thrash.jump) == (("r00853",), (9293, 1))
    assert dict(thrash.numbers) == {"times": 2, "lost_tokens": 8204, "requests": 16}
    assert (head.rids, head.jump) == (("r01502", "r01504"), (15509, 2))
    assert (head.numbers["in_steps"], head.numbers["heads"]) == (111, 954)


def test_a_story_of_it(run: Run) -> None:
    told = story(run, "r00853")
    assert sum(line.kind == "preempted" for line in told) == 3
    assert told[-1].text == (
        "in all: waited 20 steps (blocks 20); preempted 3 times, 12,295 tokens to redo; "
        "TTFT 193.737 ms; longest gap 10 steps, 200 ms; worst stall 180 ms"
    )
