"""What prompts get beside decodes: a test for each sentence about `prefill`, by hand."""

from core import Request, Run
from core.events import Chunk, FirstToken, Grew, Held, Preempted, Ran
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import blocks, events_of, grew, names, outcomes, run_of

GROWING = {"A": (0, 2, 6), "B": (0, 1, 6), "C": (2, 5, 2)}
"""A and B decode when C's prompt of two chunks comes."""


def first(max_running: int = 3, num_blocks: int = 9) -> Driftwood:
    """Prompts first, in blocks of 2, with 4 tokens a step."""
    return Driftwood(max_running, 2, num_blocks, 4, prefill="first")


def emitted(run: Run, rid: str, steps: range) -> list[int]:
    """How many tokens `rid` has sent after each of `steps`."""
    rows = (run.at(step).find(rid) for step in steps)
    return [row.emitted for row in rows if row is not None]


def test_first_prompts_run_alone_with_the_whole_budget() -> None:
    """C gets 4 of 4 tokens, where A and B would have had 2 of them."""
    run = run_of(first(), **GROWING)
    assert events_of(run, 2, "chunk", "ran") == [Chunk("C", 4, 4, 5), Ran(3, 4, 0, 2)]
    assert events_of(run, 3, "first_token", "ran") == [FirstToken("C", 1), Ran(3, 1, 1, 2)]


def test_first_prompts_run_in_admission_order() -> None:
    run = run_of(
        Driftwood(3, token_budget=4, prefill="first"), A=(0, 1, 9), B=(1, 6, 1), C=(1, 3, 1)
    )
    assert events_of(run, 1, "chunk") == [Chunk("B", 4, 4, 6)]
    assert events_of(run, 2, "first_token", "chunk") == [FirstToken("B", 2), Chunk("C", 2, 2, 3)]


def test_a_stalled_step_does_not_tick() -> None:
    """A and B stand still in steps 2 and 3, and go on where they were."""
    run = run_of(first(), **GROWING)
    assert emitted(run, "A", range(7)) == emitted(run, "B", range(7)) == [1, 2, 2, 2, 3, 4, 5]
    assert outcomes(run) == {"A": (0, 7, 0), "B": (0, 7, 0), "C": (3, 4, 0)}


def test_stalled_decodes_do_not_grow() -> None:
    """B's second token fills its block: it grows in step 4, not while it stands still."""
    run = run_of(first(), **GROWING)
    assert [len(events_of(run, step, "grew")) for step in range(1, 5)] == [1, 0, 0, 1]
    assert blocks(run.at(3)) == {"A": (1, 3), "B": (2,), "C": (4, 5, 6)}
    assert blocks(run.at(4, 1))["B"] == (2, 7)


def test_a_stalled_step_is_unserved_and_a_part_of_a_gap() -> None:
    results = run_of(first(), **GROWING).finish().results()
    assert [results[rid]["unserved"] for rid in "ABC"] == [2, 2, 0]
    assert [results[rid]["longest_gap"] for rid in "ABC"] == [3, 3, 1]


def test_a_step_without_decodes_is_an_ordinary_one() -> None:
    """Nobody decodes when A and B come: nobody stands still, and the tick is theirs."""
    run = run_of(first(), **GROWING)
    assert events_of(run, 0, "ran") == [Ran(2, 3, 2)]


def test_first_admits_before_it_grows() -> None:
    """Of two blocks A has one and needs the other in step 1, in which B comes and takes it."""
    asked = {"A": (0, 2, 3), "B": (1, 1, 2)}
    run, plain = run_of(first(2, 2), **asked), run_of(Driftwood(2, 2, 2, 4), **asked)
    kinds = [[event.kind for event in each.at(1).events] for each in (run, plain)]
    assert kinds == [
        ["arrived", "admitted", "first_token", "ran"],
        ["arrived", "grew", "held", "ran"],
    ]
    assert events_of(run, 2, "preempted", "grew", "held") == [
        Preempted("B", "A", (2,), 1, 1),
        grew((1,), (2,), 0),
        Held("B", "blocks", 1, 1, 0),
    ]


def test_who_gives_way_after_admission_is_admitted_in_the_next_step_at_the_earliest() -> None:
    """B makes room for itself in step 1 and waits for blocks in it, though 1 is free after it."""
    run = run_of(first(num_blocks=3), A=(0, 2, 2), B=(0, 2, 4))
    assert events_of(run, 1, "preempted", "held") == [
        Preempted("B", "B", (2,), 2, 1),
        Held("B", "blocks", 1, 2, 1),
    ]
    assert names(run.at(1)) == ("B", "")
    assert run.at(2).running[0].rid == "B"
    assert run.finish().results()["B"]["waited"]["blocks"] == 1


def test_first_behind_one_who_was_displaced_after_admission() -> None:
    """B is held for a slot when A goes before it: in that step it waited for the slot."""
    run = run_of(first(1, 2), A=(0, 2, 3), B=(0, 1, 1))
    assert run.finish().results()["B"]["waited"] == {
        "slots": 3,
        "blocks": 0,
        "budget": 0,
        "turn": 0,
    }


def test_last_gives_no_prefill_work_while_anybody_decodes() -> None:
    """B has a slot from step 1 on, and its prompt runs when A is done."""
    run = run_of(Driftwood(2, prefill="last"), A=(0, 2, 3), B=(1, 2, 2))
    assert names(run.at(1)) == names(run.at(2, 0)) == ("", "AB")
    assert [events_of(run, step, "ran") for step in (1, 2, 3)] == [
        [Ran(2, 1, 1)],
        [Ran(2, 1, 1)],
        [Ran(1, 2, 1)],
    ]
    assert outcomes(run) == {"A": (0, 2, 0), "B": (3, 4, 0)}
    assert run.results()["B"]["unserved"] == 2


def test_last_counts_each_step_without_tokens_also_after_a_chunk() -> None:
    """B has had 3 of its 5 tokens when A begins to decode, and gets none until A is done."""
    run = run_of(Driftwood(2, token_budget=5, prefill="last"), A=(0, 2, 3), B=(0, 5, 1))
    assert events_of(run, 0, "chunk") == [Chunk("B", 3, 3, 5)]
    assert events_of(run, 3, "first_token") == [FirstToken("B", 2)]
    assert run.finish().results()["B"]["unserved"] == 2


def test_last_takes_blocks_all_the_same() -> None:
    """B's blocks lie idle while A decodes, and A's growing finds none left."""
    run = run_of(Driftwood(2, 2, 4, prefill="last"), A=(0, 2, 4), B=(1, 3, 1))
    assert blocks(run.at(2)) == {"A": (1, 2), "B": (3, 4)}
    assert events_of(run, 3, "preempted") == [Preempted("B", "A", (3, 4), 0, 0)]


def test_mixed_is_the_rule_where_nothing_is_said() -> None:
    asked = [Request(rid, *numbers) for rid, numbers in GROWING.items()]
    silent, said = (Run(asked, Driftwood(3, 2, 9, 4, prefill=each)) for each in (None, "mixed"))
    assert [e for _, e in silent.finish().replay()] == [e for _, e in said.finish().replay()]
    assert any(isinstance(e, Grew) for _, events in said.replay() for e in events)
