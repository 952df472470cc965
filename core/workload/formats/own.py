"""A trace of one's own: a table with a header, or a JSON object a line, its columns named.

In JSON a column may lie in an object of the line: `usage.prompt_tokens`. A column of ids is a list,
in a table as JSON writes it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import BinaryIO

from core.workload.formats.json_lines import NO_OBJECT, Record, record_of
from core.workload.formats.own_columns import ARRIVALS, absent, arrival_of
from core.workload.formats.own_row import OwnRows
from core.workload.formats.rows import LINE_TOO_LONG, Format, Found, filled_lines
from core.workload.formats.tables import delimiter_of, table_rows

LOOKED_AT = 20
"""JSON lines whose keys are the columns that are there: a line may leave some out."""
MOST_KEYS = 10_000
DEEPEST = 8
"""Objects within objects in which a column may lie."""


def own_format(columns: Mapping[str, str]) -> Format:
    """The format of a trace whose columns have these names, by what they hold."""
    arrival = arrival_of(columns)
    unit = None if arrival is None else ARRIVALS[arrival]
    return Format(
        "columns",
        f"a table, or JSON lines, with {', '.join(columns.values())}",
        "lengths only" if unit is None else unit.name,
        partial(_rows, columns),
        refusal=partial(_refusal, columns),
        in_steps=unit is not None and unit.in_steps,
    )


def _refusal(columns: Mapping[str, str], file: BinaryIO, first: str) -> Sequence[str]:
    return tuple(absent(columns, _there(file, first)))


def _rows(columns: Mapping[str, str], file: BinaryIO, first: str, _: int) -> Iterator[Found] | None:
    if not first or _refusal(columns, file, first):
        return None
    file.seek(0)
    if record_of(first) is not None:
        return _objects(file, columns)
    return _table(file, delimiter_of(first), columns)


def _objects(file: BinaryIO, columns: Mapping[str, str]) -> Iterator[Found]:
    rows = OwnRows(columns)
    for line, text in filled_lines(file):
        record = None if text is None else record_of(text)
        if text is None or record is None:
            yield Found(line, LINE_TOO_LONG if text is None else NO_OBJECT, text or "", line)
        else:
            cells = {key: _cell(record, name) for key, name in columns.items()}
            yield Found(line, rows.row(cells), text, line)


def _table(file: BinaryIO, delimiter: str, columns: Mapping[str, str]) -> Iterator[Found]:
    rows = OwnRows(columns)
    every = table_rows(file, delimiter)
    _, header = next(every)
    places = {key: header.index(name) for key, name in columns.items()}
    for line, fields in every:
        if isinstance(fields, str):
            yield Found(line, fields, "", line)
        elif len(fields) != len(header):
            yield Found(line, f"not {len(header)} columns", delimiter.join(fields), line)
        else:
            cells = {key: fields[place] or None for key, place in places.items()}
            yield Found(line, rows.row(cells), delimiter.join(fields), line)


def _there(file: BinaryIO, first: str) -> list[str]:
    """The names of the columns of a file that begins with the line `first`."""
    file.seek(0)
    if record_of(first) is None:
        _, header = next(table_rows(file, delimiter_of(first)))
        return header if isinstance(header, list) else [first]
    names: dict[str, None] = {}
    for _, text in islice(filled_lines(file), LOOKED_AT):
        record = record_of(text or "") or {}
        names |= dict.fromkeys(islice(_names(record), MOST_KEYS - len(names)))
    return [*names]


def _names(record: Record, around: str = "", depth: int = 0) -> Iterator[str]:
    for key, value in record.items():
        yield f"{around}{key}"
        if isinstance(value, dict) and depth < DEEPEST:
            yield from _names(value, f"{around}{key}.", depth + 1)


def _cell(record: Record, name: str) -> object:
    """What stands there under `name`, or in objects under its parts; None if nothing."""
    if name in record:
        return record[name]
    found: object = record
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found
