"""The requests written in a scenario: `[[request]]` tables, or the compact list of lists."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.request import Request
from core.request_faults import workload_faults
from core.workload.document import Table, plain
from core.workload.keys import REQUEST, quoted, shown
from core.workload.repeated import copies, repeat_faults
from core.workload.source import Reading
from core.workload.toml_lines import Key

COLUMNS = ("rid", "arrival", "prompt_len", "output_len")
LISTS = ("prompt_ids", "hash_ids")
"""Fields that are lists; a field of any other kind cannot be one."""
NEEDED = ("rid", "prompt_len", "output_len")
SHAPE = f"[{', '.join(COLUMNS)}]"


class Written(NamedTuple):
    """Requests, and for each the number of the table or row it comes from (from 0)."""

    requests: tuple[Request, ...] = ()
    numbers: tuple[int, ...] = ()


class Given(NamedTuple):
    """The fields of a request, and which table or row they come from (from 0)."""

    number: int
    fields: Table


def read_tables(reading: Reading, found: object) -> Written:
    """The requests of the `[[request]]` tables; faults are noted. `arrival` is 0 if not given."""
    if not isinstance(found, list):
        reading.fault(("request",), f"request must be [[request]] tables, not {shown(found)}")
        return Written()
    tables = [_fields_of(reading, number, table) for number, table in enumerate(found)]
    given = [one for number, table in enumerate(tables) for one in _given(reading, number, table)]
    return _checked(reading, "request", given)


def _given(reading: Reading, number: int, table: Table) -> Iterator[Given]:
    """The requests of a table; one where `count` or `every` is wrong, which is noted."""
    faults = list(repeat_faults(table))
    for fault in faults:
        message = f"{_nth(number, table.get('rid'))}: {fault.message}"
        reading.fault(("request", number, fault.key), message)
    whole = table if not faults else {key: table[key] for key in table if key != "count"}
    yield from (Given(number, fields) for fields in copies(whole))


def _fields_of(reading: Reading, number: int, table: object) -> Table:
    at: Key = ("request", number)
    if not isinstance(table, dict):
        reading.fault(at, f"{_nth(number)} must be a table, not {shown(table)}")
        return {}
    reading.check_keys(at, table, REQUEST)
    for key in NEEDED:
        if key not in table:
            reading.fault((*at, key), f"{_nth(number, table.get('rid'))} needs {key}")
    return _simple(reading, number, {key: table[key] for key in REQUEST.known if key in table})


def read_compact(reading: Reading, found: object) -> Written:
    """The requests of `requests = [["A", 0, 6, 4], …]`; faults are noted."""
    if not isinstance(found, list):
        message = f"requests must be a list [{SHAPE}, …], not {shown(found)}"
        reading.fault(("requests",), message)
        return Written()
    rows = [_columns_of(reading, number, row) for number, row in enumerate(found)]
    given = [Given(number, fields) for number, fields in enumerate(rows)]
    return _checked(reading, "requests", given)


def _columns_of(reading: Reading, number: int, row: object) -> Table:
    if isinstance(row, list) and len(row) == len(COLUMNS):
        return _simple(reading, number, dict(zip(COLUMNS, row, strict=True)), "requests")
    hint = "; as tables they are [[request]], without the s" if isinstance(row, dict) else ""
    message = f"{_nth(number)} must be a list {SHAPE}, not {shown(row)}{hint}"
    reading.fault(("requests", number), message)
    return {}


def _simple(reading: Reading, number: int, given: Table, name: str = "request") -> Table:
    """`given` without the values of kinds that no field is of, which are noted."""
    fields: Table = {}
    for key, value in given.items():
        if key in LISTS and isinstance(value, list):
            fields[key] = tuple(map(plain, value))
        elif isinstance(value, dict | list | bool):
            message = f"{_nth(number, given.get('rid'))}: {key} cannot be {shown(value)}"
            reading.fault(_place(name, number, key), message)
        else:
            fields[key] = plain(value)
    return fields


def _checked(reading: Reading, name: str, given: Sequence[Given]) -> Written:
    """The requests made of `given`; what is wrong with them is noted where they came from.

    What is wrong with many of a table in the same way is noted once.
    """
    if not given:
        reading.fault((name,), f"{name} is empty: a scenario needs at least one request")
    timed = any("arrival_ms" in one.fields for one in given)
    requests = tuple(_made(at, one.fields, timed=timed) for at, one in enumerate(given))
    noted: set[tuple[int, str, str]] = set()
    for at, fault in workload_faults(requests):
        number, fields = given[at]
        if (number, fault.key, fault.message) not in noted:
            noted.add((number, fault.key, fault.message))
            message = f"{_nth(number, fields.get('rid'))}: {fault.message}"
            reading.fault(_place(name, number, fault.key), message)
    return Written(requests, tuple(one.number for one in given))


def _made(number: int, fields: Table, *, timed: bool) -> Request:
    """A request of `fields`; a harmless value stands for what is missing, which has been noted."""
    filled: dict[str, Any] = {  # values of a file, which are checked as those of a request
        "rid": f"\0 request {number + 1}",
        "arrival": 0,
        "prompt_len": 1,
        "output_len": 1,
    }
    if timed and not fields:
        filled["arrival_ms"] = 0.0
    return Request(**(filled | fields))


def _place(name: str, number: int, key: str) -> Key:
    return (name, number, COLUMNS.index(key) if name == "requests" and key in COLUMNS else key)


def _nth(number: int, rid: object = None) -> str:
    return f"request {number + 1}" + (f" {quoted(rid)}" if isinstance(rid, str) else "")
