"""Cases whose faulty rule is about who comes in: its figures, and what tells of it."""

from core.explain import reason, why_waiting
from core.study import divergence
from tests.cases.faulty import (
    CountsHitsAsFree,
    CountsTheReservedBlock,
    MakesRoomForTheHead,
    NeverSaysNever,
    OnePromptAStep,
    SkipsAhead,
    SleepsWhenEmpty,
    TakesSlots,
    TakesSlotsFromEquals,
    WholeLife,
)
from tests.cases.running import (
    by,
    case,
    first_of,
    found_in,
    missed,
    preempted,
    recomputed,
    right,
    silent,
    steps_of,
)

ENDS = ("cycle", "stall")


def test_case_1_room_for_the_head() -> None:
    full = by(MakesRoomForTheHead, 1)
    assert (full.status, full.period) == ("cycling", 2)
    assert [step for step, _ in preempted(full)] == [*range(1, full.last_step + 1)]
    assert steps_of(full, "B") == (None, None)
    first = by(MakesRoomForTheHead, 1, reserve_full_isl=False)
    cycle = first_of(first, "cycle")
    assert "period 2, no token emitted" in cycle.title
    assert (cycle.jump.step, cycle.numbers["last_token"]) == (4, 3)
    steps = [step for step, _ in preempted(first)]
    assert steps[1:] == [3, *range(4, first.last_step + 1)]
    assert first.at(3, 1).events[0].kind == "preempted"  # by growth
    assert missed(full, 1)
    assert missed(first, 1, "first chunk")
    assert all(silent(right(1, variant), *ENDS, "thrash") for variant in (None, "first chunk"))


def test_case_1_over_120_steps() -> None:
    """A run that goes in circles is ended; in 120 steps there would be 118 and 119 preemptions."""
    for run, in_120 in (
        (by(MakesRoomForTheHead, 1), 119),
        (by(MakesRoomForTheHead, 1, reserve_full_isl=False), 118),
    ):
        each_step_more = 120 - (run.last_step + 1)
        assert run.series.preemptions[-1] + each_step_more == in_120


def test_case_2_never_is_not_not_now() -> None:
    full = by(NeverSaysNever, 2)
    assert steps_of(full, "A") == (0, 2)
    stall = first_of(full, "stall")
    assert (stall.steps, stall.rids, stall.numbers["needed_blocks"]) == ((3,), ("B", "C"), 15)
    assert "12 of 12 are free" in stall.title
    first = by(NeverSaysNever, 2, reserve_full_isl=False)
    assert (first.status, first.period) == ("cycling", 4)
    assert [step for step, _ in preempted(first)][:3] == [4, 8, 12]
    assert "no token emitted" in first_of(first, "cycle").title
    assert missed(full, 2)
    assert silent(right(2), *ENDS)
    (why,) = [event for event in right(2).at(1).events if event.kind == "rejected"]
    assert "needs 16 blocks, the pool has 12" in reason(why)


def test_case_3_usable_blocks() -> None:
    full = by(CountsTheReservedBlock, 3, num_blocks=12)
    stall = first_of(full, "stall")
    assert "A at the head needs 13 blocks, 12 of 12 are free" in stall.title
    first = by(CountsTheReservedBlock, 3, num_blocks=12, reserve_full_isl=False)
    assert (first.status, first.period) == ("cycling", 4)
    assert [step for step, _ in preempted(first)][:3] == [3, 7, 11]
    assert recomputed(first) == 48 * len(preempted(first))
    assert missed(full, 3, "one is kept")
    assert all(silent(right(3, variant), *ENDS) for variant in (None, "one is kept"))


def test_case_7_whole_life_against_early_tokens() -> None:
    """Neither is wrong: the trade shows side by side, from the first step in which they part."""
    full, life = right(7), by(WholeLife, 7)
    ttft = [
        sum(run.results()[r.rid]["first_token"] or 0 for r in run.requests)
        - sum(r.arrival for r in run.requests)
        for run in (full, life)
    ]
    assert ttft == [56, 84]
    assert [run.series.preemptions[-1] for run in (full, life)] == [2, 0]
    assert [run.last_step for run in (full, life)] == [48, 48]
    assert max(result["longest_gap"] for result in life.results().values()) == 1
    parted = divergence(full, life)
    assert parted is not None
    assert parted.step == 2
    assert preempted(full) == [(6, "r2"), (22, "r4")]
    assert divergence(right(7, "64 blocks"), by(WholeLife, 7, "64 blocks")) is None


def test_case_8_first_chunks_promise_too_much() -> None:
    first, life = right(8, "first chunk"), by(WholeLife, 8)
    assert (len(preempted(first)), recomputed(first)) == (5, 55)
    assert steps_of(first, "P") == (5, 22)
    assert (preempted(life), life.results()["P"]["admitted"]) == ([], 18)
    assert (steps_of(life, "D"), steps_of(life, "P")) == ((1, 17), (21, 23))
    assert any("P was preempted again 4 times" in f.title for f in found_in(first, "thrash"))
    assert silent(life, "thrash")
    assert "promised" in why_waiting(life.at(2), 0)
    (event,) = [event for event in right(8).at(6).events if event.kind == "preempted"]
    assert (event.rid, event.asker, event.lost_tokens) == ("P", "D", 20)


def test_case_10_nobody_passes_the_head() -> None:
    few = by(SkipsAhead, 10)
    assert [steps_of(few, f"c{n}")[0] for n in range(4)] == [2, 2, 2, 3]
    assert (steps_of(few, "B"), few.last_step) == ((14, 15), 15)
    assert preempted(few) == [(4, "c3"), (7, "c2")]
    assert recomputed(few) == 12
    stream = by(SkipsAhead, 10, "a stream of them")
    assert steps_of(stream, "B")[0] == 45
    starved = first_of(stream, "starvation")
    assert (starved.rids, starved.numbers["overtaken"]) == (("B",), 32)
    assert missed(few, 10)
    assert missed(stream, 10, "a stream of them")
    assert not any("B" in f.rids for f in found_in(right(10, "a stream of them"), "starvation"))


def test_case_11_slots_and_priorities() -> None:
    strict, equals = by(TakesSlots, 11), by(TakesSlotsFromEquals, 11)
    assert preempted(strict) == [(2, "L2")]
    assert recomputed(strict) == 4
    found = [steps_of(strict, rid) for rid in ("H", "L1", "L2")]
    assert found == [(2, 4), (0, 11), (1, 15)]
    assert preempted(equals) == [(2, "L2"), (3, "L1"), (4, "L2")]
    assert steps_of(by(TakesSlots, 11, "an equal"), "L3") == (12, 23)
    in_turn = by(TakesSlotsFromEquals, 11, "an equal")
    assert preempted(in_turn) == [(step, "L3" if step % 2 else "L2") for step in range(2, 12)]
    assert (recomputed(in_turn), in_turn.last_step) == (60, 18)
    assert not silent(in_turn, "thrash")
    assert missed(in_turn, 11, "an equal")
    assert silent(by(TakesSlots, 11), "thrash")
    inverted = first_of(right(11), "priority_inversion")
    assert "H (priority 0) waits on slots held by L1, L2" in inverted.title
    assert silent(strict, "priority_inversion")


def test_case_13_the_last_chunk_leaves_budget() -> None:
    run = by(OnePromptAStep, 13)
    assert run.series.tokens[1] == 4
    assert steps_of(run, "P2") == (4, 4)
    idle = first_of(run, "idle_budget")
    assert (idle.steps, idle.numbers["idle_tokens"]) == ((1,), 12)
    assert "step 1 processed 4 of 16 tokens while P2" in idle.title
    assert missed(run, 13)
    assert silent(right(13), "idle_budget")


def test_case_15_hits_are_not_free_twice() -> None:
    """Four blocks are taken where three are left: the pool has none to give, and the run fails."""
    run = by(CountsHitsAsFree, 15)
    assert (run.status, run.last_step) == ("failed", 1)
    assert missed(run, 15)
    assert steps_of(by(CountsHitsAsFree, 15, "a prompt of 24"), "N") == (1, 1)
    held = right(15)
    assert held.status == "finished"
    assert why_waiting(held.at(1), 0).startswith(
        "needs 7 blocks, 6 free: 4 new + 3 cached that it hits"
    )
    assert held.results()["N"]["waited"]["blocks"] == 3


def test_case_18_somebody_waits_and_nobody_runs() -> None:
    run = by(SleepsWhenEmpty, 18)
    assert [steps_of(run, rid) for rid in "ABC"] == [(0, 1), (10, 11), (None, None)]
    passed = first_of(run, "passed_over")
    assert (passed.rids, passed.jump.step) == (("B",), 2)
    assert first_of(run, "stall").rids == ("C",)
    assert missed(run, 18)
    assert silent(right(18), "passed_over", *ENDS)


def test_every_case_is_a_fixture() -> None:
    assert all(case(number).notes for number in range(1, 20))
