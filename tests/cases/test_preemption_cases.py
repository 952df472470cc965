"""Cases whose faulty rule is about who goes and what is left: its figures, what tells of it."""

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from core.cost import Cost
from core.lifecycle import Decoding, Preempted
from core.past import Past
from core.run import Run
from core.schedulers import knobs_of
from core.schedulers.vllm import Vllm
from core.schedulers.vllm_v0 import VllmV0
from core.study import divergence
from tests.cases.faulty import (
    AllGo,
    ForgetsToFree,
    LeastComputedGoes,
    LeastComputedGoesOn,
    TakesSome,
    TheFirstGoes,
    TheFirstGoesAndIsDropped,
    TheFirstGoesOn,
    TokensAreDropped,
)
from tests.cases.hooked import Hooked
from tests.cases.running import (
    by,
    case,
    first_of,
    found_in,
    missed,
    preempted,
    recomputed,
    right,
    sent_in,
    silent,
    steps_of,
)
from tests.engines.test_sourced_times import check_gaps
from tests.engines.test_vllm_agrees import Case, cases


@settings(max_examples=150)
@given(cases())
def test_the_hooks_alone_break_nothing(given: Case) -> None:
    """As it is, `Hooked` is vLLM 0.33 by first come, first served without a cache."""
    of_its_own = replace(given.scheduler, policy="fcfs", victim=None, admission=None)
    plain = replace(of_its_own, enable_prefix_caching=False, version=Vllm(1).version)
    hooked = Hooked(**{name: getattr(plain, name) for name in knobs_of(plain)})
    runs = [Run(given.requests, each, max_steps=200).finish() for each in (plain, hooked)]
    assert divergence(*runs) is None


def test_case_4_the_preemption_that_made_it_impossible() -> None:
    run, chunked = right(4, "chunking off"), right(4)
    assert preempted(run) == [(4, "B")]
    assert (recomputed(run), run.results()["B"]["emitted_tokens"]) == (16, 3)
    stall = first_of(run, "stall")
    assert (stall.steps, stall.rids) == ((6,), ("B",))
    assert "7 of 7 are free" in stall.title
    assert missed(run, 4)
    assert [steps_of(chunked, rid) for rid in "AB"] == [(0, 5), (1, 9)]
    assert silent(chunked, "stall")


def test_case_4_v0_refuses_what_could_outgrow_the_budget() -> None:
    knobs = VllmV0(7, max_num_seqs=8, max_num_batched_tokens=16, block_size=4)
    run = Run(case(4).requests, knobs).finish()
    assert steps_of(run, "A") == (0, 5)
    assert run.results()["B"]["state"] == "rejected"


def test_case_5_thrash_is_recomputed_work() -> None:
    run = right(5, "first chunk")
    share = first_of(run, "thrash").numbers
    assert (share["recomputed_tokens"], share["tokens"]) == (248, 379)
    assert [who for _, who in preempted(run)].count("L") == 5
    assert (steps_of(run, "L"), run.last_step) == ((26, 33), 33)
    again = [f.rids for f in found_in(run, "thrash") if f.rids]
    assert again == [("L",), ("D2",)]
    full = right(5)
    assert preempted(full) == [(17, "D2"), (27, "L")]
    assert (recomputed(full), full.last_step) == (75, 34)
    assert [f.rids for f in found_in(full, "thrash") if f.rids] == []


def test_case_6_the_first_goes_and_loses_its_tokens() -> None:
    run = by(TheFirstGoesAndIsDropped, 6)
    assert (run.status, run.period) == ("cycling", 7)
    cycle = first_of(run, "cycle")
    assert (cycle.jump.step, cycle.numbers["period"]) == (7, 7)
    assert "no request reached a new maximum of sent tokens" in run.reason
    assert run.series.preemptions[-1] + 2 * (99 - run.last_step) // 7 == 28
    assert missed(run, 6)
    kept, dropped = by(TheFirstGoes, 6), by(TokensAreDropped, 6)
    assert [steps_of(kept, rid) for rid in "AB"] == [(0, 19), (0, 12)]
    assert [steps_of(dropped, rid) for rid in "AB"] == [(0, 11), (0, 23)]
    assert len(preempted(dropped)) == 3
    assert all(silent(each, "cycle") for each in (right(6), kept, dropped))


def test_case_9_who_goes_of_three() -> None:
    least, first = by(LeastComputedGoes, 9), by(TheFirstGoes, 9)
    assert (preempted(least), recomputed(least)) == ([(3, "C"), (9, "A")], 24)
    assert (preempted(first), recomputed(first)) == ([(3, "A"), (10, "B")], 42)
    assert (least.last_step, first.last_step) == (24, 28)
    goes_on = [by(kind, 9) for kind in (LeastComputedGoesOn, TheFirstGoesOn)]
    assert [run.last_step for run in goes_on] == [23, 27]
    assert [recomputed(run) for run in goes_on] == [24, 42]
    assert all(missed(run, 9) for run in (least, first, *goes_on))
    for ended, went_on in zip((least, first), goes_on, strict=True):
        parted = divergence(ended, went_on)
        assert parted is not None
        assert parted.step in {step for step, _ in preempted(ended)}


@pytest.mark.parametrize(
    ("step", "ranking"),
    [(3, {"A": (10, 3), "B": (25, 7), "C": (8, 2)}), (9, {"A": (16, 4), "B": (31, 8)})],
)
def test_case_9_the_whole_ranking(step: int, ranking: dict[str, tuple[int, int]]) -> None:
    run = right(9)
    events = run.at(step).events
    at = next(n for n, event in enumerate(events) if event.kind == "preempted")
    seen = {each.rid: (each.computed_tokens, each.blocks) for each in run.at(step, at).candidates}
    assert seen == ranking


def test_case_12_prompts_first() -> None:
    """An engine really has this rule: vLLM V0."""
    knobs = VllmV0(64, max_num_seqs=32, max_num_batched_tokens=32, block_size=4, watermark=0.0)
    run = Run(case(12).requests, knobs).finish()
    assert sent_in(run, "D") == [0, *range(11, 16)]
    assert run.results()["D"]["longest_gap"] == 11
    ttft = [run.results()[f"p{n}"]["first_token"] for n in range(10)]
    assert ttft == [*range(1, 11)]
    assert run.last_step == 15
    assert missed(run, 12)
    assert right(12).results()["D"]["longest_gap"] == 1


def test_case_14_some_of_the_blocks() -> None:
    run = by(TakesSome, 14)
    blocks = first_of(run, "blocks")
    assert blocks.steps == (1,)
    event = next(n for n, e in enumerate(run.at(1).events, 1) if e.kind == "preempted")
    moment = run.at(1, event)
    assert (sum(len(row.blocks) for row in moment.running), moment.free_blocks) == (1, 3)
    assert (run.status, run.period) == ("cycling", 2)
    assert steps_of(run, "A") == (None, None)
    assert missed(run, 14)
    assert silent(right(14), "blocks", "cycle")


def test_case_14_a_roll_back_that_forgets_to_free() -> None:
    run = by(ForgetsToFree, 14)
    event = next(n for n, e in enumerate(run.at(1).events, 1) if e.kind == "ran")
    moment = run.at(1, event)
    assert (sum(len(row.blocks) for row in moment.running), moment.free_blocks) == (1, 1)
    assert first_of(run, "blocks").steps == (1,)
    assert first_of(run, "stall").rids == ("A",)
    assert first_of(run, "stall").steps == (2,)


def counts_from_0(kept: Callable[..., Preempted]) -> Callable[..., Preempted]:
    """16: the tokens sent are taken for a part of the prompt, and its answer for a new one."""

    def preempt(state: Decoding, step: int, tick: int, ticked_at: int) -> Preempted:
        whole = kept(state, step, tick, ticked_at)
        request = replace(whole.request, prompt_len=whole.known_tokens)
        return Preempted(request, whole.past, 0, step)

    return preempt


def test_case_16_output_counted_from_0_again() -> None:
    with patch.object(Decoding, "preempt", counts_from_0(Decoding.preempt)):
        run = by(Hooked, 16)
        sent = sent_in(run, "B")
        is_missed = missed(run, 16)
    assert sent == [*range(5), *range(12, 24)]
    assert is_missed
    right_run = right(16)
    assert sent_in(right_run, "B") == [*range(5), *range(12, 19)]
    (event,) = [event for event in right_run.at(5).events if event.kind == "preempted"]
    assert (event.rid, event.asker, event.emitted, event.lost_tokens) == ("B", "A", 5, 12)


def forgets_its_tokens(noted: Callable[..., Past]) -> Callable[..., Past]:
    """17: who is preempted has sent nothing yet, as far as times go."""

    def after_preemption(past: Past, lost_tokens: int, discarded_tokens: int = 0) -> Past:
        after = noted(past, lost_tokens, discarded_tokens)
        return replace(after, first_token=None, last_token=None)

    return after_preemption


def test_case_17_ttft_reset_at_the_rebuild() -> None:
    """The two laws of gaps tell: the first alone would not, since 20 + 4 = 24."""
    found = case(17)
    with patch.object(Past, "after_preemption", forgets_its_tokens(Past.after_preemption)):
        run = Run(found.requests, found.scheduler, cost=Cost(1.0)).finish()
        assert run.results()["B"]["first_token"] == 20
        with pytest.raises(AssertionError):
            check_gaps(run)
        assert missed(run, 17)
    timed = Run(found.requests, found.scheduler, cost=Cost(1.0)).finish()
    check_gaps(timed)
    assert sent_in(timed, "B") == [0, *range(20, 25)]
    assert timed.results()["B"]["longest_gap"] == 20


def test_case_19_all_go() -> None:
    run = by(AllGo, 19)
    assert preempted(run) == [(57, f"r{n}") for n in (3, 2, 1, 0)]
    assert recomputed(run) == 1024
    assert [(row.rid, row.emitted) for row in run.at(57).waiting] == [
        (f"r{n}", 57) for n in range(4)
    ]
    assert first_of(run, "thrash").numbers["recomputed_tokens"] == 1024
    assert missed(run, 19)
    one = right(19)
    (event,) = [event for event in one.at(57).events if event.kind == "preempted"]
    assert (event.rid, event.asker, len(event.blocks)) == ("r3", "r0", 256)
    assert silent(one, "thrash")
