"""Requests at a moment, as rows to look at: made from states when they are looked at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from core.lifecycle import (
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
from core.past import NO_PAST, Past
from core.replica import Replica
from core.request import Request


@dataclass(frozen=True, slots=True)
class Row:
    """One request at a moment.

    `known_tokens` are its prompt and the tokens it has sent, `computed_tokens` how many of them
    are in the cache, `blocks` the physical ids it owns in the order of its tokens; 0 and () where
    a state has none. `since` is the step in which a waiting one joined the queue, or a running
    one was admitted (None once it decodes).
    """

    rid: str
    state: StateName
    emitted: int
    computed_tokens: int
    known_tokens: int
    blocks: tuple[int, ...]
    request: Request
    preemptions: int


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


def row(state: State, replica: Replica) -> Row:
    """`state` as a row, as `replica` has it."""
    request, tick = state.request, replica.clock.tick
    match state:
        case Waiting():
            return _row(request, "waiting")
        case Prefilling():
            past, done = state.earlier, state.computed_tokens
            return _row(
                request,
                "prefilling",
                state.emitted,
                past,
                done,
                replica.memory.table(state.admission),
            )
        case Decoding():
            past, done = state.prefilling.earlier, state.computed_tokens(tick)
            return _row(
                request,
                "decoding",
                state.emitted(tick),
                past,
                done,
                replica.memory.table(state.admission),
            )
        case Preempted():
            return _row(request, "preempted", state.emitted, state.past)
        case Finished():
            return _row(request, "finished", request.output_len, state.past)
        case Rejected():
            return _row(request, "rejected")


def _row(
    request: Request,
    name: StateName,
    emitted: int = 0,
    past: Past = NO_PAST,
    computed: int = 0,
    blocks: Sequence[int] = (),
) -> Row:
    known = request.prompt_len + emitted
    count = past.preemptions
    return Row(request.rid, name, emitted, computed, known, tuple(blocks), request, count)
