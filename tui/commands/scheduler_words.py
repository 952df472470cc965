"""A scheduler by its name and its knobs."""

from core.policies import knob_text, knob_words
from core.schedulers import knobs_of, name_of, told_knobs
from core.schedulers.modified import MODIFIED
from core.workload import Scenario
from tui.view.clean import clean
from tui.view.knobs import checked_name


def knobs_set(scheduler: object) -> dict[str, object]:
    """The knobs that are set, by the engine's own names; a policy by its name."""
    given = knobs_of(scheduler).items()
    return {name: knob_words(knob) for name, knob in given if knob is not None}


def scheduler_line(scenario: Scenario) -> str:
    """`driftwood · max_running 3 · block_size 4`, and what could not be kept on this scheduler."""
    knobs, left_out = told_knobs(scenario.scheduler), left_out_words(scenario)
    words = [f"{name} {knob_text(knobs[name])}" for name in knobs]
    words += [left_out] if left_out else []
    return clean(" · ".join([_called(scenario), *words]))


def _called(scenario: Scenario) -> str:
    """Its name, with how it was checked; as it calls itself where a policy is not its own."""
    own = name_of(scenario.scheduler)
    return own if own.endswith(f" {MODIFIED}") else checked_name(scenario.scheduler_name)


def left_out_words(scenario: Scenario) -> str:
    """`left out: policy priority`: recorded knobs that it has no name for; else ""."""
    knobs = scenario.source.left_out.items()
    told = ", ".join(f"{name} {knob_text(knob)}" for name, knob in knobs)
    return clean(f"left out: {told}") if told else ""


def capacity_words(scenario: Scenario) -> tuple[str, ...]:
    """The sum that the size of its memory comes from, if from one."""
    return () if scenario.capacity is None else tuple(map(clean, scenario.capacity.told))
