"""Which column of a trace of one's own holds what: `columns` of a scenario, `--columns`.

They are written as a table, `{arrival_ms = "ts", prompt_len = "in", output_len = "out"}`, or in
words, `arrival_ms=ts,prompt_len=in,output_len=out`, where what has a comma stands in quotes.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.workload.formats.rows import STEP_NS
from core.workload.keys import Keys, nearest, quoted, shown

NUMBERS = "of numbers the key has the unit, as arrival_s"


class Unit(NamedTuple):
    """What an arrival is counted in: its name, in ns (None for dates), and what is right there."""

    name: str
    ns: int | None
    right: str
    in_steps: bool = False


ARRIVALS: Mapping[str, Unit] = {
    "arrival": Unit("dates and times", None, f"a date and time: {NUMBERS}"),
    "arrival_s": Unit("seconds", 10**9, "a number of seconds"),
    "arrival_ms": Unit("milliseconds", 10**6, "a number of milliseconds"),
    "arrival_us": Unit("microseconds", 10**3, "a number of microseconds"),
    "arrival_ns": Unit("nanoseconds", 1, "a number of nanoseconds"),
    "arrival_step": Unit("steps", STEP_NS, "a whole number of steps", in_steps=True),
}
"""How an arrival may be given."""
NEEDED = ("prompt_len", "output_len")
IDS = ("prompt_ids", "hash_ids")
PREFIX = ("prefix", "prefix_len")
COLUMNS = Keys("columns", (*ARRIVALS, *NEEDED, "rid", "priority", "tenant", *PREFIX, *IDS))
MOST_NAMED = 12
"""Columns that an error lists."""
EXAMPLE = "arrival_ms=ts,prompt_len=in,output_len=out"


def columns_of(given: object) -> dict[str, str]:
    """The name of each column by what it holds. `ValueError` says in lines all that is wrong."""
    columns = _written(given) if isinstance(given, str) else given
    if not isinstance(columns, Mapping):
        right = f"columns must be written like {EXAMPLE}, or as a table"
        raise ValueError(right)  # noqa: TRY004 - a value of a file
    if faults := [*_faults(columns)]:
        raise ValueError("\n".join(faults))
    return dict(columns)


def _written(words: str) -> dict[str, str]:
    try:
        parts = next(csv.reader([words], skipinitialspace=True, strict=True), [])
    except csv.Error:
        parts = []
    pairs = [part.partition("=") for part in parts]
    if not pairs or any(not equals for _, equals, _ in pairs):
        raise ValueError(f"columns must be written like {EXAMPLE}, not {shown(words)}")
    columns: dict[str, str] = {}
    for key, _, name in pairs:
        if columns.setdefault(key.strip(), name.strip()) != name.strip():
            raise ValueError(f"columns has {quoted(key.strip())} twice: keep one")
    return columns


def _faults(columns: Mapping[str, object]) -> Iterator[str]:
    yield from (message for _, message in COLUMNS.faults(columns))
    for key, name in columns.items():
        if key in COLUMNS.known and (not isinstance(name, str) or not name):
            yield f"{key} in columns must be the name of a column, not {shown(name)}"
    for key in NEEDED:
        if key not in columns:
            yield f"{key} is missing in columns: which column holds it, such as {EXAMPLE}"
    for several, why in (
        ([key for key in ARRIVALS if key in columns], "when it arrives"),
        ([key for key in ("prefix", *IDS) if key in columns], "what its prompt says"),
    ):
        if len(several) > 1:
            yield f"columns has {' and '.join(several)}: {why} is told by one of them"
    if ("prefix" in columns) != ("prefix_len" in columns):
        yield "prefix and prefix_len in columns go together: what is shared, and how much"


def arrival_of(columns: Mapping[str, str]) -> str | None:
    """The one of `ARRIVALS` that is among `columns`; None in a trace of lengths alone."""
    return next((key for key in ARRIVALS if key in columns), None)


def absent(columns: Mapping[str, str], there: Sequence[str]) -> Iterator[str]:
    """What is wrong with `columns` in a file that has those that are `there`."""
    listed = ", ".join(map(shown, there[:MOST_NAMED])) + (", …" if len(there) > MOST_NAMED else "")
    for name in dict.fromkeys(columns.values()):
        if name not in there:
            near = nearest(name, there)
            hint = f"did you mean {shown(near)}? " if near else ""
            yield f"there is no column {shown(name)}; {hint}there are: {listed}"
        elif there.count(name) > 1:
            yield f"there are {there.count(name)} columns {shown(name)}: which one is meant?"
