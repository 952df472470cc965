"""The rows of a trace that are kept, and what became of the others."""

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from core.request import Request
from core.workload.arrival_process import ArrivalProcess
from core.workload.faults import inert
from core.workload.formats.rows import Row
from core.workload.said import NOTHING, Said, said_of
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
    """A row that is kept: its number among all, from 1, and what a request is made of."""

    at_ns: int
    number: int
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
    whether some have hash ids, cut at `hash_block_size`.
    """

    def __init__(self, window: Window | None, hash_block_size: int) -> None:
        """Keep what lies in `window`, or everything."""
        self.hash_block_size = hash_block_size
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

    def add(self, line: int, row: Row | str, text: str) -> None:
        """Count the row of line `line`, or why there is none, and keep it if it is wanted.

        `text` is what stands in the line.
        """
        self.read += 1
        if isinstance(row, str):
            self._drop(line, row, text)
            return
        self.timed = row.at_ns is not None if self.timed is None else self.timed
        if self.timed != (row.at_ns is not None):
            self._drop(line, NO_TIME if self.timed else A_TIME, text)
        elif row.at_ns is None:
            self._keep(0, row)
        else:
            self._add_timed(line, row.at_ns, row, text)

    def _add_timed(self, line: int, at_ns: int, row: Row, text: str) -> None:
        if self._zero_ns is None:
            self._zero_ns = at_ns
        since_ns = at_ns - self._zero_ns
        if abs(since_ns) > FURTHEST_NS:
            self._drop(line, TOO_FAR, text)
        elif self._window is not None and not self._window.holds(since_ns):
            self.dropped[OUTSIDE] += 1
        else:
            self._keep(at_ns, row)

    def _drop(self, line: int, reason: str, text: str) -> None:
        self.dropped[reason] += 1
        if reason not in self.examples:
            self.examples[reason] = (line, inert(text, LONGEST_EXAMPLE))
        if len(self.samples) < SAMPLES:
            self.samples.append((line, reason))

    def _keep(self, at_ns: int, row: Row) -> None:
        if self.kept and at_ns < self.kept[-1].at_ns:
            self.reordered = True
        said = said_of(row, self.hash_block_size)
        if isinstance(said, str):
            self.unused_ids[said] += 1
            said = NOTHING
        self.has_hash_ids |= row.hash_ids is not None
        self.kept.append(Kept(at_ns, self.read, row.prompt_len, row.output_len, said))

    def requests(self, speed: float, process: ArrivalProcess | None) -> Iterator[Request]:
        """The kept rows in order of arrival, then of the file; times are divided by `speed`.

        Rows without times arrive by `process`, in the order of the file.
        """
        ordered = sorted(self.kept, key=itemgetter(0))  # stable: ties stay as in the file
        start_ns = self._start_ns(ordered[0][0]) if ordered else 0
        drawn = process.times_ms() if process else iter(())
        for at_ns, number, prompt_len, output_len, said in ordered:
            arrival_ms = next(drawn) if process else (at_ns - start_ns) / MILLISECOND_NS
            yield Request(
                f"r{number:05}",
                0,
                prompt_len,
                output_len,
                arrival_ms=arrival_ms / speed,
                prompt_ids=said.prompt_ids,
                hash_ids=said.hash_ids,
                hash_block_size=said.hash_block_size,
            )

    def _start_ns(self, earliest_ns: int) -> int:
        if self._window is None or self._zero_ns is None:
            return earliest_ns
        return self._zero_ns + self._window.start_ns
