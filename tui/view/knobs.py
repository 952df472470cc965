"""A scheduler and its knobs in words, and the limits among them that the screen counts against."""

from collections.abc import Iterator, Mapping

from core.policies import knob_text, knob_words
from core.schedulers import FROM_SOURCE, NAIVE, SCHEDULERS, knobs_of, name_of, told_knobs
from core.schedulers.names import BLOCK_SIZES, BLOCKS, BUDGETS, SLOTS
from tui.view.clean import clean

NOT_COMPARED = "not compared"
SHORT = {
    **dict.fromkeys(SLOTS, "{} slots"),
    **dict.fromkeys(BUDGETS, "budget {}"),
    **dict.fromkeys(BLOCKS, "{}"),
    **dict.fromkeys(BLOCK_SIZES, "blocks of {}"),
}


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
    knobs = (SHORT.get(name, f"{name} {{}}").format(_text(v)) for name, v in given.items())
    return " · ".join([_named(scheduler, NOT_COMPARED), *knobs]).replace(" 1 slots", " 1 slot")


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
