"""Traces that are tables: columns by the names of a header, in any order, others passed over."""

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from core.workload.formats.rows import ReadRow, Row

COUNT = re.compile(r"(?P<sign>-?)(?P<digits>[0-9]++)(?:\.0*+)?")
MOST_DIGITS = 12
LONGEST_TIME = 40
FURTHEST_S = 10**12
SECOND_NS = 10**9


def reader_of(
    header: str, columns: tuple[str, ...], read: Callable[..., Row | str]
) -> ReadRow | None:
    """What reads rows under `header`, their `columns` by `read`; None if one of them is missing."""
    names = _fields(header)
    if any(name not in names for name in columns):
        return None
    places = [names.index(name) for name in columns]

    def read_row(line: str) -> Row | str:
        fields = _fields(line)
        if len(fields) != len(names):
            return f"not {len(names)} columns"
        return read(*map(fields.__getitem__, places))

    return read_row


def _fields(line: str) -> list[str]:
    return [field.strip(' "') for field in line.split(",")]


def count(text: str) -> int | str:
    """A count, which some traces write as `7564.0`, or why there is none."""
    if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit():
        return int(text)  # as nearly all are written
    found = COUNT.fullmatch(text)
    if found is None:
        return "a token count is not a whole number"
    digits = found["digits"].lstrip("0")
    if found["sign"] and digits:
        return "a token count is below 0"
    return int(digits or "0") if len(digits) <= MOST_DIGITS else "a token count is too large"


def nanoseconds(time: str, unit_ns: int = SECOND_NS) -> int | None:
    """A decimal number of seconds, or of another unit, to the nearest ns; None if it is none."""
    try:
        number = Decimal(time) if len(time) <= LONGEST_TIME else Decimal("nan")
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number) > FURTHEST_S * SECOND_NS // unit_ns:
        return None
    return round(number * unit_ns)
