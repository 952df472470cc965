"""Azure's LLM inference traces of 2023 and 2024: `TIMESTAMP,ContextTokens,GeneratedTokens`.

Source: Azure/AzurePublicDataset. Times are read as integers of nanoseconds: a stamp has seven
fraction digits, which `strptime` refuses and a float of seconds since 1970 cannot hold. A stamp
without an offset is taken as UTC.
"""

import re
from datetime import date
from functools import cache

from core.workload.rows import Format, ReadRow, Row

COLUMNS = ("TIMESTAMP", "ContextTokens", "GeneratedTokens")
SECOND_NS = 10**9
DAY_SECONDS = 86_400

STAMP = re.compile(
    r"""(?P<date> [0-9]{4}-[0-9]{2}-[0-9]{2} ) [ T]
    (?P<hour> [01][0-9] | 2[0-3] ) : (?P<minute> [0-5][0-9] ) : (?P<second> [0-5][0-9] )
    (?: \. (?P<part> [0-9]{1,9} ) )?
    (?: Z | (?P<sign> [+-] ) (?P<hours> [0-9]{2} ) :? (?P<minutes> [0-9]{2} ) )?""",
    re.VERBOSE,
)
COUNT = re.compile(r"(?P<sign>-?)(?P<digits>[0-9]++)(?:\.0*+)?")
MOST_DIGITS = 12


def azure_reader(header: str) -> ReadRow | None:
    """What reads the rows under `header`, in any order of columns; None if one is missing."""
    names = [name.strip(' "') for name in header.split(",")]
    if any(name not in names for name in COLUMNS):
        return None
    when, prompt, output = (names.index(name) for name in COLUMNS)

    def read_row(line: str) -> Row | str:
        fields = [field.strip(' "') for field in line.split(",")]
        if len(fields) != len(names):
            return f"not {len(names)} columns"
        return _row(fields[when], fields[prompt], fields[output])

    return read_row


def _row(stamp: str, prompt: str, output: str) -> Row | str:
    at_ns, prompt_len, output_len = _nanoseconds(stamp), _count(prompt), _count(output)
    if at_ns is None:
        return "TIMESTAMP is not a date and time"
    if isinstance(prompt_len, str):
        return prompt_len
    if isinstance(output_len, str):
        return output_len
    if prompt_len == 0 or output_len == 0:
        return "no context tokens" if prompt_len == 0 else "no generated tokens"
    return Row(at_ns, prompt_len, output_len)


def _count(text: str) -> int | str:
    """A count, which some copies of these traces write as `7564.0`, or why there is none."""
    found = COUNT.fullmatch(text)
    if found is None:
        return "a token count is not a whole number"
    digits = found["digits"].lstrip("0")
    if found["sign"] and digits:
        return "a token count is below 0"
    return int(digits or "0") if len(digits) <= MOST_DIGITS else "a token count is too large"


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


AZURE = Format("azure", ",".join(COLUMNS), "dates and times", azure_reader)
