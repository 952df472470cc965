"""A file of requests that were really sent: which are kept, when they arrive, and a report.

A trace is read line by line. Time starts at the first usable row of the file: a window is counted
from there, and then arrivals from the window's start; without a window arrivals are counted from
the earliest kept row. Requests are ordered by arrival, and as in the file where that is equal;
their rids are their row numbers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.request import MOST_TOKENS, Request, count_fault
from core.workload.arrival_process import ArrivalProcess
from core.workload.files import UnreadableError, is_folder, reason_of
from core.workload.formats import FORMATS, WEKA
from core.workload.formats.own import own_format
from core.workload.formats.own_columns import columns_of
from core.workload.kept_rows import KeptRows
from core.workload.keys import nearest, shown
from core.workload.origins import Origins
from core.workload.speed import speed_of
from core.workload.trace_files import trace_files
from core.workload.trace_report import TraceReport
from core.workload.trace_rows import TraceRows, Wish, trace_error
from core.workload.window import parse_window

MOST_ROWS = 5_000_000
"""Requests of the largest workload: about a gigabyte of them."""

NO_TIMES = (
    "this trace has lengths only: say how its requests arrive, such as arrivals = poisson and "
    "rate = 4 (a second); on the command line --set workload.arrivals=poisson --set workload.rate=4"
)


@dataclass(frozen=True, slots=True)
class Trace:
    """The requests of a trace, in order of arrival, and the report of its reading.

    `origins` say where each was read.
    """

    requests: tuple[Request, ...]
    report: TraceReport
    origins: Origins = field(compare=False, repr=False)


def load_trace(  # noqa: PLR0913 - what a file of requests can be asked for, each by its name
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the option's name, which scripts use
    limit: int | None = None,
    window: str | None = None,
    speed: float | str = 1.0,
    arrivals: ArrivalProcess | None = None,
    *,
    hash_block_size: int | None = None,
    columns: str | Mapping[str, str] | None = None,
) -> Trace:
    """The requests of the trace at `path`, a file or a folder of sessions, with `arrival_ms`.

    `format` is the name of a known one, with - or _, instead of the one its first line shows,
    `limit` the most rows to keep (the first ones of the file, or of the window), `window` a part by
    time such as "60s..120s", `speed` what its times are divided by, such as 2 or "2x". `arrivals`
    says when the requests of a trace arrive that has lengths only. `hash_block_size` are the tokens
    of the blocks that hash ids stand for, if not those of the format. `columns` name those of a
    trace that is of no known format, such as "arrival_ms=ts,prompt_len=in,output_len=out". A row
    that is broken or asks for no tokens is dropped and reported. Raises `TraceError` with
    everything that is wrong.
    """
    file = Path(path)
    name = format.replace("_", "-") if isinstance(format, str) else format
    faults = [*_file_faults(file, name), *_wish_faults(name, limit, window, speed)]
    if hash_block_size is not None:
        faults += _size_faults(hash_block_size)
    if columns is not None:
        faults += _columns_faults(columns, file, name, hash_block_size)
    if faults:
        raise trace_error(file, *faults)
    asked = None if window is None else parse_window(window)
    kind = None if name is None else FORMATS[name]
    kind = kind if columns is None else own_format(columns_of(columns))
    try:
        times = speed_of(speed)
        return _read(file, Wish(kind, limit, asked, times, arrivals, hash_block_size))
    except OSError as error:
        raise trace_error(file, ("trace", reason_of(error))) from None


def _file_faults(file: Path, name: object) -> Iterator[tuple[str, str]]:
    try:
        trace_files(file)
    except UnreadableError as error:
        yield "trace", error.message
    if is_folder(file) and name in FORMATS and name != WEKA.name:
        yield "format", f"a folder is a trace of the format {WEKA.name}, not {shown(name)}"


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
    try:
        speed_of(speed)
    except ValueError as error:
        yield "speed", f"{error}, not {shown(speed)}"


def _size_faults(size: object) -> Iterator[tuple[str, str]]:
    if fault := count_fault("hash_block_size", size, 1, MOST_TOKENS):
        yield "hash_block_size", fault.message


def _columns_faults(
    columns: object, file: Path, name: object, hash_block_size: object
) -> Iterator[tuple[str, str]]:
    try:
        wanted = columns_of(columns)
    except ValueError as error:
        yield from (("columns", line) for line in str(error).splitlines())
        return
    if name is not None:
        yield "columns", "columns and format are both given: columns are those of no known format"
    if is_folder(file):
        yield "columns", "columns are those of one file, and this is a folder"
    if "hash_ids" in wanted and hash_block_size is None:
        yield "columns", "hash_ids in columns need hash_block_size: for how many tokens each stands"


def _window_faults(window: object) -> Iterator[tuple[str, str]]:
    try:
        parse_window(window)
    except ValueError as error:
        yield "window", f"{error}; not {shown(window)}"


def _read(path: Path, wish: Wish) -> Trace:
    files = TraceRows(path, wish)
    rows = KeptRows(wish.window, wish.hash_block_size)
    every = files.every(rows)
    for found in every:
        rows.add(found)
        if len(rows.kept) == wish.limit:
            break
        if len(rows.kept) > MOST_ROWS:
            most = f"more than {MOST_ROWS:,} requests: give a limit or a window"
            raise trace_error(path, ("limit", most))
    if faults := [*_time_faults(rows, wish), *_ids_faults(rows, wish)]:
        raise trace_error(path, *faults)
    stopped = next(every, None) is not None
    requests = files.requests(rows)
    report = files.report(rows, requests, stopped=stopped)
    origins = Origins(requests, files.places(rows))
    files.ended()
    return Trace(requests, report, origins)


def _time_faults(rows: KeptRows, wish: Wish) -> Iterator[tuple[str, str]]:
    """Arrivals come from the trace or from a process, from one of them."""
    if rows.timed is False and wish.process is None:
        yield "arrivals", NO_TIMES
    if rows.timed is False and wish.window is not None:
        yield "window", "a window is by time, and this trace has lengths only; limit cuts it"
    if wish.format and wish.format.in_steps and wish.speed != 1:
        yield "speed", "speed is for times: this trace has steps"
    if rows.timed and wish.process is not None:
        yield "arrivals", "arrivals are for a trace of lengths only: this one has its times"


def _ids_faults(rows: KeptRows, wish: Wish) -> Iterator[tuple[str, str]]:
    """A block size of hash ids is for a trace that has some."""
    if wish.hash_block_size is not None and not rows.has_hash_ids:
        yield "hash_block_size", "hash_block_size is for a trace with hash_ids: this one has none"
