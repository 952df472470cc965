"""`driftwood help scenarios [WORD]`: the built-in scenarios, by what they are called."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.workload.scenario import source_at
from tui.commands.builtin import builtin_scenarios
from tui.commands.stopped import Refused
from tui.view.clean import clean, clean_rid


class Listed(NamedTuple):
    """A built-in scenario: its name, its title, and the names of its variants."""

    name: str
    title: str
    variants: Sequence[str]


def scenarios_help(word: str, *, as_json: bool) -> Iterator[str]:
    """Those whose name or title has `word` in it, all without one. Raises `Refused` if none has."""
    every = (_listed(name, path) for name, path in builtin_scenarios().items())
    found = [one for one in every if word.casefold() in f"{one.name} {one.title}".casefold()]
    if not found:
        raise Refused(f"no built-in scenario has {clean_rid(word)} in its name or title")
    if as_json:
        yield json.dumps({"format": 1, "scenarios": [one._asdict() for one in found]})
        return
    width = max(len(one.name) for one in found) + 2
    yield from (f"{one.name:<{width}}{clean(one.title)}" for one in found)


def _listed(name: str, path: Path) -> Listed:
    document = source_at(path).document
    variants = document.get("variant", [])
    names = [str(one["name"]) for one in variants] if isinstance(variants, list) else []
    return Listed(name, str(document.get("title", name)), names)
