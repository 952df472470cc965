"""The rows of a trace of one's own, from the cells of its named columns.

A cell that is missing or empty is None. A number may stand in quotes. Where a row leaves out its
tenant, priority or prefix, it has none.
"""

import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from core.request import MOST
from core.workload.formats.columns import LONGEST_TIME, count, nanoseconds
from core.workload.formats.json_lines import time_ns, whole
from core.workload.formats.own_columns import ARRIVALS, arrival_of
from core.workload.formats.rows import STEP_NS, Row, Told, row_of
from core.workload.formats.stamps import stamp_ns
from core.workload.keys import quoted

TOLD = ("rid", "priority", "tenant", "prefix")
NO_RID = "its rid is missing"
RID_TWICE = "its rid is that of a row before"
PREFIX_TOO_LONG = "prefix_len is more than its prompt has"


class _CellError(Exception):
    """A cell holds something else; the sentence says what is wrong."""


class OwnRows:
    """Makes rows of cells, by what `columns` hold; no rid comes twice."""

    def __init__(self, columns: Mapping[str, str]) -> None:
        """No row yet."""
        self._columns = columns
        self._arrival = arrival_of(columns)
        self._tells = any(key in columns for key in TOLD)
        self._rids: set[str] = set()

    def row(self, cells: Mapping[str, object]) -> Row | str:
        """The row, or why there is none."""
        try:
            row = row_of(
                self._at_ns(cells),
                _length(cells["prompt_len"]),
                _length(cells["output_len"]),
                prompt_ids=_ids(cells.get("prompt_ids")),
                hash_ids=_ids(cells.get("hash_ids")),
            )
            if not self._tells or isinstance(row, str):
                return row
            return row._replace(told=self._told(cells, row.prompt_len))
        except _CellError as wrong:
            return str(wrong)

    def _at_ns(self, cells: Mapping[str, object]) -> int | None:
        if self._arrival is None:
            return None
        unit, cell = ARRIVALS[self._arrival], cells[self._arrival]
        if unit.ns is None:
            at_ns = stamp_ns(cell) if isinstance(cell, str) else None
        else:
            at_ns = _time_ns(cell, unit.ns)
        if at_ns is None or (unit.in_steps and at_ns % STEP_NS):
            raise _CellError(f"{self._named(self._arrival)} is not {unit.right}")
        return at_ns

    def _told(self, cells: Mapping[str, object], prompt_len: int) -> Told:
        """What a row says of whose it is, and of what it shares."""
        rid = self._text(cells, "rid") if "rid" in self._columns else ""
        if "rid" in self._columns and (not rid or rid in self._rids):
            raise _CellError(RID_TWICE if rid else NO_RID)
        prefix = self._text(cells, "prefix") or None
        shared = 0 if prefix is None else self._number(cells, "prefix_len")
        if not 0 <= shared <= prompt_len:
            below = f"{self._named('prefix_len')} is below 0"
            raise _CellError(below if shared < 0 else PREFIX_TOO_LONG)
        told = Told(
            rid,
            self._number(cells, "priority"),
            self._text(cells, "tenant"),
            prefix if shared else None,
            shared,
        )
        self._rids.add(rid)
        return told

    def _text(self, cells: Mapping[str, object], key: str) -> str:
        """What stands there as text; a whole number is one as it is written."""
        cell = cells.get(key)
        text = str(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell
        if text is None:
            return ""
        if not isinstance(text, str) or not _is_unicode(text):
            raise _CellError(f"{self._named(key)} is not a text")
        return text

    def _number(self, cells: Mapping[str, object], key: str) -> int:
        """A whole number, 0 if there is none."""
        cell = cells.get(key)
        number = _decimal(cell) if isinstance(cell, str) else cell
        if number is None and cell is None:
            return 0
        if isinstance(number, bool) or not isinstance(number, int | Decimal):
            raise _CellError(f"{self._named(key)} is not a whole number")
        if not -MOST <= number <= MOST or number != int(number):
            raise _CellError(f"{self._named(key)} is not a whole number of at most {MOST:,}")
        return int(number)

    def _named(self, key: str) -> str:
        return quoted(self._columns[key])


def _time_ns(cell: object, unit_ns: int) -> int | None:
    return nanoseconds(cell, unit_ns) if isinstance(cell, str) else time_ns(cell, unit_ns)


def _length(cell: object) -> int | str:
    return count(cell) if isinstance(cell, str) else whole(cell)


def _ids(cell: object) -> object:
    """A list that a table has as text."""
    if not isinstance(cell, str):
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def _decimal(text: str) -> Decimal | None:
    try:
        number = Decimal(text) if len(text) <= LONGEST_TIME else Decimal("nan")
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _is_unicode(text: str) -> bool:
    """Whether it has no half of a pair, which JSON can write and nothing can show."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
