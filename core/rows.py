"""Requests at a moment, as rows to look at: made from states when they are looked at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from core.lifecycle import (
    Decoding,
    Finished,
    Preempted,
    Prefilling,
    Queued,
    Rejected,
    Running,
    State,
    StateName,
    Waiting,
)
from core.override import override
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

    def __init__(self, states: Sequence[State], tick: int) -> None:
        """Show `states` as they are after `tick` rounds of decoding."""
        self._states = states
        self._tick = tick

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
            return Rows(self._states[at], self._tick)
        return row(self._states[at], self._tick)

    @override
    def __iter__(self) -> Iterator[Row]:
        """Every row, in order."""
        return (row(state, self._tick) for state in self._states)


def row(state: State, tick: int) -> Row:
    """`state` as a row, after `tick` rounds of decoding."""
    match state:
        case Prefilling() | Decoding():
            return _running_row(state, tick)
        case Waiting() | Preempted():
            return _queued_row(state)
        case Finished(request, past):
            known = request.prompt_len + request.output_len
            return Row(
                request.rid, "finished", request.output_len, 0, known, (), request, past.preemptions
            )
        case Rejected(request):
            return Row(request.rid, "rejected", 0, 0, request.prompt_len, (), request, 0)


def _running_row(state: Running, tick: int) -> Row:
    request, past = state.request, state.past
    blocks = tuple(state.table)
    match state:
        case Prefilling():
            known, done = state.known_tokens, state.computed_tokens
            return Row(
                request.rid,
                "prefilling",
                state.emitted,
                done,
                known,
                blocks,
                request,
                past.preemptions,
            )
        case Decoding():
            emitted, done = state.emitted(tick), state.computed_tokens(tick)
            known = request.prompt_len + emitted
            return Row(
                request.rid, "decoding", emitted, done, known, blocks, request, past.preemptions
            )


def _queued_row(state: Queued) -> Row:
    match state:
        case Waiting(request):
            return Row(request.rid, "waiting", 0, 0, state.known_tokens, (), request, 0)
        case Preempted(request, past, emitted):
            return Row(
                request.rid,
                "preempted",
                emitted,
                0,
                state.known_tokens,
                (),
                request,
                past.preemptions,
            )
