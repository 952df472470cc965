"""Requests at a moment, as rows to look at: made from states when they are looked at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import overload

from core.lifecycle import (
    Cancelled,
    Decoding,
    Finished,
    Preempted,
    Prefilling,
    Rejected,
    State,
    StateName,
    Waiting,
)
from core.override import override
from core.past import Waited
from core.replica import Replica
from core.request import Request


@dataclass(frozen=True, slots=True)
class Row:
    """One request at a moment.

    `known_tokens` are its prompt and the tokens it has sent, `computed_tokens` how many of them
    are in the cache (or kept in host memory), `blocks` the physical ids it owns in the order of its
    tokens; 0 and () where a state has none. `since` is the step in which a waiting one joined the
    queue, or a running one was admitted; None for one that has ended.
    """

    rid: str
    state: StateName
    emitted: int
    computed_tokens: int
    known_tokens: int
    blocks: tuple[int, ...]
    request: Request
    preemptions: int
    since: int | None


class Rows(Sequence[Row]):
    """Rows made when they are looked at: a queue of 5,000 costs what is on the screen."""

    def __init__(self, states: Sequence[State], replica: Replica) -> None:
        """Show `states` as `replica` has them."""
        self._states = states
        self._replica = replica

    @override
    def __len__(self) -> int:
        """How many rows."""
        return len(self._states)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...
    @override
    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        """A row, or some."""
        if isinstance(at, slice):
            return Rows(self._states[at], self._replica)
        return row(self._states[at], self._replica)

    @override
    def __iter__(self) -> Iterator[Row]:
        """Every row, in order."""
        return (row(state, self._replica) for state in self._states)

    @property
    def rids(self) -> list[str]:
        """Whose they are, in order, without making them."""
        return [state.request.rid for state in self._states]

    @property
    def states(self) -> list[StateName]:
        """What state each is in, in order, without making them."""
        return [NAMES[type(state)] for state in self._states]


NAMES: Mapping[type[State], StateName] = {
    Waiting: "waiting",
    Prefilling: "prefilling",
    Decoding: "decoding",
    Preempted: "preempted",
    Finished: "finished",
    Rejected: "rejected",
    Cancelled: "cancelled",
}


class Waits(Sequence[Waited]):
    """Waits of a queue of `length`, worked out from the head as far as somebody looks."""

    def __init__(self, waits: Iterator[Waited], length: int) -> None:
        """Take them from `waits`, the head's first."""
        self._waits = waits
        self._length = length
        self._known: list[Waited] = []

    @override
    def __len__(self) -> int:
        """How many wait."""
        return self._length

    @overload
    def __getitem__(self, at: int) -> Waited: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Waited]: ...
    @override
    def __getitem__(self, at: int | slice) -> Waited | Sequence[Waited]:
        """One of them, or some."""
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(self._length))]
        place = range(self._length)[at]
        self._known.extend(islice(self._waits, max(0, place + 1 - len(self._known))))
        return self._known[place]


def row(state: State, replica: Replica) -> Row:  # noqa: PLR0911 - a row for each kind of state
    """`state` as a row, as `replica` has it."""
    request, tick = state.request, replica.clock.tick
    match state:
        case Waiting():
            return _row(request, "waiting", since=state.since)
        case Prefilling():
            blocks, done = replica.memory.table(state.admission), state.computed_tokens
            count, since = state.earlier.preemptions, state.admitted
            return _row(request, "prefilling", state.emitted, count, done, blocks, since)
        case Decoding():
            blocks, done = replica.memory.table(state.admission), state.computed_tokens(tick)
            count, since = state.prefilling.earlier.preemptions, state.prefilling.admitted
            return _row(request, "decoding", state.emitted(tick), count, done, blocks, since)
        case Preempted():
            kept = 0 if state.swapped is None else state.swapped.tokens
            count, since = state.past.preemptions, state.since
            return _row(request, "preempted", state.emitted, count, kept, since=since)
        case Finished():
            return _row(request, "finished", request.output_len, state.preemptions)
        case Rejected():
            return _row(request, "rejected", state.emitted, state.past.preemptions)
        case Cancelled():
            return _row(request, "cancelled", state.emitted, state.past.preemptions)


def _row(  # noqa: PLR0913, PLR0917 - the fields of a row, each with what a state without it has
    request: Request,
    name: StateName,
    emitted: int = 0,
    preemptions: int = 0,
    computed: int = 0,
    blocks: Sequence[int] = (),
    since: int | None = None,
) -> Row:
    known, table = request.prompt_len + emitted, tuple(blocks)
    return Row(request.rid, name, emitted, computed, known, table, request, preemptions, since)
