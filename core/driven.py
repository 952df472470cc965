"""What a run drives: a scheduler of the whole form as it is, a user's short one watched."""

from collections.abc import Iterator
from typing import Protocol, TypeGuard

from core import events
from core.lifecycle import NeverFits
from core.memory import Memory
from core.replica import Replica
from core.request import Request
from core.schedulers import Scheduler
from core.schedulers.own import NEEDS, OwnScheduler, missing_of


class UsersScheduler(Protocol):
    """A user's own scheduler: these three methods are all that it needs."""

    def memory(self) -> Memory:
        """The memory of a replica at its start."""
        ...

    def never_fits(self, request: Request) -> NeverFits | None:
        """Why `request` could never run, even alone; None if it could."""
        ...

    def step(self, replica: Replica) -> Iterator[events.Event]:
        """Perform one step and yield each change at once."""
        ...


def driven(engine: Scheduler | UsersScheduler, requests: int) -> Scheduler:
    """`engine` as a run of so many `requests` drives it. Raises `TypeError` if it is none."""
    if _is_whole(engine):
        return engine
    if missing := missing_of(engine):
        raise TypeError(f"{NEEDS}; {type(engine).__name__} has no {', no '.join(missing)}")
    return OwnScheduler(type(engine).__name__, engine, requests)


def _is_whole(engine: Scheduler | UsersScheduler) -> TypeGuard[Scheduler]:
    """Whether it has the form of ours, which a user's may have as well."""
    return hasattr(engine, "new_memory")
