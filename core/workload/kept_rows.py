"""The rows of a trace that are kept, and what became of the others."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple

from core.request import Request
from core.workload.arrival_process import ArrivalProcess
from core.workload.faults import inert
from core.workload.formats.rows import STEP_NS, Found, Row
from core.workload.said import NOTHING, Said, said_of, without_ids
from core.workload.window import Window

MILLISECOND_NS = 10**6
FURTHEST_NS = 15 * 365 * 86_400 * 10**9
SAMPLES = 5
LONGEST_EXAMPLE = 80
TOO_FAR = "more than 15 years from the first row"
OUTSIDE = "outside the window"
NO_TIME = "has no time, other rows have"
A_TIME = "has a time, other rows have none"


class Kept(NamedTuple):
    """A row that is kept: its number among all, from 1, its mark, and what a request is made of."""

    at_ns: int
    number: int
    mark: int
    prompt_len: int
    output_len: int
    said: Said


class KeptRows:
    """Rows as they come: `kept` ones, the others counted by reason.

    The counts are in `dropped`; `samples` has the first five of those that could not be used, as
    (line, reason), and `examples` the first for each reason, as (line, text). `read` is the number
    of all rows, so that `read = kept + dropped` at any time; `reordered` says whether a kept one
    came after a later one. `timed` says whether the rows have times, None before the first.
    `unused_ids` has for each reason the kept rows whose ids cannot be used, `has_hash_ids` says
    whether some have hash ids: they are cut at what is asked for, else at what the row says, else
    at the `usual_size`. `hash_block_size` is that of the first.
    """

    def __init__(self, window: Window | None, hash_block_size: int | None = None) -> None:
        """Keep what lies in `window`, or everything."""
        self.usual_size = 1
        self.hash_block_size = self._asked_size = hash_block_size
        self.unused_ids: Counter[str] = Counter()
        self.has_hash_ids = False
        self.read = 0
        self.kept: list[Kept] = []
        self.timed: bool | None = None
        self.dropped: Counter[str] = Counter()
        self.samples: list[tuple[int, str]] = []
        self.examples: dict[str, tuple[int, str]] = {}
        self.reordered = False
        self._window = window
        self._zero_ns: int | None = None

    def add(self, found: Found) -> None:
        """Count what was found, and keep it if it is a row that is wanted."""
        self.read += 1
        row = found.row
        if isinstance(row, str):
            self._drop(found, row)
            return
        self.timed = row.at_ns is not None if self.timed is None else self.timed
        if self.timed != (row.at_ns is not None):
            self._drop(found, NO_TIME if self.timed else A_TIME)
        elif row.at_ns is None:
            self._keep(0, found.mark, row)
        else:
            self._add_timed(found, row.at_ns, row)

    def _add_timed(self, found: Found, at_ns: int, row: Row) -> None:
        if self._zero_ns is None:
            self._zero_ns = at_ns
        since_ns = at_ns - self._zero_ns
        if abs(since_ns) > FURTHEST_NS:
            self._drop(found, TOO_FAR)
        elif self._window is not None and not self._window.holds(since_ns):
            self.dropped[OUTSIDE] += 1
        else:
            self._keep(at_ns, found.mark, row)

    def _drop(self, found: Found, reason: str) -> None:
        self.dropped[reason] += 1
        if reason not in self.examples:
            self.examples[reason] = (found.line, inert(found.text, LONGEST_EXAMPLE))
        if len(self.samples) < SAMPLES:
            self.samples.append((found.line, reason))

    def _keep(self, at_ns: int, mark: int, row: Row) -> None:
        if self.kept and at_ns < self.kept[-1].at_ns:
            self.reordered = True
        size = self._asked_size or row.hash_block_size or self.usual_size
        if row.hash_ids is not None:
            self.has_hash_ids = True
            self.hash_block_size = self.hash_block_size or size
        said = said_of(row, size)
        if isinstance(said, str):
            self.unused_ids[said] += 1
            said = without_ids(row)
        self.kept.append(Kept(at_ns, self.read, mark, row.prompt_len, row.output_len, said))

    def in_order(self) -> list[Kept]:
        """Those kept in order of arrival, then of the file."""
        return sorted(self.kept, key=itemgetter(0))  # stable: ties stay as in the file

    def requests(self, speed: float, process: ArrivalProcess | None) -> Iterator[Request]:
        """The kept rows as requests, in order; times are divided by `speed`.

        Rows without times arrive by `process`, in the order of the file.
        """
        ordered = self.in_order()
        start_ns = self._start_ns(ordered[0].at_ns) if ordered else 0
        drawn = process.times_ms() if process else iter(())
        for at_ns, number, _, prompt_len, output_len, said in ordered:
            arrival_ms = next(drawn) if process else (at_ns - start_ns) / MILLISECOND_NS
            rid, arrival_ms = f"r{number:05}", arrival_ms / speed
            if said is NOTHING:
                yield Request(rid, 0, prompt_len, output_len, arrival_ms=arrival_ms)
            else:
                yield _saying(said, rid, prompt_len, output_len, arrival_ms)

    def _start_ns(self, earliest_ns: int) -> int:
        if self._window is None or self._zero_ns is None:
            return earliest_ns
        return self._zero_ns + self._window.start_ns


def _saying(said: Said, rid: str, prompt_len: int, output_len: int, arrival_ms: float) -> Request:
    """The request of a row that says more, perhaps another rid."""
    told = said.told
    return Request(
        told.rid or rid,
        0,
        prompt_len,
        output_len,
        arrival_ms=arrival_ms,
        priority=told.priority,
        tenant=told.tenant,
        prefix=told.prefix,
        prefix_len=told.prefix_len,
        prompt_ids=said.prompt_ids,
        hash_ids=said.hash_ids,
        hash_block_size=said.hash_block_size,
    )


def in_steps(request: Request) -> Request:
    """`request` with its arrival, of whole steps as long as in a window, as a step."""
    assert request.arrival_ms is not None
    step = round(request.arrival_ms) * MILLISECOND_NS // STEP_NS
    return replace(request, arrival=step, arrival_ms=None)
