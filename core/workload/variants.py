"""The variants of a scenario: each is the scenario with something else in some places.

A variant is read as a document of its own, made of the scenario's in the way of `--set`, so what it
says is checked like what is written in the scenario itself, together with everything that depends
on it. What is set on the command line stays set in every variant.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from core.workload.document import Table
from core.workload.keys import VARIANT, nearest, quoted, shown
from core.workload.settings import UNSET
from core.workload.source import Reading, Source
from core.workload.spelled import name_in, spelled_out
from core.workload.toml_lines import Key

BASE = "base"
"""What the scenario without a variant is called beside its variants."""

BY_KEY = ("scheduler", "cost", "memory", "run", "workload")
"""Tables whose keys a variant overrides one by one; `UNSET` takes a key, or a table, away."""

WORKLOADS = ("request", "requests", "workload")
OVERRIDABLE = (*BY_KEY, "request", "requests", "notes", "expect")

MOST = 64
LONGEST_NAME = 40


class Variant(NamedTuple):
    """A variant by its name, with the source that its scenario is read from."""

    name: str
    source: Source


def read_variants(reading: Reading) -> Iterator[Variant]:
    """Each variant of the scenario that has a name of its own; what is wrong is noted."""
    found = reading.source.document.get("variant", [])
    if not isinstance(found, list):
        message = f"variant must be [[variant]] tables, not {shown(found)}"
        reading.fault(("variant",), message)
        return
    if len(found) > MOST:
        reading.fault(("variant", MOST), f"there are {len(found):,} variants: at most {MOST}")
    names: set[str] = set()
    for number, table in enumerate(found[:MOST]):
        at: Key = ("variant", number)
        if not isinstance(table, dict):
            reading.fault(at, f"variant {number + 1} must be a table, not {shown(table)}")
            continue
        reading.check_keys(at, table, VARIANT)
        name = _name(reading, at, table, names)
        if name is not None:
            names.add(name)
            yield Variant(name, _source(reading.source, name, at, table))


def _name(reading: Reading, at: Key, table: Table, taken: set[str]) -> str | None:
    """The name of the variant `table`; None if it has none of its own, which is noted."""
    name, nth = table.get("name"), f"variant {int(at[-1]) + 1}"
    fault = ""
    if name is None:
        fault = f'{nth} needs a name, such as name = "paged"'
    elif not isinstance(name, str):
        fault = f"the name of {nth} must be a string, not {shown(name)}"
    elif not name.strip() or len(name) > LONGEST_NAME:
        fault = f"the name of {nth} must have 1 to {LONGEST_NAME} characters, not {shown(name)}"
    elif name == BASE:
        fault = f"{nth} cannot be called {BASE}: that is the scenario without a variant"
    elif name in taken:
        fault = f"there are two variants {quoted(name)}: each needs a name of its own"
    else:
        return name
    reading.fault((*at, "name"), fault)
    return None


def title_of(variant: str, title: str) -> str:
    """The `title` of a scenario, after the name of the `variant` it is, if it is one."""
    return f"{variant} · {title}" if variant else title


def no_variant(name: str, known: tuple[str, ...]) -> str:
    """The sentence for a `name` that is none of the `known` variants."""
    if not known:
        return f"there is no variant {quoted(name)}: this scenario has none"
    near = nearest(name, (*known, BASE))
    hint = f"did you mean {quoted(near)}?" if near else f"known: {', '.join(map(quoted, known))}"
    return f"there is no variant {quoted(name)}; {hint}"


def _source(base: Source, name: str, at: Key, table: Table) -> Source:
    """The source of the scenario that the variant `table`, which lies at `at`, makes of `base`."""
    given, spelled = _spelled(base, table)
    own = {key: _own(base, key, given[key]) for key in OVERRIDABLE if key in given}
    left_out = {"variant", "expect", *(WORKLOADS if _is_other_workload(base, own) else ())}
    document = {key: found for key, found in base.document.items() if key not in left_out}
    moved = dict(base.moved)
    for key, one in own.items():
        before = document.pop(key, None)
        for place in _places(key, before, one):
            moved[place] = (*at, *spelled.get(place, place))
        if key not in BY_KEY:
            document[key] = one
        elif one != UNSET:
            document[key] = _merged(before, one)
    return replace(base, document=document, moved=moved, variant=name)


def _spelled(base: Source, table: Table) -> tuple[Table, Mapping[Key, Key]]:
    """The variant `table` with knobs by their own names, and where those stand in it."""
    if "scheduler" not in table:
        return table, {}
    name = name_in(table["scheduler"]) or name_in(base.document.get("scheduler"))
    scheduler, places = spelled_out(table["scheduler"], name)
    return {**table, "scheduler": scheduler}, places


def _places(key: str, before: object, given: object) -> list[Key]:
    """What is overridden where `given` takes the place of `before`: the whole, or single keys."""
    if key in BY_KEY and isinstance(before, dict) and isinstance(given, dict):
        return [(key, one) for one in given]
    return [(key,)]


def _merged(before: object, given: object) -> object:
    if not isinstance(given, dict):
        return given
    merged = {**(before if isinstance(before, dict) else {}), **given}
    return {key: one for key, one in merged.items() if one != UNSET}


def _own(base: Source, table: str, given: object) -> object:
    """What is `given` for `table`, save what the command line has set."""
    if not isinstance(given, dict):
        return given
    return {key: one for key, one in given.items() if (table, key) not in base.options}


def _is_other_workload(base: Source, own: Table) -> bool:
    """Whether it has requests of its own, rather than another part of the scenario's trace."""
    given = [key for key in WORKLOADS if key in own]
    return bool(given) and not (given == ["workload"] and "workload" in base.document)
