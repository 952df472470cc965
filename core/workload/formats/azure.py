"""Azure's LLM inference traces of 2023 and 2024: `TIMESTAMP,ContextTokens,GeneratedTokens`.

Source: Azure/AzurePublicDataset. Times are read as integers of nanoseconds: a stamp has seven
fraction digits, which `strptime` refuses and a float of seconds since 1970 cannot hold. A stamp
without an offset is taken as UTC.
"""

import re
from datetime import date
from functools import cache

from core.workload.formats.columns import count, reader_of
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of

COLUMNS = ("TIMESTAMP", "ContextTokens", "GeneratedTokens")
SECOND_NS = 10**9
DAY_SECONDS = 86_400
NO_STAMP = "XXX"
"""What stands there in copies that keep lengths only."""

STAMP = re.compile(
    r"""(?P<date> [0-9]{4}-[0-9]{2}-[0-9]{2} ) [ T]
    (?P<hour> [01][0-9] | 2[0-3] ) : (?P<minute> [0-5][0-9] ) : (?P<second> [0-5][0-9] )
    (?: \. (?P<part> [0-9]{1,9} ) )?
    (?: Z | (?P<sign> [+-] ) (?P<hours> [0-9]{2} ) :? (?P<minutes> [0-9]{2} ) )?""",
    re.VERBOSE,
)


def azure_reader(header: str) -> ReadRow | None:
    """What reads the rows under `header`, in any order of columns; None if one is missing."""
    return reader_of(header, COLUMNS, _row)


def _row(stamp: str, prompt: str, output: str) -> Row | str:
    at_ns = None if stamp == NO_STAMP else _nanoseconds(stamp)
    if at_ns is None and stamp != NO_STAMP:
        return "TIMESTAMP is not a date and time"
    return row_of(at_ns, count(prompt), count(output))


def _nanoseconds(stamp: str) -> int | None:
    found = STAMP.fullmatch(stamp)
    day = _day(found["date"]) if found else None
    if found is None or day is None:
        return None
    clock = (int(found["hour"]) * 60 + int(found["minute"])) * 60 + int(found["second"])
    offset = (int(found["hours"] or 0) * 60 + int(found["minutes"] or 0)) * 60
    seconds = day * DAY_SECONDS + clock - (-offset if found["sign"] == "-" else offset)
    return seconds * SECOND_NS + int((found["part"] or "").ljust(9, "0"))


@cache
def _day(text: str) -> int | None:
    """The number of the day, by a calendar without end; None if there is no such day."""
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        return None


AZURE = Format("azure", ",".join(COLUMNS), "dates and times", by_lines(azure_reader))
