"""Combinations of admission gates that make no sense are refused, each with its reason."""

from collections.abc import Mapping

import pytest

from core.schedulers import make_scheduler, scheduler_faults
from core.schedulers.driftwood import Driftwood

PAGED: Mapping[str, object] = {"max_running": 2, "block_size": 4, "num_blocks": 9}
KNOWN = "known: known_text, first_chunk, whole_life, watermark, static"

REFUSED: list[tuple[Mapping[str, object], str]] = [
    ({"admission": "frist_chunk"}, "there is no admission gate 'frist_chunk'; did you mean first_"),
    ({"admission": "x"}, f"there is no admission gate 'x'; {KNOWN}"),
    ({"admission": ["static", "static"]}, "admission names static twice: once is enough"),
    (
        {"admission": ["first_chunk", "known_text"], "token_budget": 8},
        "admission first_chunk takes blocks for a chunk in the place of known_text: name one",
    ),
    (
        {"admission": "first_chunk"},
        "admission first_chunk needs token_budget: without one every prompt is processed whole",
    ),
    (
        {"admission": "watermark"},
        "admission watermark needs watermark_blocks: how many blocks are to stay free",
    ),
    (
        {"watermark_blocks": 2},
        "watermark_blocks needs admission watermark: else nobody looks at it",
    ),
    (
        {"admission": "watermark", "watermark_blocks": 9},
        "watermark_blocks must be less than num_blocks (9), not 9: nobody would ever come in",
    ),
    (
        {"admission": "watermark", "watermark_blocks": 0},
        "watermark_blocks must be at least 1, not 0",
    ),
    (
        {
            "admission": ["static", "whole_life"],
            "queue": "priority",
            "preempt_for_urgent": True,
        },
        "preempt_for_urgent cannot be with static: a static batch takes nobody in, however urgent",
    ),
]
WRONG_TYPES: list[object] = [3, [], ["static", 3], {"static": True}, True]


@pytest.mark.parametrize(("knobs", "said"), REFUSED)
def test_what_makes_no_sense_is_refused_with_the_reason(
    knobs: Mapping[str, object], said: str
) -> None:
    (fault,) = scheduler_faults("driftwood", {**PAGED, **knobs})
    assert fault.message.startswith(said)
    with pytest.raises(ValueError, match=r"admission|watermark_blocks|static"):
        make_scheduler("driftwood", **{**PAGED, **knobs})


@pytest.mark.parametrize("name", ["first_chunk", "whole_life", "watermark"])
def test_gates_about_blocks_need_some(name: str) -> None:
    mark = {"watermark_blocks": 1} if name == "watermark" else {}
    knobs = {"max_running": 2, "token_budget": 8, "admission": name, **mark}
    (fault,) = scheduler_faults("driftwood", knobs)
    said = f"admission {name} needs block_size: it counts blocks of paged memory"
    assert (fault.key, fault.message) == ("admission", said)


@pytest.mark.parametrize("admission", WRONG_TYPES)
def test_it_is_a_name_or_a_list_of_names(admission: object) -> None:
    said = f"admission must be a name or a list of names; {KNOWN}"
    (fault,) = scheduler_faults("driftwood", {**PAGED, "admission": admission})
    assert (fault.key, fault.message, fault.error) == ("admission", said, TypeError)


def test_names_are_written_in_any_way() -> None:
    ways = ("whole_life, static", ["whole_life", "static"], ("whole_life", "static"))
    made = {Driftwood(2, 4, 9, admission=way) for way in ways}
    assert [one.admission for one in made] == [("whole_life", "static")]
    assert Driftwood(2, admission=["static"]).admission == "static"
