"""What is changed in a run that was asked for, and what is wrong with that by what was typed."""

import re
from dataclasses import replace
from typing import Annotated, Any, NamedTuple, TypeAlias

from typer import Option

from core.schedulers import SCHEDULERS
from core.workload import InputError, Scenario
from core.workload.faults import FileFault
from core.workload.variants import BASE
from tui.commands.asked import KNOBS, SET, Asked
from tui.commands.own_code import CODE
from tui.commands.stopped import Refused
from tui.view.clean import clean
from tui.what_if import OWN, changed, parsed

Against: TypeAlias = Annotated[
    str | None,
    Option(
        "--against",
        metavar="RUN",
        help="Another run beside this one: a variant, base, or what to change, num_blocks=64.",
    ),
]


class Beside(NamedTuple):
    """A run by its `name`, that of `scenario`."""

    name: str
    scenario: Scenario


POLICIES = ("victim", "queue", "admission", "on_preempt", "prefill")
"""Knobs that are options too."""

NEAR = " (with "
"""Before what was set beside a fault."""

TYPED = re.compile(r"^--([a-z-]+) ")
"""An option at the start of what is wrong with it."""


def changed_scenario(scenario: Scenario, text: str, option: str) -> Scenario:
    """`scenario` with what `text`, given with `option`, changes: what is wrong is told of these."""
    try:
        return changed(scenario, text)
    except InputError as error:
        raise type(error)(_renamed_fault(one, option) for one in error.faults) from None
    except Refused as error:
        lines = (_renamed(line, option) for line in str(error).split("\n"))
        raise Refused("\n".join(lines)) from None


def seen_against(asked: Asked, scenario: Scenario, text: str) -> Beside:
    """The run that `scenario`, asked for by `asked`, is to be seen against, by its name.

    `text` is a variant of the same file, or what to change. Raises `Refused` and `InputError`.
    """
    name = text.strip()
    is_change = "=" in name or CODE in name or name in SCHEDULERS
    if is_change:
        return Beside(name, changed_scenario(scenario, name, "--against"))
    other = asked._replace(variant=None if name == BASE else name).scenario()
    if other.name == scenario.name:
        raise Refused(f"--against {clean(text)}: that is this run itself")
    return Beside(name, other)


def _renamed_fault(fault: FileFault, option: str) -> FileFault:
    """`fault` as of `option`, also where it names what was set beside it."""
    said, near, others = fault.message.rpartition(NEAR)
    message = f"{said}{near}{others.replace(f'{SET} ', '')}"
    return replace(fault, file=_renamed(fault.file, option), message=message)


def _renamed(place: str, option: str) -> str:
    """`--with num_blocks=6` for `--set num_blocks=6`, and so for the options of policies."""
    if place.startswith((f"{SET} ", "--scheduler ")):
        return TYPED.sub(f"{option} ", place)
    return TYPED.sub(lambda found: f"{option} {found[1].replace('-', '_')}=", place)


def asked_for(asked: Asked, text: str) -> Asked:
    """The options that ask for `asked` with what `text` changes."""
    change = parsed(text)
    if change.scheduler is not None:
        asked = asked._replace(scheduler=change.scheduler)
    for key, value in change.settings.items():
        kept = [one for one in asked.settings or [] if _key(one) != key]
        code = key in OWN and CODE in value
        policy = key in POLICIES and key in Asked._fields
        option: dict[str, Any] = {key: value if code else None} if policy else {}  # `str | None`
        settings = kept if code else [*kept, f"{key}={value}"]
        asked = asked._replace(settings=settings, **option)
    return asked


def _key(setting: str) -> str:
    return setting.partition("=")[0].strip().removeprefix(KNOBS)
