"""Where a scenario's requests come from: tables, the compact list, or the trace of `[workload]`."""

from pathlib import Path, PureWindowsPath
from typing import Any, NamedTuple, TypeAlias

from core.request import Request
from core.workload.document import Table, plain
from core.workload.faults import FileFault, TraceError
from core.workload.generated import PROCESS, read_generated, read_process
from core.workload.keys import WORKLOAD, shown
from core.workload.origins import NoPlaces, Origins, WrittenPlaces
from core.workload.request_tables import read_compact, read_tables
from core.workload.source import Reading
from core.workload.trace import Trace, load_trace
from core.workload.trace_report import TraceReport

Wishes: TypeAlias = dict[str, Any]  # values of a file, which `load_trace` checks

WAYS = ("request", "requests", "workload")
DEEPEST = 3
"""Tables within tables that a scenario has: `[expect.request.A]`."""
EXAMPLE = 'write [[request]] tables, requests = [["A", 0, 6, 4]], or [workload] with a trace'


class Workload(NamedTuple):
    """Requests, where they were read, and the report of the trace they come from, if they do."""

    requests: tuple[Request, ...]
    origins: Origins
    report: TraceReport | None = None


NOTHING = Workload((), Origins((), NoPlaces()))


def read_workload(reading: Reading) -> Workload:
    """The requests of the scenario; faults are noted, and then what could be read is returned."""
    ways = [way for way in WAYS if way in reading.source.document]
    for way in ways[1:]:
        reading.fault((way,), f"there is {way} and also {ways[0]}: keep one of them")
    if not ways:
        if not _has_strays(reading.source.document):
            reading.fault((), f"there are no requests: {EXAMPLE}")
        return NOTHING
    workloads = [_read(reading, way) for way in ways]
    return workloads[0]


def _has_strays(document: Table) -> bool:
    """Whether `requests` stand below the header of a table: then that is the fault, and noted."""
    tables = [found for found in document.values() if isinstance(found, dict)]
    for _ in range(DEEPEST):
        if any(isinstance(table.get("requests"), list) for table in tables):
            return True
        tables = [one for table in tables for one in table.values() if isinstance(one, dict)]
    return False


def _read(reading: Reading, way: str) -> Workload:
    found = reading.source.document[way]
    if way == "workload":
        return _read_trace(reading)
    requests, numbers = (read_tables if way == "request" else read_compact)(reading, found)
    places = WrittenPlaces(reading.source, way, numbers)
    return Workload(requests, Origins(requests, places))


def _read_trace(reading: Reading) -> Workload:
    table = reading.table("workload", WORKLOAD)
    if table is None:
        return NOTHING
    if "generator" in table:
        requests = read_generated(reading, table)
        return Workload(requests, Origins(requests, NoPlaces()))
    path = _trace_path(reading, table)
    wishes = _wishes(reading, table)
    trace = _loaded(reading, path, table, wishes) if path else None
    if trace is None:
        return NOTHING
    if not trace.requests:
        examples = "".join(f"; {example}" for example in trace.report.example_lines)
        message = f"no request is left of the trace: {trace.report}{examples}"
        reading.fault(("workload", "trace"), message)
    return Workload(trace.requests, trace.origins, trace.report)


def _wishes(reading: Reading, table: Table) -> Wishes:
    wishes: Wishes = {}
    for key in ("format", "limit", "window", "speed", "hash_block_size"):
        value = table.get(key)
        if isinstance(value, dict | list):
            reading.fault(("workload", key), f"{key} cannot be {shown(value)}")
        else:
            wishes[key] = plain(value)
    wishes["columns"] = table.get("columns")
    wishes["arrivals"] = read_process(reading, table, "arrivals") if "arrivals" in table else None
    for key in () if "arrivals" in table else PROCESS:
        if key in table:
            reading.fault(("workload", key), f"{key} is for generated arrivals: name them first")
    return {key: wish for key, wish in wishes.items() if wish is not None}


def _loaded(reading: Reading, path: Path, table: Table, wishes: Wishes) -> Trace | None:
    try:
        return load_trace(path, **wishes)
    except TraceError as error:
        for fault in error.faults:
            if fault.key == "arrivals" in table and "arrivals" not in wishes:
                continue  # what is wrong with those that are asked for is noted
            own = fault.key in wishes or fault.key == "arrivals"
            message = fault.message if own else _of_trace(reading, table.get("trace"), fault)
            reading.fault(("workload", fault.key if own else "trace"), message)
        return None


def _of_trace(reading: Reading, named: object, fault: FileFault) -> str:
    if not reading.source.is_trace:
        return f"trace {shown(named)}: {fault.message}"
    hint = "; a scenario's name would end in .toml" if fault.key == "format" else ""
    return f"{fault.message}{hint}"


def _trace_path(reading: Reading, table: Table) -> Path | None:
    """The trace's path, which in a scenario file is relative to it."""
    at = ("workload", "trace")
    named = table.get("trace")
    if not isinstance(named, str):
        given = "is missing" if named is None else f"is {shown(named)}"
        reading.fault(at, f"trace {given}: it is the path of a trace, relative to this file")
        return None
    if reading.source.is_trace:
        return Path(named)
    if Path(named).is_absolute() or PureWindowsPath(named).anchor:
        reading.fault(at, f"trace must be relative to this file, not {shown(named)}")
        return None
    return reading.source.path.parent / named
