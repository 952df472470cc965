"""A user's own scheduler: whatever it does, a run of it comes to an end or goes on.

What it yields is looked at, so that a moment holds events and nothing else, and a step that yields
without end is stopped. Both are blamed on the line of the `yield`.
"""

from collections.abc import Generator, Iterator
from typing import Any, get_args

from core import events
from core.lifecycle import NeverFits
from core.memory import Memory
from core.replica import Replica
from core.request import Request

MOST_EVENTS = 10_000
"""In one step, and as many more for each request."""
FOR_EACH = 100
EVENTS: tuple[type, ...] = get_args(events.Event)
NEEDED = ("never_fits", "step")


def missing_of(engine: object) -> list[str]:
    """The methods of a scheduler that `engine` has not."""
    missing = [each for each in NEEDED if not callable(getattr(engine, each, None))]
    has_memory = any(callable(getattr(engine, each, None)) for each in ("new_memory", "memory"))
    return missing if has_memory else ["memory", *missing]


class OwnScheduler:
    """The scheduler `engine`, called `name`, for a workload of `requests` requests."""

    def __init__(self, name: str, engine: Any, requests: int) -> None:  # noqa: ANN401 - a stranger's
        """Nothing of `engine` is called yet."""
        self.name = name
        self.engine = engine
        self.most_events = MOST_EVENTS + FOR_EACH * requests

    def __getattr__(self, knob: str) -> object:
        """What the engine calls its knobs, for those who look at them."""
        if knob.startswith("__") or knob == "engine":
            raise AttributeError(knob)
        return getattr(self.engine, knob)

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        make = getattr(self.engine, "new_memory", None) or self.engine.memory
        memory: Memory = make()
        return memory

    def never_fits(self, request: Request) -> NeverFits | None:
        """Why `request` could never run, even alone; None if it could."""
        why: NeverFits | None = self.engine.never_fits(request)
        return why

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """The engine's step, each event looked at."""
        told = iter(self.engine.step(replica))
        for number, event in enumerate(told):
            if not isinstance(event, EVENTS):
                self._blame(
                    told, TypeError(f"{event!r:.60} is no event: yield what a move returns")
                )
            if number >= self.most_events:
                said = f"step {replica.clock.step} has more than {self.most_events:,} events"
                self._blame(told, RuntimeError(f"{said}: it yields without end"))
            yield event

    def _blame(self, told: Iterator[object], error: Exception) -> None:
        """Raise `error` where the engine yielded last."""
        if isinstance(told, Generator):
            told.throw(error)
        raise error
