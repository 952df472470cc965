"""BurstGPT: `Timestamp,…,Request tokens,Response tokens,…`, six or eight columns, by name.

Source: HPMLL/BurstGPT. `Timestamp` is in seconds. A response of no tokens is a request that
failed there: it is dropped and counted.
"""

from core.workload.formats.columns import count, nanoseconds, reader_of
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of

COLUMNS = ("Timestamp", "Request tokens", "Response tokens")


def _reader(header: str) -> ReadRow | None:
    return reader_of(header, COLUMNS, _row)


def _row(stamp: str, prompt: str, output: str) -> Row | str:
    at_ns = nanoseconds(stamp)
    if at_ns is None:
        return "Timestamp is not a number of seconds"
    return row_of(at_ns, count(prompt), count(output))


BURSTGPT = Format("burstgpt", ",".join(COLUMNS), "seconds", by_lines(_reader))
