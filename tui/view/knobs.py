"""A scheduler and its knobs in words, and the limits among them that the screen counts against."""

from collections.abc import Iterator, Mapping

from core.policies import knob_text, knob_words
from core.schedulers import (
    FROM_SOURCE,
    NAIVE,
    SCHEDULERS,
    defaults_of,
    knobs_of,
    name_of,
    told_knobs,
)
from core.schedulers.names import BLOCK_SIZES, BLOCKS, BUDGETS, POOLS, SIZES, SLOTS
from tui.view.clean import clean

NOT_COMPARED = "not compared"
BRIEF: Mapping[tuple[str, str], str] = {
    ("enable_prefix_caching", "false"): "no prefix caching",
    ("enable_chunked_prefill", "false"): "no chunks",
    ("enable_chunked_prefill", "true"): "chunks",
    ("enable_mixed_chunk", "true"): "mixed chunks",
    ("reserve_full_isl", "false"): "room for a chunk",
    ("disable_radix_cache", "true"): "no radix cache",
    ("prefix_sharing", "true"): "shared prefixes",
}
"""Switches as the header has them where it is short of room."""
BRIEFLY = {
    **dict.fromkeys(SLOTS, "{} slots"),
    **dict.fromkeys(BUDGETS, "budget {}"),
    **dict.fromkeys(BLOCKS, "{}"),
    **dict.fromkeys(BLOCK_SIZES, "blocks of {}"),
    "long_prefill_token_threshold": "threshold {}",
    "clip_max_new_tokens_estimation": "clip {}",
    "schedule_conservativeness": "conservativeness {}",
    "max_prefill_tokens": "prefill {}",
    "watermark_blocks": "watermark {}",
    **dict.fromkeys(POOLS, "{} tokens"),
    **dict.fromkeys(
        (
            *("policy", "schedule_policy", "capacity_scheduler_policy", "scheduling"),
            *("queue", "victim", "admission"),
        ),
        "{}",
    ),
}
"""Knobs whose values tell what they are, and others with short names."""
COUNTED = frozenset({*SLOTS, *BUDGETS, *SIZES})
"""What the counts below the knobs say as well: how many there are of what is used."""


def scheduler_name(scheduler: object) -> str:
    """The name of a scheduler."""
    return clean(name_of(scheduler))


def checked_name(name: str) -> str:
    """`name`, and in brackets how it was checked, if it is that of somebody's engine."""
    engine = SCHEDULERS.get(name)
    return f"{name} ({engine.checked})" if engine and engine.checked != NAIVE else name


def long_form(scheduler: object) -> str:
    """The scheduler with those of its knobs that say something, by the engine's own names."""
    return " · ".join([_named(scheduler, FROM_SOURCE), *_knobs(scheduler)])


def checked_form(scheduler: object) -> str:
    """The same, and how the engine was checked."""
    return " · ".join([checked_name(scheduler_name(scheduler)), *_knobs(scheduler)])


def short_form(scheduler: object) -> str:
    """The same in fewer words: slots, blocks × their size, budget."""
    given = dict(_given(scheduler))
    blocks, size = (next(filter(given.get, names), None) for names in (BLOCKS, BLOCK_SIZES))
    if blocks and size:
        given[blocks] = f"{_text(given[blocks])} × {_text(given.pop(size))}"
    knobs = (_brief(name, _text(value)) for name, value in given.items())
    return " · ".join([_named(scheduler, NOT_COMPARED), *knobs]).replace(" 1 slots", " 1 slot")


def brief_form(scheduler: object) -> str:
    """What no count of the header says, in the fewest words: knobs at their defaults are left out.

    The size of a block is told in any case.
    """
    by_default = defaults_of(scheduler)
    told = {
        name: value
        for name, value in _given(scheduler).items()
        if name not in COUNTED and (name in BLOCK_SIZES or by_default.get(name) != value)
    }
    words = (_brief(name, _text(value)) for name, value in told.items())
    return " · ".join([_named(scheduler, NOT_COMPARED), *words])


def _brief(name: str, value: str) -> str:
    return BRIEF.get((name, value)) or BRIEFLY.get(name, f"{name} {{}}").format(value)


def knobs_known(scheduler: object) -> tuple[str, ...]:
    """The names of all its knobs, set or not."""
    return tuple(knobs_of(scheduler))


def slots_of(scheduler: object) -> int | None:
    """How many requests may run at once; None without a limit."""
    if getattr(scheduler, "runs_beyond_slots", False):
        return None  # nano-vllm's cap a step's batch
    return _limit(scheduler, SLOTS)


def budget_of(scheduler: object) -> int | None:
    """How many tokens a step may process; None without a limit."""
    return _limit(scheduler, BUDGETS)


def _limit(scheduler: object, names: tuple[str, ...]) -> int | None:
    given = (getattr(scheduler, name, None) for name in names)
    return next((value for value in given if isinstance(value, int)), None)


def _named(scheduler: object, how: str) -> str:
    """Its name, and in brackets `how` if it never was held against the engine."""
    name = scheduler_name(scheduler)
    engine = SCHEDULERS.get(name)
    return f"{name} ({how})" if engine and engine.checked == FROM_SOURCE else name


def _knobs(scheduler: object) -> Iterator[str]:
    return (f"{name} {_text(value)}" for name, value in _given(scheduler).items())


def _given(scheduler: object) -> Mapping[str, object]:
    return {name: knob_words(value) for name, value in told_knobs(scheduler).items()}


def _text(value: object) -> str:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if whole else clean(knob_text(value))
