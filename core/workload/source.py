"""Where a scenario comes from, and the reading of it: faults are noted and do not stop it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from core.request import count_fault
from core.workload.document import Table, plain
from core.workload.faults import FileFault, ScenarioError, inert
from core.workload.keys import Keys, quoted, shown
from core.workload.toml_lines import Key, key_lines

MOST_LINES = 1000
"""Faults whose lines are looked up: the file is read once more, up to the last of them."""


@dataclass(frozen=True)
class Source:
    """A scenario before it is believed: a `document`, and where it comes from.

    `text` is that of the file at `path`, "" where there is none: the file is then a trace, and the
    document stands for a scenario of that trace alone. `options` has what was typed for the keys
    that the command line has set. Of a variant, `variant` is its name, and `moved` says where the
    keys that it overrides stand in the text. A recorded schedule stands in `only_line` as a whole,
    and its requests of one step may have had `one_stamp`; on another engine `left_out` has those of
    its knobs that are unknown there.
    """

    path: Path
    text: str
    document: Table
    options: Mapping[Key, str] = field(default_factory=dict)
    variant: str = ""
    moved: Mapping[Key, Key] = field(default_factory=dict)
    only_line: int | None = None
    one_stamp: bool = False
    left_out: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_trace(self) -> bool:
        """Whether `path` is a trace that was named by itself, rather than a scenario."""
        return not self.text and bool(self.document)  # an empty file is a scenario without anything

    def lines_of(self, keys: Iterable[Key]) -> dict[Key, int]:
        """The line of each of `keys`, or of the nearest table around it that has one.

        The text is read for it, up to the last of them.
        """
        if self.only_line is not None:
            return dict.fromkeys(keys, self.only_line)
        places = {key: self.place(key) for key in keys}
        lines = key_lines(self.text, places.values())
        found = ((key, _nearest_line(place, lines)) for key, place in places.items())
        return {key: line for key, line in found if line is not None}

    def place(self, key: Key) -> Key:
        """Where `key` stands in the text: in the scenario itself, or in the variant's table."""
        lengths = range(len(key), 0, -1) if self.moved else ()
        moved = next((key[:n] for n in lengths if key[:n] in self.moved), None)
        return key if moved is None else (*self.moved[moved], *key[len(moved) :])

    def said(self, key: Key, message: str) -> str:
        """`message` about `key`, naming the variant where it is about what that leaves as it is."""
        own = not self.variant or self.place(key) != key
        return message if own else f"{message} (in the variant {quoted(self.variant)})"

    def where(self, line: int | None) -> str:
        """`file:line`."""
        return FileFault(inert(str(self.path)), line, "", "").where

    def fault(self, key: Key, message: str, line: int | None) -> FileFault:
        """What is wrong with `key`: in the option that set it, else at `line` of the file.

        What was set for another key of the same table may be what made it wrong, and is named.
        """
        name = inert(".".join(part for part in self.place(key) if isinstance(part, str)))
        message = self.said(key, message)
        if key in self.options:
            return FileFault(inert(self.options[key]), None, name, inert(message))
        near = [option for place, option in self.options.items() if place[:1] == key[:1]]
        more = f" (with {', '.join(near)})" if near else ""
        return FileFault(inert(str(self.path)), line, name, inert(message + more))


def _nearest_line(key: Key, lines: Mapping[Key, int]) -> int | None:
    lengths = range(len(key), 0, -1)
    return next((line for n in lengths if (line := lines.get(key[:n]))), None)


class Noted(NamedTuple):
    """A fault before anybody has looked for its line."""

    key: Key
    message: str


class Reading:
    """One reading of a source. Collects every fault; `error` has them all."""

    def __init__(self, source: Source) -> None:
        """Nothing is wrong yet."""
        self.source = source
        self.faults: list[Noted] = []

    def fault(self, key: Key, message: str) -> None:
        """Note that `key` is wrong."""
        self.faults.append(Noted(key, message))

    def take(self, variant: "Reading") -> None:
        """Note what is wrong with a `variant` too, save what is wrong without it as well."""
        noted = set(self.faults)
        for key, message in variant.faults:
            if Noted(key, message) not in noted:
                source = variant.source
                self.fault(source.place(key), source.said(key, message))

    def error(self) -> ScenarioError:
        """The error with every fault, in the order of the file.

        Of very many the first ones have their lines, and stand before the others.
        """
        noted = [one for one in self.faults[:MOST_LINES] if one.key not in self.source.options]
        lines = self.source.lines_of(one.key for one in noted)
        told = [self.source.fault(*one, lines.get(one.key)) for one in self.faults]
        first = sorted(told[:MOST_LINES], key=lambda fault: fault.line or 0)
        return ScenarioError([*first, *told[MOST_LINES:]])

    def check_keys(self, at: Key, table: Table, keys: Keys) -> None:
        """Note every key of the table at `at` that may not stand there."""
        for key, message in keys.faults(table):
            self.fault((*at, key), message)

    def table(self, name: str, keys: Keys) -> Table | None:
        """The top-level table `name`, its keys checked; None if missing, or wrong and noted."""
        found = self.source.document.get(name)
        if found is None:
            return None
        if not isinstance(found, dict):
            self.fault((name,), f"{name} must be a table, [{name}], not {shown(found)}")
            return None
        self.check_keys((name,), found, keys)
        return found

    def text(self, at: Key, table: Table, key: str, otherwise: str) -> str:
        """The string at `key` of `table`, which lies at `at`; else `otherwise`, faults noted."""
        found = table.get(key, otherwise)
        if isinstance(found, str):
            return found
        self.fault((*at, key), f"{key} must be a string, not {shown(found)}")
        return otherwise

    def count(self, at: Key, table: Table, key: str, least: int) -> int | None:
        """The integer (>= `least`) at `key` of `table`, which lies at `at`; else None."""
        found = plain(table.get(key))
        if found is None:
            return None
        if isinstance(found, bool) or not isinstance(found, int):
            self.fault((*at, key), f"{key} must be an integer, not {shown(found)}")
        elif fault := count_fault(key, found, least):
            self.fault((*at, key), fault.message)
        else:
            return found
        return None
