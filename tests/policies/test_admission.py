"""A test for each admission gate, by its name: who comes in, who is held, and for what."""

import pytest

from core.events import Admitted, Finished, Grew, Held, Preempted
from core.explain import reason, why_waiting
from core.findings import find
from core.moment import Moment
from core.policies import VICTIMS, rule_in_force
from core.ranking import ranking
from core.run import Run
from core.schedulers.driftwood import Driftwood
from core.story import story
from tests.rules.asking import events_of, names, outcomes, run_of

LONG = {"D": (0, 12, 17), "P": (1, 20, 3)}
BATCH = {"a": (0, 1, 3), "b": (0, 1, 10), "c": (0, 1, 2), "d": (1, 1, 4)}


def gated(admission: str, **asked: tuple[int, int, int]) -> Run:
    mark = 1 if "watermark" in admission else None
    return run_of(Driftwood(2, 4, 9, 6, admission=admission, watermark_blocks=mark), **asked)


def why(moment: Moment) -> str:
    """Why the head waits."""
    return why_waiting(moment, 0)


def test_known_text_is_the_default() -> None:
    named, plain = gated("known_text", **LONG), run_of(Driftwood(2, 4, 9, 6), **LONG)
    assert [e for s in plain.finish().series.step for e in plain.at(s).events] == [
        e for s in named.finish().series.step for e in named.at(s).events
    ]


def test_first_chunk_takes_what_is_left_of_the_budget_and_its_blocks() -> None:
    """Step 2: D decodes, so 5 tokens of the budget are left, which two blocks hold."""
    run = gated("first_chunk", **LONG)
    (held,) = events_of(run, 1, "held")
    assert held == Held("P", "budget", 1, 0, 6, why="0 of 6 budget left")
    assert why(run.at(1)) == "0 of 6 budget left"
    (admitted,) = events_of(run, 2, "admitted")
    assert admitted == Admitted("P", (5, 6), 20, resumed=False, free_blocks=3, begins=True)
    assert reason(admitted) == "takes a slot, 2 blocks for the first chunk of 20 tokens; 3 free"
    assert run.finish().results()["P"]["waited"]["budget"] == 1


def test_first_chunk_takes_the_next_ones_blocks_when_it_grows() -> None:
    run = gated("first_chunk", **LONG)
    grown = [event for step in (3, 4, 5) for event in events_of(run, step, "grew")]
    assert [e.growths for e in grown if isinstance(e, Grew)] == [(("P", n),) for n in (7, 8, 9)]
    two = events_of(run, 19, "grew")[0]
    assert isinstance(two, Grew)
    assert reason(two) == "P took 2 blocks for its next chunk; 4 free after them"


def test_first_chunk_is_all_or_nothing_and_the_asker_may_go_itself() -> None:
    """The 5 tokens that P has left need 5 blocks where 3 are free: it takes none, and goes."""
    scheduler = Driftwood(2, 1, 11, 7, admission="first_chunk")
    run = run_of(scheduler, D=(0, 6, 4), P=(0, 6, 2))
    (event,) = events_of(run, 1, "preempted")
    assert isinstance(event, Preempted)
    assert (event.rid, event.asker, event.blocks) == ("P", "P", (7,))
    assert (event.needed_blocks, event.free_blocks) == (5, 3)
    said = "P needs 5 blocks, 3 free and it was admitted last: frees 1 block, 1 computed token"
    assert reason(event).startswith(said)


def test_first_chunk_is_held_for_blocks_with_its_own_numbers() -> None:
    run = run_of(Driftwood(3, 1, 9, 6, admission="first_chunk"), D=(0, 6, 4), P=(1, 9, 1))
    assert why(run.at(1)) == "its first chunk of 5 needs 5 blocks, 2 free"
    assert events_of(run, 1, "held")[0] == Held(
        "P", "blocks", 1, 5, 2, why="its first chunk of 5 needs 5 blocks, 2 free"
    )


@pytest.mark.parametrize("victim", VICTIMS)
def test_every_victim_of_a_prefill_is_the_first_of_its_ranking(victim: str) -> None:
    asked = {"D": (0, 6, 12), "P": (1, 9, 9), "Q": (1, 9, 9)}
    scheduler = Driftwood(3, 1, 20, 6, victim, admission="first_chunk")
    run, rule, askers = run_of(scheduler, **asked).finish(), rule_in_force(scheduler), set()
    for step in run.series.step:
        for number, event in enumerate(run.at(step).events):
            if isinstance(event, Preempted):
                before = run.at(step, number)
                first = ranking(before, event, 1, rule).candidates[0]
                assert (first.rid, first.lost_tokens) == (event.rid, event.lost_tokens)
                assert first.why == f"chosen: {event.choice.why}"
                asker = before.find(event.asker)
                assert asker is not None
                askers.add(asker.state)
    assert "prefilling" in askers


def test_the_story_tells_the_blocks_of_chunks() -> None:
    lines = [line.text for line in story(gated("first_chunk", **LONG).finish(), "P")]
    assert (
        "prompt done in 4 chunks, for which it took 3 blocks more: sends its first token" in lines
    )


def test_whole_life_counts_what_all_that_run_will_need() -> None:
    """D will need 7 blocks of the 9, and P 6."""
    run = gated("whole_life", **LONG)
    assert [why(run.at(step)) for step in (1, 17)] == ["whole life: 13 of 9 blocks promised"] * 2
    assert outcomes(run) == {"D": (1, 17, 0), "P": (21, 23, 0)}
    assert events_of(run, 1, "held") == [
        Held("P", "blocks", 1, 5, 6, why="whole life: 13 of 9 blocks promised")
    ]


def test_whole_life_is_exact_at_its_boundary() -> None:
    """Two lives of 12 tokens, one less stored: 3 blocks each, and 6 are enough."""
    asked = {"A": (0, 4, 9), "B": (0, 4, 9)}
    both = run_of(Driftwood(2, 4, 6, admission="whole_life"), **asked)
    assert outcomes(both) == {"A": (0, 8, 0), "B": (0, 8, 0)}
    one = run_of(Driftwood(2, 4, 5, admission="whole_life"), **asked)
    assert outcomes(one) == {"A": (0, 8, 0), "B": (9, 17, 0)}


def test_watermark_leaves_blocks_free_unless_nobody_runs() -> None:
    run = run_of(Driftwood(2, 4, 3, admission="watermark", watermark_blocks=2), A=(0, 8, 2))
    assert events_of(run, 0, "admitted"), "alone it may leave one"
    asked = {"A": (0, 4, 2), "B": (0, 4, 2)}
    run = run_of(Driftwood(2, 4, 4, admission="watermark", watermark_blocks=3), **asked)
    assert why(run.at(0)) == "would leave 2 free, the watermark is 3"
    run = run_of(Driftwood(2, 4, 4, admission="watermark", watermark_blocks=2), **asked)
    assert names(run.at(0)) == ("", "AB")


def test_static_takes_nobody_in_until_the_longest_is_done() -> None:
    run = run_of(Driftwood(3, admission="static"), **BATCH)
    assert outcomes(run) == {"a": (0, 2, 0), "b": (0, 9, 0), "c": (0, 1, 0), "d": (10, 13, 0)}
    told = [why(run.at(step)) for step in (1, 2, 3, 9)]
    ends = [f"the batch runs until {who}" for who in ("its last 3 end", "its last 2 end")]
    assert told == [*ends, *["the batch runs until b ends"] * 2]
    assert run.results()["d"]["waited"] == {"slots": 9, "blocks": 0, "budget": 0, "turn": 0}


def test_static_gives_all_slots_back_at_once() -> None:
    run = run_of(Driftwood(3, admission="static"), **BATCH)
    kept = [(run.at(step).held_slots, run.at(step).holding) for step in (0, 1, 2, 8, 9)]
    assert kept == [(3, ()), (3, ("c",)), (3, ("c", "a")), (3, ("c", "a")), (0, ())]
    assert events_of(run, 2, "finished") == [Finished("a", (), 0)]
    assert events_of(run, 9, "finished") == [Finished("b", (), 3)]
    texts = [reason(events_of(run, step, "finished")[0]) for step in (2, 9)]
    assert texts == [
        "sent its last token; keeps its slot until the batch is done",
        "sent its last token; the batch is done: 3 slots given back",
    ]


def test_static_lets_a_preempted_member_come_back() -> None:
    asked = {"A": (2, 2, 4), "B": (0, 3, 3), "C": (0, 2, 5)}
    run = run_of(Driftwood(2, 2, 4, admission="static"), **asked)
    assert [names(run.at(step)) for step in (2, 3, 6)] == [("CA", ""), ("A", "C"), ("", "A")]
    assert run.at(2).holding == ("B",), "C waits, so the batch is not done"


def test_several_gates_must_all_agree_and_the_first_that_refuses_is_told() -> None:
    gates = ("whole_life", "watermark", "static")
    scheduler = Driftwood(2, 4, 3, admission=gates, watermark_blocks=2)
    run = run_of(scheduler, A=(0, 2, 2), B=(0, 4, 3), C=(2, 3, 4))
    assert [why(run.at(step)) for step in (0, 1, 2, 3)] == [
        "would leave 1 free, the watermark is 2",
        "the batch runs until A ends",
        "whole life: 4 of 3 blocks promised",
        "the batch runs until B ends",
    ]
    told = [event.cause for step in (0, 1, 2, 3) for event in events_of(run, step, "held")]  # type: ignore[union-attr]  # they are of that kind
    assert told == ["blocks", "slots", "blocks", "slots"]


def test_a_head_that_is_refused_for_more_than_blocks_is_not_called_blocked() -> None:
    asked = {"A": (0, 4, 9), "B": (0, 8, 5), "C": (0, 4, 1)}
    run = run_of(Driftwood(3, 4, 4, admission="whole_life"), **asked)
    assert "head_blocked" not in {found.kind for found in find(run.finish())}
