"""The phases of a step, and the kinds of events that belong to each."""

from collections.abc import Mapping

from core.event_parts import EventKind
from core.events import Event, Preempted

ARRIVE, GROW, ADMIT, RUN, RAN, FINISH, BETWEEN = range(7)
PHASES: Mapping[EventKind, int] = {
    "arrived": ARRIVE,
    "rejected": ARRIVE,
    "cancelled": ARRIVE,
    "grew": GROW,
    "preempted": GROW,
    "admitted": ADMIT,
    "hit": ADMIT,
    "evicted": ADMIT,
    "held": ADMIT,
    "chunk": RUN,
    "first_token": RUN,
    "ran": RAN,
    "finished": FINISH,
}
"""The phase of a step that each kind of event belongs to; a step goes through them in order."""


def phase_of(event: Event) -> int:
    """The phase of `event`: room for a more urgent head is made at admission."""
    is_urgent = isinstance(event, Preempted) and event.urgent_for is not None
    return ADMIT if is_urgent else PHASES[event.kind]
