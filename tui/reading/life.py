"""The life of one request: the stretches of its states, and every event that touched it."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from core.events import Admitted, Chunk, Event, Grew, Preempted
from core.lifecycle import Finished, Prefilling, StateName
from core.replica import Replica
from core.request import Request
from core.story import Line
from core.story.service import Service, decodes_at_once
from core.story.teller import Teller
from tui.reading.trail import Hit

STATES: Mapping[str, StateName] = {
    "arrived": "waiting",
    "rejected": "rejected",
    "admitted": "prefilling",
    "first_token": "decoding",
    "finished": "finished",
    "cancelled": "cancelled",
}
"""The state of a request after an event about it, by the kind of event."""


class Stretch(NamedTuple):
    """A state, and the event with which it began."""

    state: StateName
    since: Hit


class Loss(NamedTuple):
    """A preemption of the request, just after event `at`.

    `asked_since` and `own_since` are the steps in which asker and victim had been admitted; None
    for another asker that was itself preempted in the same step. `is_urgent` if it made room for
    the head of the queue.
    """

    at: Hit
    asker: str
    asked_since: int | None
    own_since: int
    is_urgent: bool = False


class Life:
    """What is known of `request`'s life. `see` it step by step, from its arrival on."""

    def __init__(self, request: Request) -> None:
        """Nothing is known yet."""
        self.request = request
        self.stretches: list[Stretch] = []
        self.touched: list[Hit] = []
        self.losses: list[Loss] = []
        self.last_seen = -1
        self._teller = Teller(request)
        self._admitted = 0
        self._number = 0

    def see(self, replica: Replica, happened: list[Event]) -> bool:
        """Note a step; True if it was its last."""
        self._teller.follow(replica, happened)
        place = self._teller.place
        numbers = {self._number, place.number if isinstance(place, Service) else 0}
        self.last_seen = replica.clock.step
        for at, event in enumerate(happened, 1):
            if _touches(event, self.request.rid, numbers):
                self.touched.append((self.last_seen, at))
                self._note(event, (self.last_seen, at), replica)
        self._number = place.number if isinstance(place, Service) else 0
        return self.over

    def _note(self, event: Event, here: Hit, replica: Replica) -> None:
        match event:
            case Admitted():
                self._admitted = here[0]
            case Preempted() if event.rid == self.request.rid:
                is_own = event.asker == event.rid
                since = self._admitted if is_own else _admitted_in(replica, event.asker)
                urgent = event.urgent_for is not None
                self.losses.append(Loss(here, event.asker, since, self._admitted, urgent))
            case _:
                pass
        state = _state_after(event, self.request.rid)
        if state is not None and (not self.stretches or self.stretches[-1].state != state):
            self.stretches.append(Stretch(state, here))

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._teller.over

    @property
    def story(self) -> tuple[Line, ...]:
        """Its story so far, as `driftwood explain` tells it."""
        return tuple(self._teller.lines)

    @property
    def first(self) -> int | None:
        """The step of its arrival; None before that is known."""
        return self.touched[0][0] if self.touched else None

    def loss_at(self, here: Hit) -> Loss | None:
        """Its last preemption up to `here`."""
        at = bisect_right([loss.at for loss in self.losses], here)
        return self.losses[at - 1] if at else None


def _touches(event: Event, rid: str, numbers: set[int]) -> bool:
    """Whether `event` is about `rid`, whose admissions were `numbers`, or happened for it."""
    match event:
        case Grew():
            return not numbers.isdisjoint(event.numbers)
        case Preempted():
            return rid in {event.rid, event.asker}
        case _:
            return event.kind != "ran" and event.rid == rid


def _state_after(event: Event, rid: str) -> StateName | None:
    """The state of `rid` after `event`; None if it is what it was."""
    if isinstance(event, Chunk):
        return "decoding" if event.computed_tokens == event.known_tokens else None
    if isinstance(event, Preempted):
        return "preempted" if event.rid == rid else None
    if isinstance(event, Admitted) and decodes_at_once(event):
        return "decoding"
    return STATES.get(event.kind)


def _admitted_in(replica: Replica, rid: str) -> int | None:
    """The step in which `rid`, which runs or finished in this step, was admitted."""
    for state in replica.running.values():
        if state.request.rid == rid:
            return state.admitted if isinstance(state, Prefilling) else state.prefilling.admitted
    for at in reversed(range(len(replica.ended))):
        ended = replica.ended[at]
        if not isinstance(ended, Finished) or ended.finish < replica.clock.step:
            break
        if ended.request.rid == rid:
            return ended.decoding.prefilling.admitted
    return None
