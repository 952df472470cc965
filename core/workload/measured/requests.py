"""`requests.jsonl`: a request a line, with the times of its life on the engine's own clock.

`queued_ts`, `first_token_ts` and `last_token_ts` are seconds of one monotonic clock, whose zero
means nothing. `arrival_time` stands beside them on the clock of the wall: it is not read, since the
difference of two clocks is no time.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.workload.formats.columns import SECOND_NS
from core.workload.formats.json_lines import NO_OBJECT, Record, record_of, time_ns, whole
from core.workload.measured.faults import Faults, broken
from core.workload.measured.lines import lines_of
from core.workload.measured.measured import Served

MILLISECOND_NS = 10**6
MOST_REQUESTS = 1_000_000
TIMES = ("queued_ts", "first_token_ts", "last_token_ts")


class _Line(NamedTuple):
    """A request with its times in ns of the engine's clock."""

    queued_ns: int
    first_ns: int
    last_ns: int
    rid: str
    prompt_len: int
    output_len: int


def read_served(file: Path) -> tuple[Served, ...]:
    """The requests of `file` in its order. Raises `MeasuredError` with everything that is wrong."""
    found = _lines(file)
    if not found:
        raise broken(file, "no request is in it")
    zero = min(one.queued_ns for one in found)
    return tuple(
        Served(
            one.rid,
            one.prompt_len,
            one.output_len,
            *((at - zero) / MILLISECOND_NS for at in one[:3]),
        )
        for one in found
    )


def _lines(file: Path) -> list[_Line]:
    faults, seen, found = Faults(file), dict[str, int](), list[_Line]()
    for number, text in lines_of(file):
        record = record_of(text)
        if record is None:
            faults.add(number, "", NO_OBJECT)
        elif told := list(_faults(record, seen)):
            for key, message in told:
                faults.add(number, key, message)
        else:
            one = _line(record)
            seen[one.rid] = number
            found.append(one)
        if len(found) > MOST_REQUESTS:
            faults.add(number, "", f"more than {MOST_REQUESTS:,} requests")
        if faults.are_enough or len(found) > MOST_REQUESTS:
            break
    faults.raise_any()
    return found


def _faults(record: Record, seen: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Everything wrong with a line, by key. `seen` has the lines of the rids before it."""
    yield from _rid_faults(record.get("request_id"), seen)
    for key in ("input_toks", "output_toks"):
        count = whole(record.get(key))
        if isinstance(count, str):
            yield key, f"{key}: {count}"
        elif count == 0:
            yield key, f"{key} must be at least 1, not 0"
    times = [_time(record, key) for key in TIMES]
    for key, time in zip(TIMES, times, strict=True):
        if time is None:
            yield key, f"{key} must be seconds of the engine's monotonic clock"
    if None not in times and times != sorted(times, key=_as_known):
        yield TIMES[0], f"{', '.join(TIMES)} must be in this order, on one clock"


def _rid_faults(rid: object, seen: dict[str, int]) -> Iterator[tuple[str, str]]:
    if not isinstance(rid, str) or not rid:
        yield "request_id", "request_id must be a name"
    elif rid in seen:
        yield "request_id", f"request_id {rid:.60} is that of line {seen[rid]:,} as well"


def _time(record: Record, key: str) -> int | None:
    return time_ns(record.get(key), SECOND_NS)


def _as_known(time: int | None) -> int:
    return time or 0


def _line(record: Record) -> _Line:
    """A line without faults."""
    queued, first, last = (_as_known(_time(record, key)) for key in TIMES)
    prompt, output = (int(whole(record.get(key))) for key in ("input_toks", "output_toks"))
    return _Line(queued, first, last, str(record["request_id"]), prompt, output)
