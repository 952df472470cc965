"""What is changed in a run that was asked for: `victim=largest_cache,num_blocks=6`, a scheduler."""

import re
from dataclasses import replace
from typing import Any

from core.workload import InputError, Scenario
from tui.commands.asked import KNOBS, SET, Asked
from tui.commands.own_code import CODE
from tui.commands.stopped import Refused

NEXT = re.compile(r"\s*,(?=\s*[\w.]+\s*=)")
"""Between two settings; a comma within a value is none."""

POLICIES = ("victim", "queue", "admission", "on_preempt", "prefill")
"""Knobs that are options too, which may name code: `victim=my.py:cheapest`."""

TYPED = re.compile(rf"^--({'|'.join(POLICIES).replace('_', '-')}) ")
"""An option of a policy, at the start of what is wrong with it."""


def changed(asked: Asked, text: str) -> Asked:
    """`asked` with what `text` changes: settings, with the name of another scheduler before them.

    They take the place of what was set before. Raises `Refused` for what is neither.
    """
    first, *others = NEXT.split(text.strip())
    settings = ([first] if "=" in first else []) + others
    if "=" not in first:
        if not first:
            raise Refused("say what to change, such as victim=largest_cache,num_blocks=64")
        asked = asked._replace(scheduler=first)
    for setting in settings:
        asked = _set(asked, setting)
    return asked


def _set(asked: Asked, setting: str) -> Asked:
    """`asked` with one knob set: a policy that is code by the option that loads it."""
    key, _, value = (part.strip() for part in setting.partition("="))
    kept = [one for one in asked.settings or [] if _place(one) != _place(setting)]
    policy = _place(setting).removeprefix(KNOBS)
    settings = [*kept, f"{key}={value}"]
    if policy not in POLICIES or policy not in Asked._fields:
        return asked._replace(settings=settings)
    code = CODE in value
    option: dict[str, Any] = {policy: value if code else None}  # the options are `str | None`
    return asked._replace(settings=kept if code else settings, **option)


def _place(setting: str) -> str:
    key = setting.partition("=")[0].strip()
    return key if "." in key else f"{KNOBS}{key}"


def changed_scenario(asked: Asked, text: str, option: str = "") -> Scenario:
    """The scenario of what `text` makes of `asked`; what is wrong is told of `option` if given."""
    try:
        return changed(asked, text).scenario()
    except InputError as error:
        faults = (replace(one, file=_renamed(one.file, option)) for one in error.faults)
        raise type(error)(faults) from None
    except Refused as error:
        lines = (_renamed(line, option) for line in str(error).split("\n"))
        raise Refused("\n".join(lines)) from None


def _renamed(place: str, option: str) -> str:
    """`--with num_blocks=6` for `--set num_blocks=6`, and so for the options of policies."""
    by_knob = TYPED.sub(lambda found: f"{found[1].replace('-', '_')}=", place)
    if by_knob == place:
        by_knob = place.removeprefix(f"{SET} ").removeprefix("--scheduler ")
    return place if by_knob == place else f"{option} {by_knob}".strip()
