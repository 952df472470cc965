"""The phases of a step, and the kinds of events that belong to each."""

from collections.abc import Mapping

from core.events import EventKind

ARRIVE, GROW, ADMIT, RUN, RAN, FINISH, BETWEEN = range(7)
PHASES: Mapping[EventKind, int] = {
    "arrived": ARRIVE,
    "rejected": ARRIVE,
    "grew": GROW,
    "preempted": GROW,
    "admitted": ADMIT,
    "hit": ADMIT,
    "held": ADMIT,
    "chunk": RUN,
    "first_token": RUN,
    "ran": RAN,
    "finished": FINISH,
}
"""The phase of a step that each kind of event belongs to; a step goes through them in order."""
