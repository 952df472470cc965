"""Vidur's traces: `arrived_at,num_prefill_tokens,num_decode_tokens`, or the lengths alone.

Source: microsoft/vidur. `arrived_at` is in seconds; some files have counts written `7564.0`.
"""

from core.workload.formats.columns import count, nanoseconds, reader_of
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of

LENGTHS = ("num_prefill_tokens", "num_decode_tokens")


def _timed(header: str) -> ReadRow | None:
    return reader_of(header, ("arrived_at", *LENGTHS), _timed_row)


def _timed_row(arrived: str, prompt: str, output: str) -> Row | str:
    at_ns = nanoseconds(arrived)
    if at_ns is None:
        return "arrived_at is not a number of seconds"
    return row_of(at_ns, count(prompt), count(output))


def _lengths(header: str) -> ReadRow | None:
    return reader_of(header, LENGTHS, lambda p, o: row_of(None, count(p), count(o)))


VIDUR = Format("vidur", ",".join(("arrived_at", *LENGTHS)), "seconds", by_lines(_timed))
VIDUR_LENGTHS = Format("vidur-lengths", ",".join(LENGTHS), "lengths only", by_lines(_lengths))
