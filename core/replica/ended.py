"""Who has left a replica, kept once for all its copies, and in few bytes.

A finished request is remembered for the whole run, so of a million of them it matters what one
takes. As objects its last states take about 400 bytes. In a long run those with nothing out of the
ordinary to tell (never preempted, nothing found in a cache) become a row of numbers each, 128 bytes
with the reference to the request, and states again when somebody looks. That costs a twentieth of
the engine's time, so a short run, whose states all together take little, does without.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain
from struct import Struct
from typing import NamedTuple, TypeAlias

from core.lifecycle import Decoding, Ended, Finished, Prefilling
from core.past import NO_PAST
from core.request import Request

SHORT = 32_768
"""So many entries are kept as they are, about 13 MB of them."""
AT_ONCE = 1024
"""In a longer run so many more become rows together."""
COLUMNS = 15
LAST_TOKEN, FIRST_TOKEN = 0, 2
"""The columns of these steps, for all requests at once."""
NEVER_SERVED = -1

Row: TypeAlias = tuple[int, ...]
PACKED = Struct(f"{COLUMNS}q").pack
NO_ROW = PACKED(*[0] * COLUMNS)


class Finish(NamedTuple):
    """Of a request that has sent all its tokens, in steps: its first one, its last, preemptions."""

    rid: str
    first_token: int
    finish: int
    preemptions: int


class _Written(NamedTuple):
    """What was written: the first `packed` entries as rows, the `loose` ones after them."""

    packed: int
    loose: list[Ended]


class _Store:
    """Everything that any copy has written.

    Read from other threads while it grows: `written` is replaced at one go, and what it counts is
    there before.
    """

    __slots__ = ("count", "full_at", "loose", "numbers", "odd", "others", "requests", "written")

    def __init__(self) -> None:
        self.count = 0
        self.full_at = SHORT
        self.requests: list[Request] = []
        self.numbers = array("q")
        self.odd: dict[int, Ended] = {}
        self.others: list[int] = []  # places of those who did not finish, in ascending order
        self.loose: list[Ended] = []
        self.written = _Written(0, self.loose)

    def pack(self) -> None:
        """Make the loose entries rows: at once, as an array takes numbers one by one slowly."""
        entries = self.loose
        rows = [*map(_row, entries)]
        for at, row in enumerate(rows, len(self.requests)):
            if row is None:
                self.odd[at] = entries[at - len(self.requests)]
        self.numbers.frombytes(b"".join([PACKED(*row) if row else NO_ROW for row in rows]))
        self.requests += [entry.request for entry in entries]
        self.loose = []
        self.written, self.full_at = _Written(self.count, self.loose), self.count + AT_ONCE

    def entry(self, at: int) -> Ended:
        packed, loose = self.written
        if at >= packed:
            return loose[at - packed]
        found = self.odd.get(at)
        if found is not None:
            return found
        return _finished(self.requests[at], self.numbers[at * COLUMNS : (at + 1) * COLUMNS])


def _row(entry: Ended) -> Row | None:
    """The numbers of a request that finished after one admission; None for any other."""
    if type(entry) is not Finished:
        return None
    decoding, begun = entry.decoding, entry.decoding.prefilling
    if begun.earlier is not NO_PAST or decoding.behind is not None or decoding.sent != 1:
        return None
    since, then, now = begun.stay
    last = NEVER_SERVED if begun.served_last is None else begun.served_last
    ends = (
        entry.finish,
        decoding.since,
        decoding.completed,
        begun.admission,
        begun.computed_tokens,
    )
    return (*ends, begun.admitted, begun.served, last, since, *then, *now)


def _finished(request: Request, row: "array[int]") -> Finished:
    """The states that `_row` has told of."""
    finish, tick, completed, admission, computed, admitted, served, last, since, *held = row
    stay = since, (held[0], held[1], held[2]), (held[3], held[4], held[5])
    served_last = None if last == NEVER_SERVED else last
    known = request.prompt_len
    begun = Prefilling(
        request, NO_PAST, stay, admission, known, computed, admitted, served, served_last
    )
    return Finished(request, Decoding(request, admission, 1, tick, completed, begun), finish)


class EndedJournal:
    """Who has ended, oldest first, as far as a replica has got.

    Copies share what is written, each up to its own length; a replica that replays what was written
    before only moves on. That is exact, because a replay does the same again.
    """

    __slots__ = ("_store", "length")

    def __init__(self) -> None:
        """Nobody has."""
        self._store = _Store()
        self.length = 0

    def copy(self) -> "EndedJournal":
        """The same up to here."""
        twin = EndedJournal.__new__(EndedJournal)
        twin._store, twin.length = self._store, self.length
        return twin

    def append(self, entry: Ended) -> None:
        """Write `entry`, or pass it if this is a replay."""
        store, at = self._store, self.length
        following = at + 1
        if at == store.count:
            store.count = following
            store.loose.append(entry)
            if type(entry) is not Finished:
                store.others.append(at)
            if following == store.full_at:
                store.pack()
        self.length = following  # last: others read up to it meanwhile

    def __len__(self) -> int:
        """How many have ended up to here."""
        return self.length

    def __iter__(self) -> Iterator[Ended]:
        """Those up to here, oldest first."""
        return map(self._store.entry, range(self.length))

    def __getitem__(self, at: int) -> Ended:
        """The one at `at` from 0, here or in what another copy has written since."""
        return self._store.entry(at)

    def finishes(self) -> Iterator[Finish]:
        """Of each that has finished up to here, in no order; much cheaper than its states."""
        store, (packed, loose) = self._store, self._store.written
        packed, odd = min(packed, self.length), store.odd
        numbers = store.numbers[: packed * COLUMNS]
        steps = zip(numbers[FIRST_TOKEN::COLUMNS], numbers[LAST_TOKEN::COLUMNS], strict=True)
        for at, (first_token, finish) in enumerate(steps):
            if at not in odd:
                yield Finish(store.requests[at].rid, first_token, finish, 0)
        there = loose[: max(0, self.length - packed)]
        for one in chain((odd[at] for at in odd if at < packed), there):
            if isinstance(one, Finished):
                rid = one.request.rid
                yield Finish(rid, one.first_token, one.finish, one.preemptions)

    @property
    def finished(self) -> int:
        """How many of them have sent all their tokens."""
        return self.length - bisect_left(self._store.others, self.length)

    def find(self, rid: str) -> Ended | None:
        """The one called `rid`, if it has ended."""
        store, (packed, loose) = self._store, self._store.written
        requests = store.requests
        for at in range(min(packed, self.length)):
            if requests[at].rid == rid:
                return store.entry(at)
        there = loose[: max(0, self.length - packed)]
        return next((entry for entry in there if entry.request.rid == rid), None)
