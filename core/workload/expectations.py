"""What a scenario expects of its run, as written in `[expect]`; `expect` checks it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from core.lifecycle import StateName
from core.metrics import CAUSES, RequestFigures
from core.metrics.definitions import OF_ANYBODY, OF_RUNS, names_of
from core.request import Request
from core.results import Result
from core.run import Status
from core.workload.at_moment import read_moments
from core.workload.document import Table
from core.workload.expected import (
    About,
    Expectation,
    OfPriority,
    OfRequest,
    OfRun,
    OfTenant,
    number,
    tables,
    unknown,
    word,
)
from core.workload.keys import EXPECT, Keys, quoted, shown
from core.workload.source import Reading
from core.workload.toml_lines import Key

WORDS = ("state", "waited")
FIGURES = (
    *(name for name in Result.__annotations__ if name not in WORDS),
    *("ttft_steps", *RequestFigures._fields),
)
OF_A_REQUEST = (*FIGURES, *WORDS)
OF_A_GROUP = names_of(OF_ANYBODY)
OF_A_RUN = names_of({**OF_RUNS, **OF_ANYBODY})
MOST_DIGITS = 20


def read_expectations(reading: Reading, requests: Sequence[Request]) -> tuple[Expectation, ...]:
    """The expectations of `[expect]`; faults are noted.

    `requests` are the workload, empty if it is not known. Where something was set, what is expected
    may be about requests that are left out, and names are not checked.
    """
    table = reading.table("expect", EXPECT) or {}
    known = [] if reading.source.options else requests
    rids, tenants = _names(one.rid for one in known), _names(one.tenant for one in known)
    return (
        *_of_requests(reading, table, rids),
        *_of_run(reading, table.get("run", {})),
        *_of_tenants(reading, table, tenants),
        *_of_priorities(reading, table, _names(f"{one.priority}" for one in known)),
        *read_moments(reading, table, rids, tenants),
    )


def _names(names: Iterator[object]) -> dict[str, None]:
    """The `names` that are ones; what else a file has is noted where it is read."""
    return dict.fromkeys(name for name in names if isinstance(name, str))


def _of_requests(
    reading: Reading, expect: Table, known: Mapping[str, None]
) -> Iterator[Expectation]:
    for rid, table in tables(reading, expect, "request"):
        at: Key = ("expect", "request", rid)
        if known and rid not in known:
            unknown(reading, at, "request", rid, known)
        yield from _of_request(reading, at, OfRequest(rid), table)


def _of_request(reading: Reading, at: Key, about: OfRequest, table: Table) -> Iterator[Expectation]:
    reading.check_keys(at, table, Keys(f"[expect.request.{quoted(about.rid)}]", OF_A_REQUEST))
    for name in FIGURES:
        yield from number(reading, about, at, table, name)
    yield from word(reading, about, at, table, "state", get_args(StateName))
    waited = table.get("waited", {})
    if not isinstance(waited, dict):
        reading.fault((*at, "waited"), f"waited must be a table of causes, not {shown(waited)}")
        return
    reading.check_keys((*at, "waited"), waited, Keys("waited", CAUSES))
    for cause in CAUSES:
        yield from number(reading, about, (*at, "waited"), waited, cause, f"waited.{cause}")


def _of_run(reading: Reading, table: object) -> Iterator[Expectation]:
    at: Key = ("expect", "run")
    if not isinstance(table, dict):
        reading.fault(at, f"[expect.run] must be a table, not {shown(table)}")
        return
    reading.check_keys(at, table, Keys("[expect.run]", (*OF_A_RUN, "status")))
    for name in OF_A_RUN:
        yield from number(reading, OfRun(), at, table, name)
    yield from word(reading, OfRun(), at, table, "status", get_args(Status))


def _of_tenants(
    reading: Reading, expect: Table, known: Mapping[str, None]
) -> Iterator[Expectation]:
    for tenant, table in tables(reading, expect, "tenant"):
        at: Key = ("expect", "tenant", tenant)
        if known and tenant not in known:
            unknown(reading, at, "tenant", tenant, known)
        yield from _of_group(reading, at, OfTenant(tenant), table)


def _of_priorities(
    reading: Reading, expect: Table, known: Mapping[str, None]
) -> Iterator[Expectation]:
    for priority, table in tables(reading, expect, "priority"):
        at: Key = ("expect", "priority", priority)
        if not _is_priority(priority):
            named = f"[expect.priority.{quoted(priority)}]"
            reading.fault(at, f"{named} must name a priority, such as [expect.priority.0]")
            continue
        if known and priority not in known:
            unknown(reading, at, "priority", priority, known)
        yield from _of_group(reading, at, OfPriority(int(priority)), table)


def _is_priority(written: str) -> bool:
    digits = written.removeprefix("-")
    return digits.isascii() and digits.isdigit() and f"{int(digits[:MOST_DIGITS])}" == digits


def _of_group(reading: Reading, at: Key, about: About, table: Table) -> Iterator[Expectation]:
    named = f"[{'.'.join(quoted(str(part)) for part in at)}]"
    reading.check_keys(at, table, Keys(named, OF_A_GROUP))
    for name in OF_A_GROUP:
        yield from number(reading, about, at, table, name)
