"""Where two runs part, found the long way: moment by moment, event by event, in words."""

from collections.abc import Iterator, Mapping, Sequence

from core import Run
from core.events import (
    Admitted,
    Chunk,
    Event,
    FirstToken,
    Grew,
    Held,
    Preempted,
    Ran,
)


def naive_divergence(first: Run, other: Run) -> tuple[int, int, int] | None:
    """The step, and the numbers of the events that differ: one past its last where one has none."""
    last = max(first.last_step, other.last_step)
    for step in range(last + 1):
        mine, others = list(_told(first, step)), list(_told(other, step))
        for place in range(max(len(mine), len(others))):
            ours, theirs = mine[place : place + 1], others[place : place + 1]
            if [said for _, said in ours] != [said for _, said in theirs]:
                return step, _number(ours, first, step), _number(theirs, other, step)
    return None


def _number(found: Sequence[tuple[int, str]], run: Run, step: int) -> int:
    return found[0][0] if found else len(_events(run, step)) + 1


def _events(run: Run, step: int) -> tuple[Event, ...]:
    return run.at(step).events if step <= run.last_step else ()


def _told(run: Run, step: int) -> Iterator[tuple[int, str]]:
    for number, event in enumerate(_events(run, step), 1):
        if not isinstance(event, Grew):
            yield number, _words(event)


FIELDS: Mapping[type, tuple[str, ...]] = {
    Preempted: ("rid", "asker", "lost_tokens", "emitted"),
    Admitted: ("rid", "known_tokens", "resumed"),
    Held: ("rid", "cause"),
    Chunk: ("rid", "tokens", "computed_tokens", "known_tokens"),
    FirstToken: ("rid", "tokens"),
    Ran: ("requests", "tokens", "emitted"),
}
"""Of the others it is the rid."""


def _words(event: Event) -> str:
    names = FIELDS.get(type(event), ("rid",))
    return " ".join([event.kind, *(f"{name} {getattr(event, name)}" for name in names)])
