"""What a victim keeps: a test for each sentence about `on_preempt`, worked out by hand.

Two requests of 3 tokens with 4 to send share 4 blocks of 2. Both need a third in step 2; B goes,
with 2 tokens sent and 4 computed, and comes back in step 4, when A is done.
"""

import pytest

from core import Request, Run
from core.cost import Cost
from core.events import Admitted, Chunk, Event, Held, Preempted, Ran
from core.past import OnHost
from core.replica import OnPreempt
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import events_of, outcomes

PAIR = (Request("A", 0, 3, 4), Request("B", 0, 3, 4))


def run_of(on_preempt: OnPreempt | None, budget: int | None = None) -> Run:
    """The run of both."""
    return Run(PAIR, Driftwood(2, 2, 4, budget, on_preempt=on_preempt))


def timed_run(ms_per_block: float | None) -> Run:
    """The same on a clock: a step takes 10 ms, and 1 ms for each decode."""
    scheduler = Driftwood(2, 2, 4, on_preempt="swap", swap_ms_per_block=ms_per_block)
    return Run(PAIR, scheduler, cost=Cost(10.0, 1.0))


def preempted(run: Run) -> Event:
    """The preemption of step 2."""
    (event,) = events_of(run, 2, "preempted")
    return event


def test_keep_is_the_rule_where_nothing_is_said() -> None:
    silent, said = run_of(None).finish(), run_of("keep").finish()
    assert [events for _, events in silent.replay()] == [events for _, events in said.replay()]
    assert preempted(silent) == Preempted("B", "A", (3, 4), 4, 2)


def test_discard_sets_the_sent_tokens_to_0() -> None:
    run = run_of("discard")
    assert preempted(run) == Preempted("B", "A", (3, 4), 4, 0, discarded=2)
    row = run.at(2).waiting[0]
    assert (row.emitted, row.computed_tokens, row.known_tokens) == (0, 0, 3)


def test_a_discarded_one_needs_blocks_for_its_prompt_alone() -> None:
    run = run_of("discard")
    assert events_of(run, 2, "held") == [Held("B", "blocks", 1, 2, 1)]
    assert events_of(run, 4, "admitted") == [Admitted("B", (4, 2), 3, resumed=True, free_blocks=2)]


def test_a_discarded_one_sends_all_its_tokens_once_more() -> None:
    """4 after it is back, in the steps 4 to 7, and 6 in all."""
    run = run_of("discard").finish()
    assert [run.at(step).running[0].emitted for step in (4, 5, 6)] == [1, 2, 3]
    result = run.results()["B"]
    assert (result["finish"], result["emitted_tokens"], result["discarded_tokens"]) == (7, 6, 2)
    assert result["recomputed_tokens"] == 4


def test_the_first_token_stays_the_first_ever() -> None:
    """In step 4 B sends the first of its second life: a chunk tells it, no first token."""
    run = run_of("discard")
    assert outcomes(run) == {"A": (0, 3, 0), "B": (0, 7, 1)}
    assert events_of(run, 4, "chunk", "first_token") == [Chunk("B", 3, 3, 3)]


def test_a_gap_counts_from_the_token_that_was_thrown_away() -> None:
    """B's tokens are those of the steps 0, 1, 4, 5, 6 and 7."""
    assert run_of("discard").finish().results()["B"]["longest_gap"] == 3


def test_one_that_has_sent_nothing_has_nothing_to_discard() -> None:
    """B has 3 tokens of its prompt and none sent when it goes."""
    run = Run(
        [Request("A", 0, 1, 4), Request("B", 0, 5, 1)], Driftwood(2, 2, 4, 2, on_preempt="discard")
    )
    (event,) = events_of(run, 2, "preempted")
    assert isinstance(event, Preempted)
    assert (event.lost_tokens, event.emitted, event.discarded) == (2, 0, 0)


def test_swap_recomputes_nothing() -> None:
    """B is back in step 4, and decodes in that step: one token of work, and one sent."""
    run = run_of("swap")
    assert preempted(run) == Preempted("B", "A", (3, 4), 0, 2, swapped=OnHost(4, 2, 0.0))
    row = run.at(2).waiting[0]
    assert (row.emitted, row.computed_tokens) == (2, 4)
    assert events_of(run, 4, "chunk", "first_token", "ran") == [Ran(1, 1, 1)]
    result = run.finish().results()["B"]
    assert (result["finish"], result["recomputed_tokens"], result["longest_gap"]) == (5, 0, 3)


def test_swap_needs_the_blocks_of_what_is_known() -> None:
    """3 for 5 tokens, of which 2 held something: those come back."""
    run = run_of("swap")
    assert events_of(run, 2, "held") == [Held("B", "blocks", 1, 3, 1)]
    assert events_of(run, 4, "admitted") == [
        Admitted("B", (4, 2, 1), 5, resumed=True, free_blocks=1, swapped=OnHost(4, 2, 0.0))
    ]


def test_one_swapped_out_of_its_prompt_goes_on_where_it_was() -> None:
    """B goes with 2 of its 5 tokens, and has 3 to process when it is back."""
    asked = [Request("A", 0, 1, 4), Request("B", 0, 5, 1)]
    run = Run(asked, Driftwood(2, 2, 4, 2, on_preempt="swap"))
    (event,) = events_of(run, 2, "preempted")
    assert isinstance(event, Preempted)
    assert event.swapped == OnHost(2, 1, 0.0)
    assert events_of(run, 4, "chunk") == [Chunk("B", 2, 4, 5)]


def test_each_move_lengthens_the_step_it_happens_in() -> None:
    """2 blocks of 2 ms each: in step 2, out, and in step 4, in."""
    run, free = timed_run(2.0).finish(), timed_run(None).finish()
    assert list(free.series.now_ms) == [0.0, 10.0, 22.0, 33.0, 44.0, 55.0]
    assert list(run.series.now_ms) == [0.0, 10.0, 22.0, 37.0, 48.0, 63.0]
    assert run.results()["B"].get("longest_gap_ms") == 41.0


@pytest.mark.parametrize("on_preempt", ["keep", "discard", "swap"])
def test_nobody_else_notices(on_preempt: OnPreempt) -> None:
    """A, who is never a victim, comes to the same."""
    plain, run = run_of(None).finish(), run_of(on_preempt).finish()
    assert run.results()["A"] == plain.results()["A"]
