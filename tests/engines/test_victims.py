"""On every engine who is preempted is the first of the ranking, by the rule it tells."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings

from core import Request, Run
from core.events import Preempted
from core.policies import rule_in_force
from core.ranking import Ranking, ranking
from core.schedulers import Scheduler
from core.schedulers.vllm import Vllm
from tests.engines import seen, sourced, test_tensorrt_agrees, test_vllm_agrees
from tui.frames import frame
from tui.session import Session
from tui.view.rules import rule_of
from tui.view.scene import Film

MOST_STEPS = 200


def rankings(
    requests: Sequence[Request], scheduler: Scheduler
) -> Iterator[tuple[Preempted, Ranking]]:
    """Each preemption of a run, with its candidates."""
    run = Run(requests, scheduler, max_steps=MOST_STEPS).finish()
    rule = rule_in_force(scheduler)
    for step in run.series.step:
        for number, event in enumerate(run.at(step).events, 1):
            if isinstance(event, Preempted):
                yield event, ranking(run.at(step, number - 1), event, None, rule)


def check(requests: Sequence[Request], scheduler: Scheduler) -> None:
    """The victim is the first, and loses and frees what the ranking says."""
    for event, found in rankings(requests, scheduler):
        first = found.candidates[0]
        assert (first.rid, first.chosen) == (event.rid, True)
        assert first.why.startswith("chosen: ")
        assert (first.lost_tokens, first.blocks) == (event.lost_tokens, len(event.blocks))
        assert not any(other.chosen for other in found.candidates[1:])


@settings(max_examples=100)
@given(test_vllm_agrees.cases())
def test_vllm(case: test_vllm_agrees.Case) -> None:
    check(case.requests, case.scheduler)


@settings(max_examples=80)
@given(test_tensorrt_agrees.cases())
def test_tensorrt(case: seen.Case) -> None:
    check(case.requests, case.scheduler)


@pytest.mark.parametrize("engine", ["vllm-v0", "nano-vllm", "sarathi"])
def test_engines_that_were_read_from_source(engine: str) -> None:
    @settings(max_examples=40)
    @given(sourced.cases(engine))
    def of(case: sourced.Case) -> None:
        check(case.requests, case.scheduler)

    of()


def scheduled(run: Run, step: int) -> list[str]:
    """Who ran before `step`."""
    return run.at(step, 0).running.rids


def urgent() -> list[Request]:
    """Two that run, and a third that makes the least urgent of them go."""
    return [
        Request("M", 0, 8, 6, priority=2),
        Request("L", 0, 8, 6, priority=5),
        Request("U", 1, 3, 6, priority=0),
    ]


def test_by_priority_the_ranking_has_vllms_words() -> None:
    scheduler = Vllm(7, max_num_seqs=3, max_num_batched_tokens=24, block_size=4, policy="priority")
    ((event, found),) = rankings(urgent(), scheduler)
    assert event.rid == "L"
    assert found.order == "the least urgent goes first, of these the latest to arrive"
    assert [(one.rid, one.why) for one in found.candidates] == [
        ("L", "chosen: least urgent, then latest to arrive (priority 5, arrival 0)"),
        ("M", "more urgent, or earlier (priority 2, arrival 0)"),
        ("U", "more urgent, or earlier (priority 0, arrival 1)"),
    ]


@pytest.mark.parametrize(
    ("policy", "at_120"),
    [("fcfs", "could have gone, in the rule’s order:"), ("priority", "tokens and blocks to lose:")],
)
def test_the_screen_has_the_ranking_and_the_rule(policy: str, at_120: str) -> None:
    scheduler = Vllm(7, max_num_seqs=3, max_num_batched_tokens=24, block_size=4, policy=policy)
    run = Run(urgent(), scheduler).finish()
    step, number = next(
        (step, number)
        for step in run.series.step
        for number, event in enumerate(run.at(step).events, 1)
        if isinstance(event, Preempted)
    )
    assert at_120 in frame(run, step, number, (120, 40))
    shown = frame(run, step, number, (200, 60))
    assert "could have gone, in the rule’s order:" in shown
    assert shown.count(" tokens to redo  ") >= len(scheduled(run, step))
    scene = Session(Film(run), step, number).scene
    phase, told = rule_of(scene) or ("", "")
    assert phase == "running"
    assert "somebody is preempted: the last of them, or by priority" in told
