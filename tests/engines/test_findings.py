"""Findings on vLLM: silent where its rules do no wrong, and meaningful where they may."""

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from core import events
from core.findings import find
from core.override import override
from core.replica import Replica, planning
from core.replica.plan import Plan
from core.request import Request
from core.run import Run
from core.schedulers.vllm import Vllm
from tests.engines.test_vllm_agrees import Case, cases
from tests.findings.runs import kinds, only, run_of

MAY = {"thrash", "starvation", "head_blocked", "priority_inversion"}
"""What the right rules may do; all other kinds are errors of an engine or end a run."""


@settings(max_examples=400)
@given(cases())
def test_the_rules_are_found_to_do_no_wrong(case: Case) -> None:
    run = Run(case.requests, case.scheduler, max_steps=300).finish()
    ends = {"cycle"} if run.status == "cycling" else set()
    assert {found.kind for found in find(run)} <= MAY | ends


@settings(max_examples=200)
@given(cases(), st.data())
def test_nothing_is_left_of_those_whose_clients_leave(case: Case, data: st.DataObject) -> None:
    leave = data.draw(st.lists(st.none() | st.integers(0, 12), min_size=7, max_size=7))
    asked = [replace(r, cancel_at=at) for r, at in zip(case.requests, leave, strict=False)]
    run = Run(asked, case.scheduler, max_steps=300).finish()
    ends = {"cycle"} if run.status == "cycling" else set()
    assert {found.kind for found in find(run)} <= MAY | ends
    if run.status == "finished":
        assert run.at(run.last_step).available_blocks == case.scheduler.num_blocks
        assert [*run.at(run.last_step).running] == []


def small(blocks: int, *, budget: int = 16, full: bool = True) -> Vllm:
    """What the cases run on: 8 slots, blocks of 4, no prefix caching."""
    return Vllm(
        blocks,
        max_num_seqs=8,
        max_num_batched_tokens=budget,
        block_size=4,
        enable_prefix_caching=False,
        reserve_full_isl=full,
    )


class HalfTheBudget(Vllm):
    """Plans with half of what its knob says."""

    @override
    def step(self, replica: Replica) -> Iterator[events.Event]:
        """One step: who arrives, then running, waiting, execute, finish."""
        yield from replica.arrive(self.never_fits)
        plan = Plan(self.max_num_batched_tokens // 2)
        yield from self.running(replica, plan)
        yield from self.waiting(replica, plan)
        yield from planning.execute(replica, plan)
        yield from self.finish(replica)


def test_idle_budget() -> None:
    asked = [("A", 0, 40, 2)]
    assert kinds(run_of(small(12), *asked)) == set()
    faulty = HalfTheBudget(12, max_num_batched_tokens=16, block_size=4)
    assert only(run_of(faulty, *asked), "idle_budget").numbers["idle_tokens"] == 32


def test_a_threshold_leaves_budget_over_rightly() -> None:
    cut = Vllm(12, max_num_batched_tokens=16, block_size=4, long_prefill_token_threshold=5)
    assert kinds(run_of(cut, ("A", 0, 20, 2), ("B", 0, 20, 2))) == set()


def test_head_blocked() -> None:
    """Case 10: B does not fit beside A, those behind it would."""
    small_ones = [(f"c{number}", 2, 4, 6) for number in range(4)]
    run = run_of(small(12), ("A", 0, 16, 12), ("B", 1, 32, 2), *small_ones)
    found = only(run, "head_blocked")
    assert (found.rids[0], found.numbers["needed_blocks"]) == ("B", 8)


def test_the_watermark_may_keep_those_behind_the_head_out() -> None:
    """With 5 of 12 blocks to be left free, c, which takes one, would not fit either."""
    asked = [("A", 0, 28, 6), ("B", 0, 32, 2), ("c", 1, 4, 2)]
    assert "head_blocked" in kinds(run_of(small(12, budget=64), *asked))
    spared = replace(small(12, budget=64), watermark=0.4)
    assert "head_blocked" not in kinds(run_of(spared, *asked))


def test_thrash_is_what_is_computed_again() -> None:
    """Case 5: 248 of 379 tokens with first chunks; with caching most come back as hits."""
    asked = [("D1", 0, 24, 24), ("D2", 0, 24, 24), ("L", 2, 36, 2)]
    plain = replace(small(20, budget=26, full=False), max_num_seqs=4)
    shares = [f for f in find(run_of(plain, *asked)) if "share" in f.numbers]
    assert shares[0].numbers["recomputed_tokens"] == 248
    assert shares[0].numbers["tokens"] == 379


def test_what_comes_back_as_hits_was_not_lost() -> None:
    asked = [Request("A", 0, 8, 12), Request("B", 0, 8, 12)]
    scheduler = Vllm(6, max_num_batched_tokens=16, block_size=4)
    run = Run(asked, scheduler).finish()
    lost = run.results()["B"]["recomputed_tokens"]
    assert run.series.preemptions[-1] == 1
    assert lost > 0
    assert kinds(run) == set()
