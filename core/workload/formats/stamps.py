"""Dates and times of day, exactly: integers of nanoseconds.

A stamp of Azure's has seven fraction digits, which `strptime` refuses and a float of seconds since
1970 cannot hold. One without an offset is taken as UTC.
"""

import re
from datetime import date
from functools import cache

SECOND_NS = 10**9
DAY_SECONDS = 86_400

STAMP = re.compile(
    r"""(?P<date> [0-9]{4}-[0-9]{2}-[0-9]{2} ) [ T]
    (?P<hour> [01][0-9] | 2[0-3] ) : (?P<minute> [0-5][0-9] ) : (?P<second> [0-5][0-9] )
    (?: \. (?P<part> [0-9]{1,9} ) )?
    (?: Z | (?P<sign> [+-] ) (?P<hours> [0-9]{2} ) :? (?P<minutes> [0-9]{2} ) )?""",
    re.VERBOSE,
)


def stamp_ns(stamp: str) -> int | None:
    """Nanoseconds from a fixed point; None if that is no date and time."""
    found = STAMP.fullmatch(stamp)
    if found is None:
        return None
    date_, hour, minute, second, part, sign, hours, minutes = found.groups()
    day = _day(date_)
    if day is None:
        return None
    seconds = day * DAY_SECONDS + (int(hour) * 60 + int(minute)) * 60 + int(second)
    if sign is not None:
        offset = (int(hours) * 60 + int(minutes)) * 60
        seconds += offset if sign == "-" else -offset
    return seconds * SECOND_NS + int((part or "").ljust(9, "0"))


@cache
def _day(text: str) -> int | None:
    """The number of the day, by a calendar without end; None if there is no such day."""
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        return None
