"""Traces that are a JSON object on each line."""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import TypeAlias, TypedDict

from core.workload.formats.columns import FURTHEST_S, MOST_DIGITS, SECOND_NS
from core.workload.formats.rows import ReadRow, Row

Record: TypeAlias = Mapping[str, object]

NO_OBJECT = "not a JSON object"


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(text) from None


def _no_number(name: str) -> None:
    raise ValueError(name)


class Numbers(TypedDict):
    """How numbers are read."""

    parse_float: Callable[[str], Decimal]
    parse_constant: Callable[[str], None]


NUMBERS = Numbers(parse_float=_number, parse_constant=_no_number)
"""Exactly as they are written; NaN and infinity are none."""


def record_of(line: str) -> Record | None:
    """The object in `line`; None if there is none."""
    try:
        found: object = json.loads(line, **NUMBERS)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def lines_of(
    first: str, keys: tuple[str, ...], read: Callable[[Record], Row | str]
) -> ReadRow | None:
    """What reads lines as `read` does records; None if the `first` has none of `keys`."""
    record = record_of(first)
    if record is None or not any(key in record for key in keys):
        return None

    def read_row(line: str) -> Row | str:
        found = record_of(line)
        return NO_OBJECT if found is None else read(found)

    return read_row


def first_of(record: Record, *names: str) -> object:
    """The value of the first of `names` that is there: a key may have aliases."""
    return next((record[name] for name in names if name in record), None)


def whole(value: object) -> int | str:
    """A count of tokens, or why it is none."""
    if value is None:
        return "a token count is missing"
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return "a token count is not a whole number"
    if value < 0:
        return "a token count is below 0"
    if value >= 10**MOST_DIGITS:
        return "a token count is too large"
    return int(value) if value == int(value) else "a token count is not a whole number"


def time_ns(value: object, unit_ns: int) -> int | None:
    """A time in units of `unit_ns`, to the nearest nanosecond; None if it is no time."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    furthest = FURTHEST_S * SECOND_NS // unit_ns
    return round(Decimal(value) * unit_ns) if -furthest <= value <= furthest else None
