"""Which of a scheduler's fields are its knobs."""

from dataclasses import fields, is_dataclass
from types import MappingProxyType

from core.schedulers.own import OwnScheduler

NO_KNOB = MappingProxyType({"is_knob": False})
"""The metadata of a field that no user sets."""


def knobs_of(scheduler: object) -> dict[str, object]:
    """The knobs of `scheduler` by the engine's own names; none if it is no dataclass."""
    page = _page(scheduler)
    if not is_dataclass(page):
        return {}
    knobs = (field.name for field in fields(page) if field.metadata.get("is_knob", True))
    return {name: getattr(page, name) for name in knobs}


def told_knobs(scheduler: object) -> dict[str, object]:
    """Those of its knobs that say something: not None, and not what a switch is by default.

    Counts are told in any case, save for one that is 0 by default and is 0.
    """
    by_default = defaults_of(scheduler)
    given = {name: knob for name, knob in knobs_of(scheduler).items() if knob is not None}
    return {
        name: knob
        for name, knob in given.items()
        if knob != by_default.get(name) or (type(knob) is int and knob > 0)
    }


def defaults_of(scheduler: object) -> dict[str, object]:
    """The default of each of its fields."""
    page = _page(scheduler)
    return {f.name: f.default for f in fields(page)} if is_dataclass(page) else {}


def _page(scheduler: object) -> object:
    """Where the fields of `scheduler` stand: a user's own is looked at through a wrapping."""
    return scheduler.engine if isinstance(scheduler, OwnScheduler) else scheduler


def name_of(scheduler: object) -> str:
    """What `scheduler` is called: its own `name`, or that of its class."""
    name: object = getattr(scheduler, "name", None)
    return name if isinstance(name, str) else type(scheduler).__name__.lower()
