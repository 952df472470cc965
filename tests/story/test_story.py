"""A request's life is told in full, and its figures are those of the results."""

import pytest

from core import Request, Run, make_scheduler
from core.cost import Cost
from core.metrics import CAUSES
from core.schedulers.driftwood import Driftwood
from core.story import Line, story
from core.story.line import MOST_AT_AN_END, Lines
from core.story.wait import Wait
from tests.findings.faulty import ForgetsABlock, MakesRoomForTheHead, NeverSaysNever
from tests.findings.runs import right_runs, run_of

PREEMPTED = "preempted: B, admitted last, makes room for A"
COST, GAP = "preempted 1 time, 6 tokens to redo", "longest gap 2 steps"
B = (
    (None, None, None, "a prompt of 4 tokens, 5 tokens asked for"),
    (0, 0, 2, "arrives"),
    (0, 0, 4, "admitted: takes a slot, 1 block for 4 tokens; 1 free"),
    (0, 0, 6, "prompt done in 1 chunk: sends its first token"),
    (1, 2, None, "decodes: 2 tokens, 3 of 5 sent; grew by 1 block"),
    (3, 3, 1, f"{PREEMPTED}: frees 2 blocks, 6 computed tokens to redo; keeps 3 of 5 tokens sent"),
    (3, 3, None, "waits 1 step: 1 for blocks (needs 2, 1 free)"),
    (4, 4, 1, "comes back: takes a slot, 2 blocks for 7 tokens to recompute; 2 free"),
    (4, 4, 3, "rebuilt 7 tokens in 1 chunk: sends its next token, 2 steps after the one before"),
    (5, 5, None, "decodes: 1 token, 5 of 5 sent"),
    (5, 5, 2, "finished: sent its last token, gives back 2 blocks"),
    (None, None, None, f"in all: waited 1 step (blocks 1); {COST}; TTFT 1 step; {GAP}"),
)


@pytest.fixture
def preemption() -> Run:
    """The brief's second example."""
    requests = (("A", 0, 6, 4), ("B", 0, 4, 5), ("C", 1, 3, 2))
    return run_of(Driftwood(3, 4, 4), *requests)


def texts(run: Run, rid: str) -> list[str]:
    return [line.text for line in story(run, rid)]


def test_a_life_with_a_preemption(preemption: Run) -> None:
    told = story(preemption, "B")
    assert tuple((line.step, line.until, line.event, line.text) for line in told) == B
    assert [line.kind for line in told] == [
        *("asked", "arrived", "admitted", "first_token", "decoded", "preempted", "waited"),
        *("admitted", "rebuilt", "decoded", "finished", "total"),
    ]


def test_whom_it_drove_out_and_whom_it_waited_behind(preemption: Run) -> None:
    assert "decodes: 3 tokens, 4 of 4 sent; grew by 1 block; B had to make room for it" in texts(
        preemption, "A"
    )
    assert "waits 3 steps: 1 for its turn (behind B), 2 for blocks (needs 1, 0 free)" in texts(
        preemption, "C"
    )


def test_a_rebuild_sends_no_token_twice() -> None:
    """Case 16: B emits at 0 to 4 and 12 to 18, exactly twelve tokens."""
    told = story(run_of(Driftwood(8, 4, 6, 16), ("A", 0, 8, 12), ("B", 0, 8, 12)), "B")
    assert [(line.step, line.until) for line in told if line.kind == "decoded"] == [
        (1, 4),
        (13, 18),
    ]
    assert "rebuilt 13 tokens in 1 chunk: sends its next token, 8 steps after the one before" in [
        line.text for line in told
    ]
    assert told[-1].text.startswith(
        "in all: waited 7 steps (blocks 7); preempted 1 time, 12 tokens"
    )


def test_its_own_victim() -> None:
    """Case 17."""
    told = texts(run_of(Driftwood(8, 16, 4, 64), ("A", 0, 16, 20), ("B", 0, 32, 6)), "B")
    assert (
        "preempted: B needs a block, none is free and it was admitted last: frees 2 blocks, "
        "32 computed tokens to redo; keeps 1 of 6 tokens sent"
    ) in told
    assert "in all: waited 19 steps (blocks 19)" in told[-1]
    assert told[-1].endswith("TTFT 1 step; longest gap 20 steps")


def test_chunks_and_steps_without_budget() -> None:
    run = run_of(Driftwood(2, token_budget=4), ("A", 0, 6, 3), ("B", 0, 3, 2))
    assert "prompt done in 2 chunks, after 1 step without budget: sends its first token" in texts(
        run, "B"
    )
    assert "1 step admitted without a token" in texts(run, "B")[-1]


def test_slots_are_waited_for() -> None:
    run = run_of(Driftwood(1), ("A", 0, 1, 5), ("B", 0, 1, 1), ("C", 0, 1, 1))
    assert "waits 5 steps: 5 for a slot (1 of 1 taken)" in texts(run, "B")
    assert "waits 6 steps: 5 for its turn (behind B), 1 for a slot (1 of 1 taken)" in texts(
        run, "C"
    )


def test_the_numbers_of_a_wait_are_those_of_their_cause() -> None:
    run = run_of(Driftwood(2, 4, 12), ("L", 0, 20, 28), ("M", 0, 4, 20), ("H", 3, 30, 4))
    wait = next(text for text in texts(run, "H") if text.startswith("waits"))
    assert run.at(9).waiting.rids == ["H"]
    assert run.at(9).held_slots == 2
    assert "10 for a slot (2 of 2 taken), 7 for blocks (needs 8, 6–7 free)" in wait


def test_a_rejection() -> None:
    told = texts(run_of(Driftwood(2, 4, 2), ("A", 3, 60, 4)), "A")
    assert told[1] == "rejected: needs 16 blocks, the pool has 2: it could never run, even alone"
    assert len(told) == 3


def test_one_that_never_ends() -> None:
    run = run_of(NeverSaysNever(8, 4, 12, 16), ("A", 0, 8, 3), ("B", 1, 60, 4), ("C", 2, 8, 3))
    told = texts(run, "C")
    assert told[2] == "waits 2 steps: 2 for its turn (behind B)"
    assert told[3].startswith("still waits, 0 of 3 tokens sent: the run is stalled: nothing can")


def test_one_that_still_runs_or_has_not_come() -> None:
    requests = (("A", 0, 1, 9), ("B", 7, 1, 2))
    run = run_of(Driftwood(2), *requests, max_steps=5)
    assert texts(run, "A")[-3:-1] == [
        "decodes: 4 tokens, 5 of 9 sent",
        "still runs, 5 of 9 tokens sent: the run is limit: stopped after 5 executed steps",
    ]
    assert texts(run, "B")[1].startswith("has not arrived, 0 of 2 tokens sent")
    assert story(Run([Request("A", 0, 1, 1)], Driftwood(1)), "A")[1].text.startswith("has not")


def test_a_clock_is_kept() -> None:
    requests = [Request("A", 0, 4, 3, arrival_ms=5.0), Request("B", 0, 4, 1, arrival_ms=31.5)]
    run = Run(requests, make_scheduler("driftwood", max_running=1)).finish()
    told = story(run, "B")
    assert (told[1].step, told[1].text) == (2, "arrives")
    assert "TTFT 53.5 ms" in told[-1].text


def test_there_is_no_such_request(preemption: Run) -> None:
    with pytest.raises(LookupError):
        story(preemption, "Z")


def test_a_story_without_end_is_short() -> None:
    run = run_of(MakesRoomForTheHead(8, 4, 8, 16), ("A", 0, 16, 12), ("B", 1, 24, 4))
    told = story(run, "A")
    assert len(told) < 2 * MOST_AT_AN_END + 5
    lines = Lines()
    for step in range(1000):
        lines.add("arrived", step, "arrives")
    kept = list(lines)
    assert len(kept) == 2 * MOST_AT_AN_END + 1
    assert kept[MOST_AT_AN_END].text == f"… {1000 - 2 * MOST_AT_AN_END:,} more lines of this kind …"
    assert kept[-1].step == 999


@pytest.mark.parametrize("seed", range(10))
def test_its_figures_are_those_of_the_results(seed: int) -> None:
    for run in right_runs(seed + 500, 30):
        for rid, result in run.results().items():
            told = story(run, rid)
            waited = sum(result["waited"][cause] for cause in CAUSES)
            assert sum(steps_of(line) for line in told if line.kind == "waited") == waited
            preempted = [line for line in told if line.kind == "preempted"]
            assert len(preempted) == result["preemptions"]
            assert all(
                run.at(line.step, line.event).events[-1].kind == "preempted"
                for line in preempted
                if line.step is not None
            )
            check_tokens(told, result["first_token"], result["finish"])


def steps_of(line: Line) -> int:
    assert line.step is not None
    assert line.until is not None
    return line.until - line.step + 1


def check_tokens(told: tuple[Line, ...], first: int | None, finish: int | None) -> None:
    """The lines of the first token and of the end stand at the steps of the results."""
    steps = {line.kind: line.step for line in told}
    assert steps.get("first_token") == first
    assert steps.get("finished") == finish


def test_faults_do_not_stop_it() -> None:
    run = run_of(ForgetsABlock(8, 4, 6, 16), ("A", 0, 8, 12), ("B", 0, 8, 12))
    assert story(run, "B")[-2].kind == "finished"


def test_a_wait_for_no_reason_says_so() -> None:
    run = run_of(MakesRoomForTheHead(8, 4, 8, 16), ("A", 0, 16, 12), ("B", 1, 24, 4))
    assert "waits 1 step: 1 for no recorded reason" in texts(run, "A")
    assert Wait("A", 3).words() == "0 steps: "


def test_a_client_that_stands_still_for_a_prompt_is_told_so() -> None:
    timed = Cost(20, per_prefill_token_ms=0.5)
    requests = [Request("a", 0, 1, 4), Request("n", 1, 260, 1)]
    run = Run(requests, Driftwood(2, prefill="first"), cost=timed).finish()
    told = texts(run, "a")
    stands = "stands still in 1 step, in which prompts go alone"
    assert f"decodes: 3 tokens, 4 of 4 sent; {stands}" in told
    assert told[-1].endswith("longest gap 2 steps, 170 ms; worst stall 150 ms")


def test_who_lost_all_sends_its_first_token_again() -> None:
    requests = [Request("A", 0, 6, 4), Request("B", 0, 4, 5)]
    run = Run(requests, Driftwood(3, 4, 4, on_preempt="discard")).finish()
    again = "rebuilt 4 tokens in 1 chunk: sends its first token again, 1 step after the one before"
    assert again in texts(run, "B")


def test_long_times_are_told_in_full() -> None:
    run = Run([Request("a", 0, 1, 1)], Driftwood(1), cost=Cost(1_234_567.5)).finish()
    assert "TTFT 1,234,567.5 ms" in texts(run, "a")[-1]
