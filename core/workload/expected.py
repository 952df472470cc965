"""What an expectation is, and how its numbers and words are read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from core.workload.document import Table, is_too_long
from core.workload.keys import nearest, quoted, shown
from core.workload.source import Reading
from core.workload.toml_lines import Key

Number: TypeAlias = int | Decimal
Expected: TypeAlias = Number | str | tuple[str, ...]

MOST_NAMES = 1_000
MOST_HINTS = 100
FINEST, LARGEST = -12, 15


@dataclass(frozen=True, slots=True)
class OfRequest:
    """About the request `rid` at the end of the run."""

    rid: str


@dataclass(frozen=True, slots=True)
class OfTenant:
    """About the requests of `tenant` together, at the end of the run."""

    tenant: str


@dataclass(frozen=True, slots=True)
class OfPriority:
    """About the requests of `priority` together, at the end of the run."""

    priority: int


@dataclass(frozen=True, slots=True)
class OfRun:
    """About the run as a whole, at its end."""


@dataclass(frozen=True, slots=True)
class OfMoment:
    """About the moment after the first `event` changes of `step`, after all if `event` is None.

    Or about that at the end of its work, before anybody finishes, `when_ran`.
    """

    step: int
    event: int | None
    when_ran: bool = False


About: TypeAlias = OfRequest | OfTenant | OfPriority | OfRun | OfMoment


@dataclass(frozen=True, slots=True)
class Expectation:
    """That the figure `name` of what it is `about` is `expected`, as `key` of the file says.

    A number is expected at the decimals written; a tuple of rids in this order. `name` has a part
    after its first point where the figure is one of several: `waited.slots`, `turns.batch`.
    """

    about: About
    name: str
    expected: Expected
    key: Key


def tables(reading: Reading, expect: Table, name: str) -> Iterator[tuple[str, Table]]:
    """The tables `[expect.name.…]` by their names."""
    found = expect.get(name, {})
    if not isinstance(found, dict):
        reading.fault(("expect", name), f"[expect.{name}] must be a table, not {shown(found)}")
        return
    for one, table in found.items():
        if isinstance(table, dict):
            yield one, table
        else:
            named = f"[expect.{name}.{quoted(one)}]"
            reading.fault(("expect", name, one), f"{named} must be a table, not {shown(table)}")


def unknown(reading: Reading, at: Key, what: str, name: str, known: Mapping[str, object]) -> None:
    """Note that there is no `what` of this `name`, with the nearest where it is quickly found."""
    quick = len(known) <= MOST_NAMES and len(reading.faults) < MOST_HINTS
    near = nearest(name, known) if quick else None
    hint = f"; did you mean {quoted(near)}?" if near else ""
    reading.fault(at, f"there is no {what} {quoted(name)} to expect anything of{hint}")


def number(
    reading: Reading, about: About, at: Key, table: Table, key: str, name: str = ""
) -> Iterator[Expectation]:
    """The number expected at `key` of `table`, which lies at `at`, for the figure `name`."""
    found = table.get(key)
    if isinstance(found, int | Decimal) and not isinstance(found, bool) and _is_plain(found):
        yield Expectation(about, name or key, found, (*at, key))
    elif found is not None and not is_too_long(found):
        stray = isinstance(found, list) and key == "requests"
        hint = "; move it above the first [table]: there it is the scenario's" if stray else ""
        reading.fault((*at, key), f"{key} must be a number, not {shown(found)}{hint}")


def _is_plain(given: Number) -> bool:
    """Whether `given` is finite, and neither finer nor larger than any figure is."""
    if isinstance(given, int):
        return not is_too_long(given)
    exponent = given.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= FINEST and given.adjusted() <= LARGEST


def word(
    reading: Reading, about: About, at: Key, table: Table, key: str, words: Sequence[str]
) -> Iterator[Expectation]:
    """The word of `words` expected at `key` of `table`, which lies at `at`."""
    found = table.get(key)
    if isinstance(found, str) and found in words:
        yield Expectation(about, key, found, (*at, key))
    elif found is not None:
        near = nearest(found, words) if isinstance(found, str) else None
        hint = f"did you mean {near}?" if near else f"one of {', '.join(words)}"
        reading.fault((*at, key), f"{key} cannot be {shown(found)}; {hint}")


def numbers(
    reading: Reading, about: About, at: Key, table: Table, key: str
) -> Iterator[Expectation]:
    """The numbers expected at `key` of `table`: a table of them by name."""
    found = table.get(key, {})
    if not isinstance(found, dict):
        reading.fault((*at, key), f"{key} must be a table of numbers, not {shown(found)}")
        return
    for one in found:
        yield from number(reading, about, (*at, key), found, one, f"{key}.{one}")
