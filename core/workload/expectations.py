"""What a scenario expects of its run, as written in `[expect]`; `expect` checks it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TypeAlias, get_args

from core.cost import Cost
from core.lifecycle import StateName
from core.metrics import CAUSES, totals
from core.request import Request
from core.run import Run, Status
from core.schedulers import make_scheduler
from core.stopwatch import Times
from core.workload.document import Table, is_too_long
from core.workload.keys import EXPECT, Keys, nearest, quoted, shown
from core.workload.source import Reading
from core.workload.toml_lines import Key

Number: TypeAlias = int | Decimal
Expected: TypeAlias = Number | str | tuple[str, ...]

STEPS = ("first_token", "finish", "preemptions", "recomputed_tokens", "longest_gap", "unserved")
FIGURES = (*STEPS, *Times._fields)
OF_A_REQUEST = (*FIGURES, "state", "waited")
BLOCKS = ("used_blocks", "free_blocks")
QUEUES = ("waiting", "running")
MOST_NAMES = 1_000
MOST_HINTS = 100
FINEST, LARGEST = -12, 15


@dataclass(frozen=True, slots=True)
class OfRequest:
    """About the request `rid` at the end of the run."""

    rid: str


@dataclass(frozen=True, slots=True)
class OfRun:
    """About the run as a whole, at its end."""


@dataclass(frozen=True, slots=True)
class OfMoment:
    """About the moment after the first `event` changes of `step`; after all if `event` is None."""

    step: int
    event: int | None


About: TypeAlias = OfRequest | OfRun | OfMoment


@dataclass(frozen=True, slots=True)
class Expectation:
    """That the figure `name` of what it is `about` is `expected`, as `key` of the file says.

    A number is expected at the decimals written; a tuple of rids in this order.
    """

    about: About
    name: str
    expected: Expected
    key: Key


def read_expectations(reading: Reading, rids: Iterable[object]) -> tuple[Expectation, ...]:
    """The expectations of `[expect]`; faults are noted.

    `rids` are those of the workload, none if it is not known. Where something was set, what is
    expected may be about requests that are left out, and rids are not checked.
    """
    table = reading.table("expect", EXPECT) or {}
    strings = (rid for rid in rids if isinstance(rid, str))
    known = dict.fromkeys(() if reading.source.options else strings)
    found: list[Expectation] = []
    for rid, one in _tables(reading, table, "request"):
        if known and rid not in known:
            _no_request(reading, ("expect", "request", rid), rid, known)
        found += _of_request(reading, rid, one)
    run = table.get("run", {})
    if isinstance(run, dict):
        found += _of_run(reading, run)
    else:
        reading.fault(("expect", "run"), f"[expect.run] must be a table, not {shown(run)}")
    for step, one in _tables(reading, table, "at"):
        found += _of_moment(reading, step, one, known)
    return tuple(found)


def _tables(reading: Reading, expect: Table, name: str) -> Iterator[tuple[str, Table]]:
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


def _no_request(reading: Reading, at: Key, rid: str, known: dict[str, None]) -> None:
    """Note that there is no `rid`, with the nearest one where it is quickly found."""
    quick = len(known) <= MOST_NAMES and len(reading.faults) < MOST_HINTS
    near = nearest(rid, known) if quick else None
    hint = f"; did you mean {quoted(near)}?" if near else ""
    reading.fault(at, f"there is no request {quoted(rid)} to expect anything of{hint}")


def _of_request(reading: Reading, rid: str, table: Table) -> Iterator[Expectation]:
    at: Key = ("expect", "request", rid)
    reading.check_keys(at, table, Keys(f"[expect.request.{quoted(rid)}]", OF_A_REQUEST))
    about = OfRequest(rid)
    for name in FIGURES:
        yield from _number(reading, about, at, table, name)
    yield from _word(reading, about, at, table, "state", get_args(StateName))
    waited = table.get("waited", {})
    if not isinstance(waited, dict):
        reading.fault((*at, "waited"), f"waited must be a table of causes, not {shown(waited)}")
        return
    reading.check_keys((*at, "waited"), waited, Keys("waited", CAUSES))
    for cause in CAUSES:
        yield from _number(reading, about, (*at, "waited"), waited, cause, f"waited.{cause}")


def _of_run(reading: Reading, table: Table) -> Iterator[Expectation]:
    at: Key = ("expect", "run")
    figures = figures_of_runs()
    reading.check_keys(at, table, Keys("[expect.run]", (*figures, "status")))
    for name in figures:
        yield from _number(reading, OfRun(), at, table, name)
    yield from _word(reading, OfRun(), at, table, "status", get_args(Status))


@cache
def figures_of_runs() -> tuple[str, ...]:
    """Every figure a run can have: what the smallest runs come to, with a clock and without."""
    runs = (
        Run([Request("A", 0, 1, 2)], make_scheduler("driftwood", max_running=1), cost=cost)
        for cost in (None, Cost(1.0))
    )
    return tuple(dict.fromkeys(name for run in runs for name in totals(run.finish())))


def _of_moment(
    reading: Reading, step: str, table: Table, rids: dict[str, None]
) -> Iterator[Expectation]:
    at: Key = ("expect", "at", step)
    named = f"[expect.at.{quoted(step)}]"
    reading.check_keys(at, table, Keys(named, ("event", *BLOCKS, *QUEUES)))
    event = reading.count(at, table, "event", 0)
    if not (step.isascii() and step.isdigit() and len(step) <= LARGEST):
        reading.fault(at, f"{named} must name a step, such as [expect.at.39]")
        return
    about = OfMoment(int(step), event)
    for name in BLOCKS:
        yield from _number(reading, about, at, table, name)
    for name in QUEUES:
        yield from _queue(reading, about, at, table, name, rids)


def _queue(
    reading: Reading, about: About, at: Key, table: Table, name: str, rids: dict[str, None]
) -> Iterator[Expectation]:
    """How many wait or run, or who in which order."""
    found = table.get(name)
    if not isinstance(found, list):
        yield from _number(reading, about, at, table, name)
        return
    listed = tuple(rid for rid in found if isinstance(rid, str))
    if len(listed) < len(found):
        reading.fault((*at, name), f"{name} must be a count, or a list of rids in order")
        return
    for rid in listed:
        if rids and rid not in rids:
            _no_request(reading, (*at, name), rid, rids)
    yield Expectation(about, name, listed, (*at, name))


def _number(
    reading: Reading, about: About, at: Key, table: Table, key: str, name: str = ""
) -> Iterator[Expectation]:
    found = table.get(key)
    if isinstance(found, int | Decimal) and not isinstance(found, bool) and _is_plain(found):
        yield Expectation(about, name or key, found, (*at, key))
    elif found is not None and not is_too_long(found):
        stray = isinstance(found, list) and key == "requests"
        hint = "; move it above the first [table]: there it is the scenario's" if stray else ""
        reading.fault((*at, key), f"{key} must be a number, not {shown(found)}{hint}")


def _is_plain(number: Number) -> bool:
    """Whether `number` is finite, and neither finer nor larger than any figure is."""
    if isinstance(number, int):
        return not is_too_long(number)
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= FINEST and number.adjusted() <= LARGEST


def _word(
    reading: Reading, about: About, at: Key, table: Table, key: str, words: Sequence[str]
) -> Iterator[Expectation]:
    found = table.get(key)
    if isinstance(found, str) and found in words:
        yield Expectation(about, key, found, (*at, key))
    elif found is not None:
        near = nearest(found, words) if isinstance(found, str) else None
        hint = f"did you mean {near}?" if near else f"one of {', '.join(words)}"
        reading.fault((*at, key), f"{key} cannot be {shown(found)}; {hint}")
