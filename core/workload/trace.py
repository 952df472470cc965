"""A file of requests that were really sent: which are kept, when they arrive, and a report.

A trace is read line by line. Time starts at the first usable row of the file: a window is counted
from there, and then arrivals from the window's start; without a window arrivals are counted from
the earliest kept row. Requests are ordered by arrival, and as in the file where that is equal;
their rids are their row numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.request import MOST_TOKENS, Request, count_fault
from core.workload.arrival_process import ArrivalProcess
from core.workload.faults import FileFault, TraceError, inert
from core.workload.files import UnreadableError, is_folder, reason_of
from core.workload.formats import FORMATS, WEKA, Format
from core.workload.formats.rows import Found, filled_lines
from core.workload.infinite_cache import infinite_cache
from core.workload.kept_rows import KeptRows
from core.workload.keys import nearest, shown
from core.workload.origins import Origins, ReadPlaces
from core.workload.speed import speed_of
from core.workload.trace_files import trace_files
from core.workload.trace_report import TraceReport
from core.workload.window import Window, parse_window

MOST_ROWS = 5_000_000
"""Requests of the largest workload: about a gigabyte of them."""

NO_TIMES = (
    "this trace has lengths only: say how its requests arrive, such as arrivals = poisson and "
    "rate = 4 (a second); on the command line --set workload.arrivals=poisson --set workload.rate=4"
)
LENGTHS_ONLY = "lengths only"
NO_LINE, LONG_LINE = "nothing stands in it", "its first line is too long"
NO_SESSION = "this file is no agent session"


@dataclass(frozen=True, slots=True)
class Trace:
    """The requests of a trace, in order of arrival, and the report of its reading.

    `origins` say where each was read.
    """

    requests: tuple[Request, ...]
    report: TraceReport
    origins: Origins = field(compare=False, repr=False)


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
    speed: float | str = 1.0,
    arrivals: ArrivalProcess | None = None,
    *,
    hash_block_size: int | None = None,
) -> Trace:
    """The requests of the trace at `path`, a file or a folder of sessions, with `arrival_ms`.

    `format` is the name of a known one instead of the one its first line shows, `limit` the most
    rows to keep (the first ones of the file, or of the window), `window` a part by time such as
    "60s..120s", `speed` what its times are divided by, such as 2 or "2x". `arrivals` says when the
    requests of a trace arrive that has lengths only. `hash_block_size` are the tokens of the blocks
    that hash ids stand for, if not those of the format. A row that is broken or asks for no tokens
    is dropped and reported. Raises `TraceError` with everything that is wrong.
    """
    file = Path(path)
    faults = [*_file_faults(file, format), *_wish_faults(format, limit, window, speed)]
    if hash_block_size is not None:
        faults += _size_faults(hash_block_size)
    if faults:
        raise _error(file, *faults)
    asked = None if window is None else parse_window(window)
    kind = None if format is None else FORMATS[format]
    try:
        times = speed_of(speed)
        return _read(file, _Wish(kind, limit, asked, times, arrivals, hash_block_size))
    except OSError as error:
        raise _error(file, ("trace", reason_of(error))) from None


def _error(file: Path, *faults: tuple[str, str]) -> TraceError:
    name = inert(str(file))
    return TraceError(FileFault(name, None, key, inert(message)) for key, message in faults)


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


def _window_faults(window: object) -> Iterator[tuple[str, str]]:
    try:
        parse_window(window)
    except ValueError as error:
        yield "window", f"{error}; not {shown(window)}"


def _read(path: Path, wish: _Wish) -> Trace:
    files = _Files(path, wish)
    rows = KeptRows(wish.window, wish.hash_block_size)
    every = files.every(rows)
    for found in every:
        rows.add(found)
        if len(rows.kept) == wish.limit:
            break
        if len(rows.kept) > MOST_ROWS:
            most = f"more than {MOST_ROWS:,} requests: give a limit or a window"
            raise _error(path, ("limit", most))
    if faults := [*_time_faults(rows, wish), *_ids_faults(rows, wish)]:
        raise _error(path, *faults)
    return files.trace(rows, stopped=next(every, None) is not None)


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


class _Files:
    """The files of the trace at `path`, read one after the other; in a folder they are sessions."""

    def __init__(self, path: Path, wish: _Wish) -> None:
        self._path = path
        self._wish = wish
        self._folder = is_folder(path)
        self._format = wish.format or WEKA
        self._starts: list[tuple[int, str]] = []

    def every(self, rows: KeptRows) -> Iterator[Found]:
        """What is found in them; the next is opened when `rows` has all of the one before."""
        for number, file in enumerate(trace_files(self._path)):
            self._starts.append((rows.read + 1, file.name))
            with file.open("rb") as opened:
                every = self._opened(opened, number)
                rows.usual_size = self._format.hash_block_size
                yield from self._placed(file.name, every)

    def _placed(self, name: str, every: Iterator[Found] | None) -> Iterator[Found]:
        """What is found, with its place in words where lines say nothing."""
        named = self._format.named
        if every is None:
            yield Found(0, NO_SESSION, name)
        elif named is None:
            yield from every
        else:
            for found in every:
                yield found._replace(text=f"{name}, {named(found.mark)}: {found.text}")

    def _opened(self, opened: BinaryIO, number: int) -> Iterator[Found] | None:
        """What is found in a file; None for a file of a folder that is of another kind."""
        line = next(filled_lines(opened), (0, ""))[1]
        first = line or ""
        given = self._wish.format
        known = [WEKA] if self._folder else FORMATS.values()
        for format_ in known if given is None else [given]:
            if (every := format_.rows(opened, first, number)) is not None:
                self._format = format_
                return every
        if self._folder:
            return None
        raise _error(self._path, ("format", self._no_format(line)))

    def _no_format(self, first: str | None) -> str:
        """What is wrong with a file whose `first` line is that, None if it is too long."""
        given = LONG_LINE if first is None else f"its first line is {shown(first)}"
        given = NO_LINE if first == "" else given
        if (wanted := self._wish.format) is None:
            return f"this is no known trace: {given}; known: {', '.join(FORMATS)}"
        return f"this is no {wanted.name} trace: {given}; it would be {wanted.shape}"

    def trace(self, rows: KeptRows, *, stopped: bool) -> Trace:
        """What came of them."""
        requests = tuple(rows.requests(self._wish.speed, self._wish.process))
        report = TraceReport(
            self._format.name,
            LENGTHS_ONLY if rows.timed is False else self._format.unit,
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
            len(self._starts),
        )
        places = ReadPlaces(self._starts, self._format.named)
        for each in rows.in_order():
            places.add(each.number, each.mark)
        return Trace(requests, report, Origins(requests, places))
