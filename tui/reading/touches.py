"""The history of one block: every event that took it or gave it up."""

from typing import NamedTuple

from core import events
from core.events import Admitted, Cancelled, Event, Finished, Grew, Preempted
from core.naming import visible
from core.replica import Replica
from tui.reading.trail import Hit


class Touch(NamedTuple):
    """Event `at` did `what` with the block, for or to `rid`."""

    at: Hit
    what: str
    rid: str


class Touches:
    """What happened to `block`. `see` it step by step, from the run's first on."""

    def __init__(self, block: int) -> None:
        """Nothing is known yet."""
        self.block = block
        self.known: list[Touch] = []

    def see(self, replica: Replica, happened: list[Event]) -> bool:
        """Note a step."""
        step = replica.clock.step
        for at, event in enumerate(happened, 1):
            touch = _touch(event, self.block, (step, at))
            if touch is not None:
                self.known.append(touch)
        return False


def _touch(event: Event, block: int, here: Hit) -> Touch | None:  # noqa: PLR0911 - a word for each kind
    ended = Finished | Cancelled | events.Rejected
    moved = Admitted | events.Hit | Grew | Preempted | ended
    if not isinstance(event, moved) or block not in event.blocks:
        evicted = event.evictions if isinstance(event, events.Evicted) else ()
        rid = next((rid for rid, taken, _ in evicted if taken == block), None)
        return None if rid is None else Touch(here, "its content was given up for", rid)
    match event:
        case Admitted():
            return Touch(here, "taken at its admission by", event.rid)
        case events.Hit():
            return Touch(here, "shared from its admission on by", event.rid)
        case Grew():
            rid = next(rid for rid, taken in event.growths if taken == block)
            return Touch(here, "taken to grow by", rid)
        case Preempted():
            return Touch(here, f"freed for {visible(event.asker)} by", event.rid)
        case Finished():
            return Touch(here, "given back by", event.rid)
        case Cancelled():
            return Touch(here, "given back when its client left by", event.rid)
        case events.Rejected():
            return Touch(here, "given back when it was given up by", event.rid)
