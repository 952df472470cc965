"""The order of operations inside one step: a page for each engine, found by name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from typing import Protocol, runtime_checkable

from core import events
from core.lifecycle import NeverFits
from core.memory import Memory
from core.replica import Replica
from core.replica.queues import WaitingQueue
from core.request import Fault, Request
from core.schedulers.driftwood import Driftwood
from core.schedulers.knobs import driftwood_faults


class Scheduler(Protocol):
    """What a run drives.

    A frozen value: its fields are its knobs, and everything that changes is in the replica. One
    whose queue is not first come, first served is `Ordered` as well.
    """

    def new_memory(self) -> Memory:
        """The memory of a replica at its start."""
        ...

    def never_fits(self, request: Request) -> NeverFits | None:
        """Why `request` could never run, even alone; None if it could."""
        ...

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """Perform one step and yield each change at once."""
        ...


@runtime_checkable
class Ordered(Protocol):
    """A scheduler with a queue of its own."""

    def waiting_queue(self) -> WaitingQueue | None:
        """The queue of a replica at its start; None for first come, first served."""
        ...


def queue_of(scheduler: Scheduler) -> WaitingQueue | None:
    """The queue of a replica at its start; None for first come, first served."""
    return scheduler.waiting_queue() if isinstance(scheduler, Ordered) else None


SCHEDULERS: Mapping[str, type[Driftwood]] = {"driftwood": Driftwood}
"""Every scheduler by its name in files and on the command line."""


def scheduler_faults(name: object, knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with a scheduler's name and knobs.

    Of a scheduler that is none the values of the knobs are checked that all have.
    """
    if not isinstance(name, str) or name not in SCHEDULERS:
        yield Fault("name", f"there is no scheduler {name!r}; known: {', '.join(SCHEDULERS)}")
        values = driftwood_faults(knobs)
        yield from (fault for fault in values if knobs.get(fault.key) is not None)
        return
    known = {field.name: field.default for field in fields(SCHEDULERS[name])}
    for key in knobs:
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            yield Fault(key, f"{name} has no knob {key!r}; {hint}")
    needed = [key for key in known if known[key] is MISSING and knobs.get(key) is None]
    yield from (Fault(key, f"{name} needs {key}") for key in needed)
    values = driftwood_faults(knobs)
    yield from (fault for fault in values if fault.key not in needed)


def make_scheduler(name: str, **knobs: object) -> Scheduler:
    """The scheduler `name` with `knobs` by the engine's own names; None is "not given".

    Raises as its faults say.
    """
    given = {key: knob for key, knob in knobs.items() if knob is not None}
    for fault in scheduler_faults(name, given):
        raise fault.error(fault.message)
    make: Callable[..., Scheduler] = SCHEDULERS[name]
    return make(**given)
