"""The table `[scheduler]` by the knobs' own names, where an engine has other ones for them."""

from collections.abc import Mapping
from dataclasses import replace

from core.schedulers import by_own_names
from core.workload.source import Source
from core.workload.toml_lines import Key


def with_own_names(source: Source) -> Source:
    """`source` with the knobs of its `[scheduler]` by their own names."""
    if "scheduler" not in source.document:
        return source
    found = source.document["scheduler"]
    table, moved = spelled_out(found, name_in(found))
    return replace(source, document={**source.document, "scheduler": table}, moved=moved)


def spelled_out(found: object, name: object) -> tuple[object, Mapping[Key, Key]]:
    """What is `found` as the `[scheduler]` called `name`, and where keys stood that moved in it.

    What is no table stays as it is, to be refused where it is read.
    """
    if not isinstance(found, dict):
        return found, {}
    named = by_own_names(name, found)
    moved: dict[Key, Key] = {
        ("scheduler", own): ("scheduler", *path) for own, path in named.places.items()
    }
    return named.knobs, moved


def name_in(found: object) -> object:
    """The name in what is `found` as a `[scheduler]`; None if there is none."""
    return found.get("name") if isinstance(found, dict) else None
