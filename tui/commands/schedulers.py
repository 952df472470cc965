"""`driftwood schedulers [NAME]`: which engines there are, their knobs, their rules, the proof."""

import json
from collections.abc import Iterator
from dataclasses import MISSING
from difflib import get_close_matches
from typing import Annotated, TypeAlias

from typer import Argument

from core.glossary.knobs import KNOBS
from core.policies import knob_text
from core.schedulers import SCHEDULERS, Engine
from tui.commands.asked import Json
from tui.commands.exits import DONE, guarded
from tui.commands.output import show
from tui.commands.stopped import Refused
from tui.view.clean import clean_rid
from tui.view.lines import wrapped
from tui.view.rules import rules_of_kind

WIDTH = 100

Name: TypeAlias = Annotated[str | None, Argument(metavar="[NAME]", help="One of them, in full.")]


@guarded
def schedulers(name: Name = None, *, as_json: Json = False) -> int:
    """List the engines, how each was checked, their knobs and rules."""
    if name is not None and name not in SCHEDULERS:
        near = get_close_matches(name, SCHEDULERS, 1)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(SCHEDULERS)}"
        raise Refused(f"there is no scheduler {clean_rid(name)}; {hint}")
    chosen = {name: SCHEDULERS[name]} if name else SCHEDULERS
    if as_json:
        listed = {each: _document(engine) for each, engine in chosen.items()}
        show([json.dumps({"format": 1, "schedulers": listed})])
    elif name is None:
        show(_list())
    else:
        show(_whole(name, SCHEDULERS[name]))
    return DONE


def _list() -> Iterator[str]:
    for name, engine in SCHEDULERS.items():
        yield f"{name:<14}{engine.checked}"
    yield ""
    yield "Knobs and rules of one: driftwood schedulers NAME"


def _whole(name: str, engine: Engine) -> Iterator[str]:
    yield f"{name}: {engine.checked}"
    yield ""
    yield "Knobs"
    defaults = {knob: _default(default) for knob, default in engine.knobs.items()}
    width = max(map(len, defaults.values())) + 2
    names = max(30, max(map(len, defaults)) + 2)
    for knob, default in defaults.items():
        yield f"  {knob:<{names}}{default:<{width}}{KNOBS[knob]}"
    if others := _others(engine):
        yield ""
        yield "Other names, and - for _"
        width = max(map(len, others)) + 2
        yield from (f"  {name:<{width}}{knob}" for name, knob in others.items())
    for phase, rule in rules_of_kind(engine.kind):
        yield ""
        yield phase
        yield from (f"  {line}" for line in wrapped(rule, WIDTH - 2))


def _others(engine: Engine) -> dict[str, str]:
    """More names of its knobs, each with what it stands for."""
    known = {name: one for name, one in engine.others.items() if one.knob in engine.knobs}
    more = {name: f" + {one.more}" if one.more else "" for name, one in known.items()}
    return {name: f"{one.knob}{more[name]}" for name, one in known.items()}


def _default(default: object) -> str:
    if default is MISSING:
        return "needed"
    return "none" if default is None else knob_text(default)


def _document(engine: Engine) -> dict[str, object]:
    return {
        "checked": engine.checked,
        "knobs": {
            knob: {"needed": True} if default is MISSING else {"default": default}
            for knob, default in engine.knobs.items()
        },
        "other_names": _others(engine),
        "rules": dict(rules_of_kind(engine.kind)),
    }
