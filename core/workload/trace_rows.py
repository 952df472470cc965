"""The rows of a trace out of its files, one after the other; in a folder they are sessions."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.request import Request
from core.workload.arrival_process import ArrivalProcess
from core.workload.faults import FileFault, TraceError, inert
from core.workload.files import is_folder
from core.workload.formats import FORMATS, WEKA, Format
from core.workload.formats.own_columns import EXAMPLE
from core.workload.formats.rows import Found, filled_lines
from core.workload.infinite_cache import infinite_cache
from core.workload.kept_rows import KeptRows, in_steps
from core.workload.keys import shown
from core.workload.origins import ReadPlaces
from core.workload.trace_files import trace_files
from core.workload.trace_report import TraceReport
from core.workload.watched import Watched
from core.workload.window import Window

LENGTHS_ONLY = "lengths only"
PACKED = "this file is compressed: unpack it first"
NO_TEXT = (
    *(("\x1f\ufffd", PACKED), ("PK\x03\x04", PACKED), ("BZh", PACKED)),
    *(("\ufffd7zXZ", PACKED), ("(\ufffd/\ufffd", PACKED)),
    ("\ufffd\ufffd", "this file is no UTF-8 text, perhaps UTF-16: it has to be UTF-8"),
)
"""How files begin that are no text, read as text: gzip, zip, bzip2, xz, Zstandard; UTF-16."""
NO_LINE, LONG_LINE = "nothing stands in it", "its first line is too long"
NO_SESSION = "this file is no agent session"


class Wish(NamedTuple):
    """What is wanted of a trace, as `load_trace` is asked for it."""

    format: Format | None
    limit: int | None
    window: Window | None
    speed: float
    process: ArrivalProcess | None
    hash_block_size: int | None


def trace_error(file: Path, *faults: tuple[str, str]) -> TraceError:
    """The error of `faults`, each a key and what is wrong."""
    name = inert(str(file))
    return TraceError(FileFault(name, None, key, inert(message)) for key, message in faults)


class TraceRows:
    """The files of the trace at `path`, whose rows go to `rows`."""

    def __init__(self, path: Path, wish: Wish) -> None:
        """Open nothing yet."""
        self._path = path
        self._wish = wish
        self._folder = is_folder(path)
        self._format = wish.format or WEKA
        self._starts: list[tuple[int, str]] = []
        self._files = trace_files(path)
        self._watched = Watched(path.name, self._files)

    def every(self, rows: KeptRows) -> Iterator[Found]:
        """What is found in them; the next is opened when `rows` has all of the one before."""
        for number, file in enumerate(self._files):
            self._starts.append((rows.read + 1, file.name))
            with self._watched.opened(file) as opened:
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
        raise trace_error(self._path, *self._refusals(opened, line))

    def _refusals(self, opened: BinaryIO, first: str | None) -> Iterator[tuple[str, str]]:
        """What is wrong with a file that no format reads."""
        refusal = self._wish.format and self._wish.format.refusal
        no_text = next((kind for start, kind in NO_TEXT if (first or "").startswith(start)), None)
        if no_text is not None:
            yield "trace", no_text
        elif refusal and first:
            yield from (("columns", message) for message in refusal(opened, first))
        else:
            yield "columns" if refusal else "format", self._no_format(first)

    def _no_format(self, first: str | None) -> str:
        """What is wrong with a file whose `first` line is that, None if it is too long."""
        given = LONG_LINE if first is None else f"its first line is {shown(first)}"
        given = NO_LINE if first == "" else given
        if (wanted := self._wish.format) is None:
            other = f"; of another kind: name its columns, --columns {EXAMPLE}" if first else ""
            return f"this is no known trace: {given}; known: {', '.join(FORMATS)}{other}"
        kind = f"{wanted.name} trace" if wanted.refusal is None else "trace with these columns"
        return f"this is no {kind}: {given}; it would be {wanted.shape}"

    def requests(self, rows: KeptRows) -> tuple[Request, ...]:
        """Those of the `rows` that are kept, in order of arrival."""
        made = rows.requests(self._wish.speed, self._wish.process)
        made = map(in_steps, made) if self._format.in_steps else made
        return tuple(self._watched.counted(made, len(rows.kept)))

    def report(
        self, rows: KeptRows, requests: tuple[Request, ...], *, stopped: bool
    ) -> TraceReport:
        """What became of the `rows`, of which these are the `requests`."""
        return TraceReport(
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
            infinite_cache(requests),
            len(self._starts),
        )

    def places(self, rows: KeptRows) -> ReadPlaces:
        """Where those that are kept stand, in order of arrival."""
        places = ReadPlaces(self._starts, self._format.named)
        for each in rows.in_order():
            places.add(each.number, each.mark)
        return places

    def ended(self) -> None:
        """Nothing is left to do with them."""
        self._watched.ended()
