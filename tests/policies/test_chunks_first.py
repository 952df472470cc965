"""Prompts first, admitted for their first chunks: the rules, the naive lab, and faulty rules."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from unittest.mock import patch

import pytest

from core.lifecycle import Prefilling
from core.policies.admission.chunks import chunks, room_of
from core.replica import Replica
from core.schedulers.driftwood import Driftwood
from core.schedulers.driftwood.chunked import grow_chunks
from tests.engines.scheduled import preempted, scheduled, sent_in
from tests.findings.runs import kinds, run_of
from tests.naive_lab.cases import LabCase, random_cases
from tests.naive_lab.compare import agree
from tests.naive_lab.really import faults_of

MIXES = (
    ("prefill", "admission"),
    ("prefill", "admission", "victim", "on_preempt", "cancel"),
    ("prefill", "admission", "queue", "urgent"),
    ("prefill", "admission", "sharing", "timed"),
)


def small(blocks: int, budget: int, **more: str) -> Driftwood:
    return Driftwood(
        4, 4, blocks, budget, prefill="first", admission="first_chunk", victim=more.get("victim")
    )


def test_prompts_take_the_whole_budget_and_decodes_stand_still() -> None:
    run = run_of(small(20, 8), ("D", 0, 4, 4), ("P", 1, 20, 1))
    assert scheduled(run) == {0: {"D": 4}, 1: {"P": 8}, 2: {"P": 8}, 3: {"P": 4}} | {
        step: {"D": 1} for step in (4, 5, 6)
    }


def test_a_prompt_grows_chunk_by_chunk_and_decodes_do_not() -> None:
    """D has a full block from step 0 on, and asks for the next in step 4, when P is done."""
    run = run_of(small(20, 8), ("D", 0, 4, 4), ("P", 1, 20, 1))
    owned = [{row.rid: len(row.blocks) for row in run.at(step).running} for step in (1, 2)]
    assert owned == [{"D": 1, "P": 2}, {"D": 1, "P": 4}]
    assert [event.kind for event in run.at(4).events] == ["grew", "ran"]


def test_a_prompt_that_asks_takes_blocks_from_the_one_admitted_last() -> None:
    run = run_of(small(4, 8, victim="earliest_admitted"), ("D", 0, 7, 3), ("P", 1, 16, 1))
    assert preempted(run) == [(2, "D", "P")]
    assert sent_in(run, "P") == [2]


def test_a_prompt_that_goes_itself_leaves_the_step_to_decodes() -> None:
    """In step 2 P needs two more blocks and none is free; D decodes in that very step."""
    run = run_of(small(4, 8), ("D", 0, 7, 4), ("P", 1, 16, 1))
    assert preempted(run)[0] == (2, "P", "P")
    assert scheduled(run)[2] == {"D": 1}
    assert run.status == "finished"


def forced(count: int, seed: int, *families: str) -> Iterator[LabCase]:
    """Random cases of the lab, with prompts first and first chunks in all of them."""
    for case in random_cases(seed, count, *families):
        knobs = case.knobs
        gates = [gate for gate in knobs.admission if gate not in {"first_chunk", "known_text"}]
        budget = knobs.token_budget or knobs.max_running + 3
        knobs = replace(
            knobs, prefill="first", admission=("first_chunk", *gates), token_budget=budget
        )
        made = replace(case, knobs=knobs)
        if knobs.paged and not faults_of(made):
            yield made


@pytest.mark.parametrize("families", MIXES, ids=",".join)
def test_it_equals_the_naive_lab(families: tuple[str, ...]) -> None:
    cases = list(forced(120, 611, *families))
    assert len(cases) > 80
    for case in cases:
        agree(case)


def test_the_right_rules_are_found_to_do_no_wrong() -> None:
    run = run_of(small(4, 8), ("D", 0, 7, 4), ("P", 1, 16, 1))
    assert kinds(run) <= {"thrash"}


# Faulty rules


def decodes_take_budget(
    replica: Replica, budget: int, before: int | None = None
) -> Iterator[tuple[int, int]]:
    """Decodes that stand still take their tokens of the budget all the same."""
    return chunks(replica, budget - replica.decoding, before)


def everybody_grows(replica: Replica, **how: object) -> Iterator[object]:
    """Decodes grow beside prompts though they stand still."""
    return grow_chunks(replica, **how)  # type: ignore[arg-type]  # as it was called


def goes_beyond_its_blocks(replica: Replica, state: Prefilling) -> int:
    """A chunk may be longer than the blocks it has."""
    return room_of(replica, state) + 1


CHUNKS = "core.schedulers.driftwood.chunks_first.chunks"
MUTANTS: dict[str, tuple[str, Callable[..., object]]] = {
    "decodes take budget": (CHUNKS, decodes_take_budget),
    "everybody grows": ("core.schedulers.driftwood.variants.grow_prompts", everybody_grows),
    "beyond its blocks": ("core.policies.admission.chunks.room_of", goes_beyond_its_blocks),
}


def caught(case: LabCase) -> bool:
    try:
        agree(case)
    except (AttributeError, NameError, TypeError):
        raise  # the mutant is not what it was meant to be
    except Exception:  # noqa: BLE001 - a faulty engine may raise anything
        return True
    return False


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_caught(name: str) -> None:
    with patch(*MUTANTS[name]):
        assert any(map(caught, forced(200, 612, "prefill", "admission")))


def test_the_rules_themselves_are_not() -> None:
    assert not any(map(caught, forced(40, 612, "prefill", "admission")))
