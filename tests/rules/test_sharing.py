"""Prefix sharing: full blocks of equal prompts, processed, among those that run together."""

from core import Request, Run
from core.events import Finished, Hit, Preempted
from core.explain import reason
from core.schedulers.driftwood import Driftwood
from tests.rules.asking import blocks, events_of

SHARED = Driftwood(4, 4, 40, prefix_sharing=True)


def prefixed(rid: str, arrival: int, prompt: int, output: int, length: int = 8) -> Request:
    return Request(rid, arrival, prompt, output, prefix="p", prefix_len=length)


def written(rid: str, arrival: int, ids: str, output: int = 2) -> Request:
    return Request(rid, arrival, len(ids), output, prompt_ids=tuple(map(ord, ids)))


def hits(run: Run, step: int) -> list[tuple[str, int]]:
    """Who found how many tokens in `step`."""
    return [(e.rid, e.tokens) for e in events_of(run, step, "hit") if isinstance(e, Hit)]


def test_the_blocks_of_an_equal_prefix_are_shared_and_not_computed() -> None:
    run = Run([prefixed("A", 0, 10, 4), prefixed("B", 1, 12, 2)], SHARED)
    assert hits(run, 1) == [("B", 8)]
    held = blocks(run.at(1, 3))
    assert held["B"][:2] == held["A"][:2]
    assert {*held["B"][2:]}.isdisjoint(held["A"])
    assert run.at(1).tokens == 5, "4 of B, and A's own"


def test_as_far_as_the_shorter_of_two_equal_prefixes() -> None:
    run = Run([prefixed("A", 0, 10, 4, 9), prefixed("B", 1, 12, 2, 5)], SHARED)
    assert hits(run, 1) == [("B", 4)]


def test_only_full_blocks() -> None:
    run = Run([prefixed("A", 0, 10, 4, 3), prefixed("B", 1, 12, 2, 3)], SHARED)
    assert hits(run, 1) == []


def test_prefixes_of_other_names_share_nothing() -> None:
    other = Request("B", 1, 12, 2, prefix="q", prefix_len=8)
    assert hits(Run([prefixed("A", 0, 10, 4), other], SHARED), 1) == []


def test_ids_share_what_is_equal_from_the_start() -> None:
    asked = [written("A", 0, "abcdefghxxxx"), written("B", 1, "abcdefgXxxxx")]
    assert hits(Run(asked, SHARED), 1) == [("B", 4)]


def test_what_is_equal_behind_a_difference_is_not_shared() -> None:
    asked = [written("A", 0, "abcdefgh"), written("B", 1, "Xbcdefgh")]
    assert hits(Run(asked, SHARED), 1) == []


def test_a_prefix_and_ids_share_nothing() -> None:
    asked = [prefixed("A", 0, 10, 4), written("B", 1, "pppppppppppp")]
    assert hits(Run(asked, SHARED), 1) == []


def test_one_token_is_left_to_compute() -> None:
    """Its first token comes of computing something."""
    run = Run([written("A", 0, "abcdefgh"), written("B", 1, "abcdefgh")], SHARED)
    assert hits(run, 1) == [("B", 4)]
    single = Driftwood(4, 1, 40, prefix_sharing=True)
    run = Run([written("A", 0, "abcdefgh"), written("B", 1, "abcdefgh")], single)
    assert hits(run, 1) == [("B", 7)]


def test_nothing_is_shared_before_it_is_processed() -> None:
    """Two that come in together share nothing, and a prompt in chunks what is done of it."""
    together = Run([prefixed("A", 0, 10, 4), prefixed("B", 0, 12, 2)], SHARED)
    assert hits(together, 0) == []
    chunked = Driftwood(4, 4, 40, 5, prefix_sharing=True)
    asked = [prefixed("A", 0, 20, 2, 16), prefixed("B", 1, 20, 2, 16), prefixed("C", 3, 20, 2, 16)]
    run = Run(asked, chunked)
    assert hits(run, 1) == [("B", 4)]
    assert hits(run, 3) == [("C", 12)]


def test_nothing_is_shared_with_who_has_left() -> None:
    run = Run([prefixed("A", 0, 10, 1), prefixed("B", 1, 12, 2)], SHARED)
    assert hits(run, 1) == []


def test_of_several_copies_that_of_the_oldest_owner_is_taken() -> None:
    run = Run([prefixed("A", 0, 8, 9), prefixed("B", 0, 9, 9), prefixed("C", 1, 9, 2)], SHARED)
    held = blocks(run.at(1, 4))
    assert held["C"][:2] == held["A"][:2] != held["B"][:2]


def test_the_last_owner_frees_a_shared_block() -> None:
    run = Run([prefixed("A", 0, 8, 3), prefixed("B", 1, 9, 4)], SHARED)
    first, last = events_of(run, 2, "finished"), events_of(run, 4, "finished")
    shared = run.at(1).running[1].blocks[:2]
    assert [isinstance(e, Finished) and {*shared} & {*e.blocks} for e in first] == [set()]
    assert [isinstance(e, Finished) and {*shared} & {*e.blocks} for e in last] == [{*shared}]
    assert [run.at(step).refs(shared[0]) for step in range(5)] == [1, 2, 1, 1, 0]
    assert run.at(1).owners(shared[0]) == ("A", "B")


def test_new_blocks_are_needed_for_the_rest_alone() -> None:
    """Five blocks: A has three, and B needs three, two of which are there."""
    tight = Driftwood(4, 4, 4, prefix_sharing=True)
    asked = [prefixed("A", 0, 10, 3), prefixed("B", 1, 10, 3)]
    assert [row.rid for row in Run(asked, tight).at(1, 3).running] == ["A", "B"]
    alone = Driftwood(4, 4, 4)
    assert [row.rid for row in Run(asked, alone).at(1).waiting] == ["B"]


def test_a_victim_frees_what_is_its_alone() -> None:
    """Five blocks: A has four, B shares two of them and has one; B needs another in step 2."""
    tight = Driftwood(4, 4, 5, prefix_sharing=True)
    run = Run([prefixed("A", 0, 12, 4), prefixed("B", 1, 12, 3)], tight)
    (gone,) = events_of(run, 2, "preempted")
    assert isinstance(gone, Preempted)
    assert (gone.rid, len(gone.blocks), gone.shared_blocks, gone.lost_tokens) == ("B", 1, 2, 12)
    before = run.at(2, 0)
    assert [(each.rid, each.blocks) for each in before.candidates] == [("B", 1), ("A", 2)]
    assert reason(gone) == (
        "B needs a block, none is free and it was admitted last: "
        "frees 1 block, 2 stay with others, 12 computed tokens to redo"
    )


def test_lesson_43() -> None:
    for prefix, a, b, used in ((200, 230, 245, 19), (208, 238, 253, 18)):
        asked = [
            Request("a", 0, a, 2, prefix="system", prefix_len=prefix),
            Request("b", 1, b, 1, prefix="system", prefix_len=prefix),
        ]
        for sharing, blocks_used in ((None, 31), (True, used)):
            run = Run(asked, Driftwood(2, 16, 100, prefix_sharing=sharing)).finish()
            assert run.series.blocks[1] == blocks_used
