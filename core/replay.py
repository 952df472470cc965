"""Executing again what was executed before, from the nearest checkpoint: how any moment is reached.

Exact because a scheduler is a pure function of its replica. Measured against the alternatives:
keeping every past state costs twice the engine and 100 KB a step; inverse operations need one for
each mutation, for ever; a checkpoint now and then costs a percent or two.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from core.checkpoints import Checkpoints
from core.cost import Cost
from core.events import Event, Ran
from core.replica import LeavingReplica, Replica
from core.replica.arrivals import Arrivals
from core.schedulers import Scheduler, is_own_page, queue_of

MOST_EVENTS = 2**31
"""More than a step ever has."""

perform = deque[Event](maxlen=0).extend
"""Execute the whole of a step, forgetting its events."""


class Replay:
    """The replicas of one run, at any of its executed steps, counted from 0."""

    def __init__(self, arrivals: Arrivals, scheduler: Scheduler, cost: Cost | None) -> None:
        """Begin with no checkpoint."""
        self._arrivals = arrivals
        self._scheduler = scheduler
        self._cost = cost
        self._checkpoints = Checkpoints()

    def fresh(self) -> Replica:
        """A replica at its very start, before the first arrival."""
        scheduler = self._scheduler
        queue = queue_of(scheduler)
        kind = LeavingReplica if self._arrivals.cancels else Replica
        return kind(self._arrivals, scheduler.new_memory(), self._cost, queue)

    def offer(self, index: int, replica: Replica) -> int:
        """Keep a checkpoint of `replica`, about to execute step `index`, if one is due.

        Returns the number of steps until the next one is due.
        """
        return self._checkpoints.offer(index, replica)

    def before(self, index: int) -> Replica:
        """A replica of its own, about to execute the executed step number `index`."""
        found = self._checkpoints.before(index)
        if found is None:
            replica, here = self.fresh(), 0
            replica.to_first_step()
        else:
            here, replica = found[0], found[1].copy()
        if here < index:
            self._execute(here, index, replica)
            self._checkpoints.stand(index, replica)
        return replica

    def _execute(self, here: int, index: int, replica: Replica) -> None:
        replica.quiet = is_own_page(self._scheduler)
        while here < index:
            perform(self._scheduler.step(replica))
            replica.to_next_step()
            here += 1
            self._checkpoints.offer_near(here, index, replica)
        replica.quiet = False

    def at_work(self, steps: int) -> Iterator[Replica]:
        """The replica when the work of each of the first `steps` steps is done; change nothing.

        Only the step in which a run failed raises, and is left out.
        """
        replica = self.before(0)
        for _ in range(steps):
            with suppress(Exception):
                for event in self._scheduler.step(replica):
                    if isinstance(event, Ran):
                        yield replica
            replica.to_next_step()

    def events(self, replica: Replica, event: int | None = None) -> list[Event]:
        """Execute the first `event` changes of a step (all if None), and tell them.

        Only the step in which a run failed raises here; what came before that is told.
        """
        happened: list[Event] = []
        with suppress(Exception):
            happened.extend(islice(self._scheduler.step(replica), event))
        return happened
