"""A file of requests that were really sent: which are kept, when they arrive, and a report.

A trace is read line by line. Time starts at the first usable row of the file: a window is counted
from there, and then arrivals from the window's start; without a window arrivals are counted from
the earliest kept row. Requests are ordered by arrival, and as in the file where that is equal;
their rids are their row numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.request import MOST_TOKENS, Request, count_fault
from core.workload.arrival_process import ArrivalProcess
from core.workload.faults import FileFault, TraceError, inert
from core.workload.files import UnreadableError, reason_of, size_of
from core.workload.formats import FORMATS, Format
from core.workload.formats.rows import ReadRow, numbered_lines
from core.workload.infinite_cache import infinite_cache
from core.workload.kept_rows import KeptRows
from core.workload.keys import nearest, shown
from core.workload.trace_report import TraceReport
from core.workload.window import Window, parse_window

MOST_ROWS = 5_000_000
"""Requests of the largest workload: about a gigabyte of them."""

LINE_TOO_LONG = "the line is too long"
NO_TIMES = (
    "this trace has lengths only: say how its requests arrive, such as arrivals = poisson and "
    "rate = 4 (a second); on the command line --set workload.arrivals=poisson --set workload.rate=4"
)
SLOWEST, FASTEST = 1e-6, 1e6


@dataclass(frozen=True, slots=True)
class Trace:
    """The requests of a trace, in order of arrival, and the report of its reading."""

    requests: tuple[Request, ...]
    report: TraceReport


class _Wish(NamedTuple):
    format: Format | None
    limit: int | None
    window: Window | None
    speed: float
    process: ArrivalProcess | None
    hash_block_size: int | None


def load_trace(  # noqa: PLR0913 - what a file of requests can be asked for, each by its name
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the option's name, which scripts use
    limit: int | None = None,
    window: str | None = None,
    speed: float = 1.0,
    arrivals: ArrivalProcess | None = None,
    *,
    hash_block_size: int | None = None,
) -> Trace:
    """The requests of the trace at `path`, with `arrival_ms`.

    `format` is the name of a known one instead of the one its first line shows, `limit` the most
    rows to keep (the first ones of the file, or of the window), `window` a part by time such as
    "60s..120s", `speed` what its times are divided by. `arrivals` says when the requests of a trace
    arrive that has lengths only. `hash_block_size` are the tokens of the blocks that hash ids stand
    for, if not those of the format. A row that is broken or asks for no tokens is dropped and
    reported. Raises `TraceError` with everything that is wrong.
    """
    file = Path(path)
    faults = [*_file_faults(file), *_wish_faults(format, limit, window, speed)]
    if hash_block_size is not None:
        faults += _size_faults(hash_block_size)
    if faults:
        raise _error(file, *faults)
    asked = None if window is None else parse_window(window)
    named = None if format is None else FORMATS[format]
    wish = _Wish(named, limit, asked, speed, arrivals, hash_block_size)
    try:
        with file.open("rb") as opened:
            return _read(file, opened, wish)
    except OSError as error:
        raise _error(file, ("trace", reason_of(error))) from None


def _error(file: Path, *faults: tuple[str, str]) -> TraceError:
    name = inert(str(file))
    return TraceError(FileFault(name, None, key, inert(message)) for key, message in faults)


def _file_faults(file: Path) -> Iterator[tuple[str, str]]:
    try:
        size_of(file)
    except UnreadableError as error:
        yield "trace", error.message


def _wish_faults(
    name: object, limit: object, window: object, speed: object
) -> Iterator[tuple[str, str]]:
    if name is not None and name not in FORMATS:
        near = nearest(name, FORMATS) if isinstance(name, str) else None
        hint = f"did you mean {near}?" if near else f"known: {', '.join(FORMATS)}"
        yield "format", f"there is no format {shown(name)}; {hint}"
    if limit is not None and (fault := count_fault("limit", limit, 1)):
        yield "limit", fault.message
    if window is not None:
        yield from _window_faults(window)
    if isinstance(speed, bool) or not isinstance(speed, int | float):
        yield "speed", f"speed must be a number, not {shown(speed)}"
    elif not SLOWEST <= speed <= FASTEST:
        yield "speed", f"speed must be between {SLOWEST:g} and {FASTEST:,.0f}, not {shown(speed)}"


def _size_faults(size: object) -> Iterator[tuple[str, str]]:
    if fault := count_fault("hash_block_size", size, 1, MOST_TOKENS):
        yield "hash_block_size", fault.message


def _window_faults(window: object) -> Iterator[tuple[str, str]]:
    try:
        parse_window(window)
    except ValueError as error:
        yield "window", f"{error}; not {shown(window)}"


def _read(file: Path, opened: BinaryIO, wish: _Wish) -> Trace:
    every = ((at, line) for at, line in numbered_lines(opened) if line != "")
    first = next(every, (0, ""))
    format_, read_row = _opened(file, first[1], wish)
    lines = every if format_.has_header else chain([first], every)
    rows = KeptRows(wish.window, wish.hash_block_size or format_.hash_block_size)
    for at, line in lines:
        rows.add(at, LINE_TOO_LONG if line is None else read_row(line), line or "")
        if len(rows.kept) == wish.limit:
            break
        if len(rows.kept) > MOST_ROWS:
            most = f"more than {MOST_ROWS:,} requests: give a limit or a window"
            raise _error(file, ("limit", most))
    if faults := [*_time_faults(rows, wish), *_ids_faults(rows, wish)]:
        raise _error(file, *faults)
    return _trace(format_, rows, wish, stopped=next(lines, None) is not None)


def _time_faults(rows: KeptRows, wish: _Wish) -> Iterator[tuple[str, str]]:
    """Arrivals come from the trace or from a process, from one of them."""
    if rows.timed is False and wish.process is None:
        yield "arrivals", NO_TIMES
    if rows.timed is False and wish.window is not None:
        yield "window", "a window is by time, and this trace has lengths only; limit cuts it"
    if rows.timed and wish.process is not None:
        yield "arrivals", "arrivals are for a trace of lengths only: this one has its times"


def _ids_faults(rows: KeptRows, wish: _Wish) -> Iterator[tuple[str, str]]:
    """A block size of hash ids is for a trace that has some."""
    if wish.hash_block_size is not None and not rows.has_hash_ids:
        yield "hash_block_size", "hash_block_size is for a trace with hash_ids: this one has none"


def _opened(file: Path, first: str | None, wish: _Wish) -> tuple[Format, ReadRow]:
    """The format of a file with the line `first`, and what reads its rows."""
    candidates = (*FORMATS.values(),) if wish.format is None else (wish.format,)
    for format_ in candidates:
        if first and (read_row := format_.reader(first)):
            return format_, read_row
    given = f"its first line is {shown(first)}" if first else "it has no first line to show one"
    if wish.format is None:
        message = f"this is no known trace: {given}; known: {', '.join(FORMATS)}"
    else:
        message = f"this is no {wish.format.name} trace: {given}; it would be {wish.format.shape}"
    raise _error(file, ("format", message))


def _trace(format_: Format, rows: KeptRows, wish: _Wish, *, stopped: bool) -> Trace:
    requests = tuple(rows.requests(wish.speed, wish.process))
    report = TraceReport(
        format_.name,
        format_.unit,
        rows.read,
        len(rows.kept),
        dict(rows.dropped),
        tuple(rows.samples),
        rows.examples,
        rows.reordered,
        stopped,
        dict(rows.unused_ids),
        rows.hash_block_size if rows.has_hash_ids else None,
        infinite_cache(requests) if rows.has_hash_ids else None,
    )
    return Trace(requests, report)
