"""What if: a run with something else in it, `victim=largest_cache,num_blocks=6`, or a scheduler."""

import re
from typing import Any, NamedTuple

from core.schedulers.own import OwnScheduler
from core.workload import Scenario
from tui.commands.own_code import CODE, is_code, own_policy, own_scheduler
from tui.commands.stopped import Refused

NEXT = re.compile(r"\s*,(?=\s*[\w.]+\s*=)(?![^{]*\})")
"""Between two settings; a comma within a value, such as a table, is none."""

KNOBS = "scheduler."
OWN = ("victim", "queue")
"""Knobs that may be policies of one's own, as code."""
EXAMPLE = "victim=largest_cache,num_blocks=64"


class Change(NamedTuple):
    """`settings` as typed by their keys, a bare key being a knob, and another scheduler, if any."""

    scheduler: str | None
    settings: dict[str, str]


def parsed(text: str) -> Change:
    """The change that `text` asks for. Raises `Refused` for nothing, and for half a setting."""
    first, *others = NEXT.split(text.strip())
    if not first:
        raise Refused(f"say what to change, such as {EXAMPLE}")
    named = None if "=" in first else first
    settings: dict[str, str] = {}
    for setting in others if named else [first, *others]:
        key, _, value = (part.strip() for part in setting.partition("="))
        settings[key.removeprefix(KNOBS)] = value
    return Change(named, settings)


def changed(scenario: Scenario, text: str) -> Scenario:
    """`scenario` with what `text` changes. Raises `Refused`, or `InputError` with every fault.

    A policy or a scheduler that is code, `victim=my.py:cheapest` or `my.py:Scheduler`, is loaded
    and run: whoever types it asks for it.
    """
    change = parsed(text)
    own = change.scheduler or own_scheduler_of(scenario)
    own = own if own and is_code(own) else None
    code = {key: value for key, value in change.settings.items() if CODE in value}
    policies: dict[str, Any] = {  # each by its own type, as its loader returns it
        key: own_policy(value, f"--{key}") for key, value in code.items() if key in OWN
    }
    settings = {key: value for key, value in change.settings.items() if key not in policies}
    named = None if own else change.scheduler
    different = scenario.with_settings(settings, scheduler=named, **policies)
    return own_scheduler(own, different, change.settings) if own else different


def own_scheduler_of(scenario: Scenario) -> str | None:
    """The code that is the scheduler of `scenario`, which stays that of a change of it."""
    return scenario.scheduler_name if isinstance(scenario.scheduler, OwnScheduler) else None


def reads_again(scenario: Scenario, text: str) -> bool:
    """Whether `text` changes what a trace or a generator is asked for, which takes long."""
    if "workload" not in scenario.source.document:
        return False
    return any(key.startswith("workload.") for key in parsed(text).settings)
