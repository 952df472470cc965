"""A scheduler by its name and its knobs."""

from dataclasses import fields, is_dataclass

from core.policies import knob_words
from core.workload import Scenario
from tui.view.clean import clean


def knobs_of(scheduler: object) -> dict[str, object]:
    """The knobs that are set, by the engine's own names; a policy by its name."""
    if not is_dataclass(scheduler):
        return {}
    knobs = {field.name: getattr(scheduler, field.name) for field in fields(scheduler)}
    return {name: knob_words(knob) for name, knob in knobs.items() if knob is not None}


def scheduler_line(scenario: Scenario) -> str:
    """`driftwood · max_running 3 · block_size 4`."""
    knobs = knobs_of(scenario.scheduler)
    words = (f"{name} {knobs[name]}" for name in knobs)
    return clean(" · ".join([scenario.scheduler_name, *words]))
