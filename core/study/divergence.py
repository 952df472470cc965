"""Where two runs part: the first step, and in it the first event, that one of them has otherwise.

Compared is what happens to whom: who arrives, is admitted, held and why, preempted for whom, how
many tokens are processed and sent, who ends. Left out is what follows from the settings alone and
changes nobody's way: which blocks those are, how many are free, how a policy words its choice. Nor
is a growth compared by itself: with blocks of another size it falls elsewhere, and that it fails
shows as a preemption.

Both runs are replayed side by side, step by step, so memory stays bounded however long they are;
it costs what executing them costs, up to the step at which they part.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import zip_longest
from typing import NamedTuple, TypeAlias, get_args

from core.events import Event, Evicted, Grew
from core.run import Run

SETTINGS = frozenset(
    {
        *("blocks", "free_blocks", "needed_blocks", "shared_blocks", "largest_piece"),
        "cached_tokens",
        *("running", "slots", "begins", "choice", "why"),
    }
)
"""Fields of events that tell of blocks, slots and limits, and how a choice is worded."""

COMPARED: Mapping[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if field.name not in SETTINGS)
    for kind in get_args(Event)
}
"""The fields that are compared, by the kind of the event."""

Told: TypeAlias = tuple[object, ...]
"""An event as far as it is compared: its kind and fields."""


class Side(NamedTuple):
    """What one run does where two part.

    `number` is that of `event` in the step, from 1. Where that is None it has nothing to put beside
    the other's event: `number` is how many events its step has, 0 if it executes none there.
    """

    number: int
    event: Event | None
    executed: bool


class Divergence(NamedTuple):
    """The first step in which two runs differ, and what each does there, in their order."""

    step: int
    sides: tuple[Side, Side]


class DivergenceSearch:
    """The search for where `first` and `other` part, as far as both have got.

    `looked` steps, executed by either, were found to be the same.
    """

    def __init__(self, first: Run, other: Run) -> None:
        """Look at nothing yet."""
        self._walks = (_Walk(first), _Walk(other))
        self.found: Divergence | None = None
        self.looked = 0

    @property
    def done(self) -> bool:
        """Whether it is known where they part, or that they never do."""
        return self.found is not None or all(walk.over for walk in self._walks)

    @property
    def steps(self) -> int:
        """About how many steps there are to look at."""
        return max(1, *(len(walk.run.series) for walk in self._walks))

    def advance(self, steps: int) -> None:
        """Look at up to `steps` steps more: fewer if one of the runs has not got so far."""
        one, other = self._walks
        for _ in range(steps):
            if self.done or not (one.look() and other.look()):
                return
            step = min(walk.head.step for walk in self._walks if walk.head is not None)
            self.found = _parted(one.take(step), other.take(step), step)
            self.looked += self.found is None


def divergence(first: Run, other: Run) -> Divergence | None:
    """Where two runs part, as far as both have got; None if they do not."""
    search = DivergenceSearch(first, other)
    search.advance(len(first.series) + len(other.series) + 1)
    return search.found


class _Executed(NamedTuple):
    """An executed step and what happened in it."""

    step: int
    events: Sequence[Event]


class _Walk:
    """One of two runs, replayed: `head` is the step to look at next, None if there is none yet."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.head: _Executed | None = None
        self._taken = 0
        self._walk: Iterator[_Executed] = iter(())

    @property
    def over(self) -> bool:
        """Whether there is no step left, and none to come."""
        return self._taken == len(self.run.series) and self.run.status != "running"

    def look(self) -> bool:
        """Look at the next step; whether it is known what the run does next."""
        if self.head is None and self._taken < len(self.run.series):
            self.head = next(self._walk, None) or self._onward()
        return self.head is not None or self.over

    def _onward(self) -> _Executed:
        """The next step, where the run had not got as far when the walk began."""
        first = self.run.series.step[self._taken]
        replayed = self.run.replay(first)
        self._walk = (_Executed(replica.clock.step, found) for replica, found in replayed)
        return next(self._walk)

    def take(self, step: int) -> Sequence[Event] | None:
        """What happened in `step`, if that is its next one; None if it executes none there."""
        if self.head is None or self.head.step != step:
            return None
        events, self.head = self.head.events, None
        self._taken += 1
        return events


def _parted(
    one: Sequence[Event] | None, other: Sequence[Event] | None, step: int
) -> Divergence | None:
    """How two runs differ in `step`, in which these events happened; None if they do not."""
    pairs = zip_longest(_told(one or ()), _told(other or ()))
    for mine, others in pairs:
        if mine is None or others is None or mine[1] != others[1]:
            return Divergence(step, (_side(one, mine), _side(other, others)))
    return None


def _side(events: Sequence[Event] | None, told: tuple[int, Told] | None) -> Side:
    if events is None:
        return Side(0, None, executed=False)
    if told is None:
        return Side(len(events), None, executed=True)
    return Side(told[0], events[told[0] - 1], executed=True)


def _told(events: Sequence[Event]) -> Iterator[tuple[int, Told]]:
    """The events that are compared, each with its number from 1."""
    for number, event in enumerate(events, 1):
        if not isinstance(event, Grew | Evicted):
            kind = type(event)
            yield number, (kind, *(getattr(event, name) for name in COMPARED[kind]))
