"""A file of requests that were really sent: which are kept, when they arrive, and a report.

A trace is read line by line. Time starts at the first usable row of the file: a window is counted
from there, and then arrivals from the window's start; without a window arrivals are counted from
the earliest kept row. Requests are ordered by arrival, and as in the file where that is equal;
their rids are their row numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.override import override
from core.request import Request, count_fault
from core.workload.azure import AZURE
from core.workload.faults import FileFault, TraceError, inert
from core.workload.files import UnreadableError, reason_of, size_of
from core.workload.kept_rows import OUTSIDE, KeptRows
from core.workload.keys import nearest, shown
from core.workload.rows import Format, ReadRow, numbered_lines
from core.workload.window import Window, parse_window

FORMATS: dict[str, Format] = {format_.name: format_ for format_ in (AZURE,)}
"""Every known kind of trace, in the order in which they are tried."""

MOST_ROWS = 5_000_000
"""Requests of the largest workload: about a gigabyte of them."""

LINE_TOO_LONG = "the line is too long"
SLOWEST, FASTEST = 1e-6, 1e6


@dataclass(frozen=True, slots=True)
class TraceReport:
    """What was read of a trace: `read = kept + the sum of dropped`.

    `dropped` has the number of rows for each reason, `dropped_lines` the first five of them as
    (line, reason), those outside the window left out, and `examples` the line and the text, inert
    and cut, of the first with each reason. `reordered`: the rows were not in order of
    arrival. `stopped`: the limit was reached, and the rest of the file was not read.
    """

    format: str
    unit: str
    read: int
    kept: int
    dropped: dict[str, int]
    dropped_lines: tuple[tuple[int, str], ...]
    examples: dict[str, tuple[int, str]]
    reordered: bool
    stopped: bool

    @property
    def warning(self) -> str:
        """A sentence if more than half of the rows could not be used, else ""."""
        wanted = self.read - self.dropped.get(OUTSIDE, 0)
        broken = wanted - self.kept
        if broken * 2 <= wanted:
            return ""
        return f"{broken:,} of {wanted:,} rows could not be used: most of the trace is missing"

    @property
    def example_lines(self) -> tuple[str, ...]:
        """For each reason the first row that was dropped for it."""
        return tuple(_example(reason, *found) for reason, found in self.examples.items())

    @override
    def __str__(self) -> str:
        """One line for people."""
        parts = [f"{self.format}: {self.read:,} rows read, {self.kept:,} kept"]
        parts += [f"{count:,} dropped ({reason})" for reason, count in self.dropped.items()]
        parts += ["put in order of arrival"] if self.reordered else []
        parts += ["stopped at the limit"] if self.stopped else []
        return ", ".join(parts)


def _example(reason: str, line: int, text: str) -> str:
    return f"{reason}: line {line:,}{f', {text}' if text else ''}"


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


def load_trace(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the option's name, which scripts use
    limit: int | None = None,
    window: str | None = None,
    speed: float = 1.0,
) -> Trace:
    """The requests of the trace at `path`, with `arrival_ms`.

    `format` is the name of a known one instead of the one its first line shows, `limit` the most
    rows to keep (the first ones of the file, or of the window), `window` a part by time such as
    "60s..120s", `speed` what its times are divided by. A row that is broken or asks for no tokens
    is dropped and reported. Raises `TraceError` with everything that is wrong.
    """
    file = Path(path)
    faults = [*_file_faults(file), *_wish_faults(format, limit, window, speed)]
    if faults:
        raise _error(file, *faults)
    asked = None if window is None else parse_window(window)
    wish = _Wish(None if format is None else FORMATS[format], limit, asked, speed)
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
        yield "speed", f"speed must be between {SLOWEST} and {FASTEST:,}, not {shown(speed)}"


def _window_faults(window: object) -> Iterator[tuple[str, str]]:
    try:
        parse_window(window)
    except ValueError as error:
        yield "window", f"{error}; not {shown(window)}"


def _read(file: Path, opened: BinaryIO, wish: _Wish) -> Trace:
    lines = ((at, line) for at, line in numbered_lines(opened) if line != "")
    format_, read_row = _opened(file, next(lines, (0, ""))[1], wish)
    rows = KeptRows(wish.window)
    for at, line in lines:
        rows.add(at, LINE_TOO_LONG if line is None else read_row(line), line or "")
        if len(rows.kept) == wish.limit:
            break
        if len(rows.kept) > MOST_ROWS:
            most = f"more than {MOST_ROWS:,} requests: give a limit or a window"
            raise _error(file, ("limit", most))
    return _trace(format_, rows, wish.speed, stopped=next(lines, None) is not None)


def _opened(file: Path, first: str | None, wish: _Wish) -> tuple[Format, ReadRow]:
    """The format of a file with the line `first`, and what reads its rows."""
    candidates = (*FORMATS.values(),) if wish.format is None else (wish.format,)
    for format_ in candidates:
        if first and (read_row := format_.reader(first)):
            return format_, read_row
    known = "; ".join(f"{format_.name}: {format_.shape}" for format_ in candidates)
    given = f"its first line is {shown(first)}" if first else "it has no first line to show one"
    raise _error(file, ("format", f"this is no known trace: {given}; known: {known}"))


def _trace(format_: Format, rows: KeptRows, speed: float, *, stopped: bool) -> Trace:
    requests = tuple(rows.requests(speed))
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
    )
    return Trace(requests, report)
