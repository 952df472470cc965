"""What a scenario expects of the difference of two of its runs: `[expect.difference]`.

    [expect.difference]
    of = ["contiguous", "paged"]
    first_divergent_step = 0
    at.0.reserved_bytes = 5856000

The figures are those that `[expect]` has, each of the first run less that of the second. One table,
or several, each `[[expect.difference]]`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.request import Request
from core.workload.document import Table
from core.workload.expectations import read_expectations
from core.workload.expected import Expectation
from core.workload.keys import EXPECT, Keys, nearest, quoted, shown
from core.workload.source import Reading
from core.workload.toml_lines import Key

TWO = 2
OF = "of"
PARTED = "first_divergent_step"
NEVER = "none"
FIGURES = tuple(key for key in EXPECT.known if key != "difference")
EXAMPLE = 'of = ["base", "paged"]'


@dataclass(frozen=True, slots=True)
class Parted:
    """That two runs first differ in `step`, or never if it is None, as `key` of the file says."""

    step: int | None
    key: Key


@dataclass(frozen=True, slots=True)
class Difference:
    """What is expected of the runs called `of`: of figures, and where they part if that is said."""

    of: tuple[str, str]
    expectations: tuple[Expectation, ...]
    parted: Parted | None

    @property
    def count(self) -> int:
        """How many expectations that is."""
        return len(self.expectations) + (self.parted is not None)


def read_differences(
    reading: Reading, requests: Mapping[str, Sequence[Request]]
) -> tuple[Difference, ...]:
    """The differences that are expected; faults are noted.

    `requests` are those of each run by its name: the variants, and the base.
    """
    expect = reading.source.document.get("expect")
    found = expect.get("difference") if isinstance(expect, dict) else None
    at: Key = ("expect", "difference")
    if found is None:
        return ()
    if not isinstance(found, list):
        return tuple(_read(reading, at, found, requests))
    read = (_read(reading, (*at, number), one, requests) for number, one in enumerate(found))
    return tuple(one for each in read for one in each)


def _read(
    reading: Reading, at: Key, table: object, requests: Mapping[str, Sequence[Request]]
) -> Iterator[Difference]:
    if not isinstance(table, dict):
        reading.fault(at, f"[expect.difference] must be a table, not {shown(table)}")
        return
    reading.check_keys(at, table, Keys("[expect.difference]", (OF, PARTED, *FIGURES)))
    names = _names(reading, at, table, requests)
    every = [one for name in names or () for one in requests[name]]
    expectations = tuple(_figures(reading, at, table, every))
    parted = _parted(reading, at, table)
    if names is not None:
        yield Difference(names, expectations, parted)


def _names(
    reading: Reading, at: Key, table: Table, known: Mapping[str, object]
) -> tuple[str, str] | None:
    """The two runs that are meant; None if they are not two known ones, which is noted."""
    found = table.get(OF)
    names = [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
    if not isinstance(found, list) or len(found) != TWO or len(set(names)) != TWO:
        given = "is missing" if found is None else f"cannot be {shown(found)}"
        reading.fault((*at, OF), f"of {given}: it names two variants, such as {EXAMPLE}")
        return None
    for name in names:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {quoted(near)}?" if near else f"known: {_listed(known)}"
            reading.fault((*at, OF), f"there is no variant {quoted(name)}; {hint}")
            return None
    return names[0], names[1]


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(map(quoted, names))


def _figures(
    reading: Reading, at: Key, table: Table, requests: Sequence[Request]
) -> Iterator[Expectation]:
    """The figures, read as if they stood in `[expect]` itself."""
    expect = {key: one for key, one in table.items() if key in FIGURES}
    document = {**reading.source.document, "expect": expect}
    own = Reading(replace(reading.source, document=document, moved={("expect",): at}))
    for one in read_expectations(own, requests):
        place = own.source.place(one.key)
        if isinstance(one.expected, int | Decimal):
            yield replace(one, key=place)
        else:
            name = quoted(str(place[-1]))
            reading.fault(place, f"{name} must be a number here: a difference of two is expected")
    reading.take(own)


def _parted(reading: Reading, at: Key, table: Table) -> Parted | None:
    if table.get(PARTED) == NEVER:
        return Parted(None, (*at, PARTED))
    step = reading.count(at, table, PARTED, 0)
    return None if step is None else Parted(step, (*at, PARTED))
