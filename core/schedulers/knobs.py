"""What is wrong with the knobs of the driftwood scheduler."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from core.policies import VICTIMS
from core.request import Fault, count_fault

CODE = ".py:"
LATER = ("lowest_priority",)
LONGEST_NAME = 60
COUNTS = ("block_size", "num_blocks", "token_budget", "victim_guard")
"""Knobs that are counts from 1, where they are given."""


def driftwood_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    given = {key: knob for key, knob in knobs.items() if knob is not None}
    if fault := count_fault("max_running", knobs.get("max_running"), 1):
        yield fault
    for key in COUNTS:
        if key in given and (fault := count_fault(key, given[key], 1)):
            yield fault
    if ("block_size" in given) != ("num_blocks" in given):
        yield Fault(
            "block_size",
            "block_size and num_blocks go together: give both, or neither for unlimited memory",
        )
    yield from _budget_faults(given.get("token_budget"), given.get("max_running"))
    yield from _victim_faults(given.get("victim"))
    if "block_size" not in given and "num_blocks" not in given:
        yield from _useless(victim=given.get("victim"), victim_guard=given.get("victim_guard"))


def _budget_faults(token_budget: object, max_running: object) -> Iterator[Fault]:
    if (
        isinstance(token_budget, int)
        and isinstance(max_running, int)
        and 1 <= token_budget < max_running
    ):
        yield Fault(
            "token_budget",
            f"token_budget must be at least max_running ({max_running}), not {token_budget}",
        )


def _victim_faults(victim: object) -> Iterator[Fault]:
    """A policy is a known name or something to call."""
    if victim is None or callable(victim) or (isinstance(victim, str) and victim in VICTIMS):
        return
    known = f"known: {', '.join(VICTIMS)}"
    if not isinstance(victim, str):
        said = f"victim must be the name of a policy or a function, not {victim!r}; {known}"
        yield Fault("victim", said, TypeError)
    elif CODE in victim:
        yield Fault("victim", f"victim names code, {victim!r}: only --victim loads a file")
    elif victim in LATER:
        yield Fault("victim", f"victim {victim} is not there yet: requests have no priority")
    else:
        near = get_close_matches(victim[:LONGEST_NAME], VICTIMS, 1)
        hint = f"did you mean {near[0]}?" if near else known
        yield Fault("victim", f"there is no victim policy {victim[:LONGEST_NAME]!r}; {hint}")


def _useless(**knobs: object) -> Iterator[Fault]:
    """Knobs about preemptions where nobody is ever preempted."""
    for key, given in knobs.items():
        if given is not None:
            yield Fault(key, f"{key} needs block_size and num_blocks: else nobody is preempted")
