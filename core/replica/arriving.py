"""A replica's time: the steps that are executed, and who joins the queue in each."""

from collections.abc import Callable, Iterable, Iterator

from core import blank, events
from core.lifecycle import NeverFits, Waiting
from core.replica.state import NO_WORK, ReplicaState
from core.request import Request


class ArrivingReplica(ReplicaState):
    """A replica with the moves that come before those of a scheduler."""

    __slots__ = ()

    def to_first_step(self) -> bool:
        """Move the clock to the first arrival; False if there is none."""
        return self._to_arrival(0)

    def to_next_step(self) -> bool:
        """Move the clock to the next step in which somebody arrives, waits or runs.

        False if there is none.
        """
        clock, self.work = self.clock, NO_WORK
        self.used_at_run = self.prefilled = 0
        following = clock.step + 1
        if self.running or self.queue.head:
            if clock.now_ms is None:
                clock.step = clock.now = following
            else:
                clock.move_to(following)
            return True
        return self._to_arrival(following)

    def _to_arrival(self, following: int) -> bool:
        coming = self.next_arrival
        if coming is None:
            return False
        self.clock.jump_to_arrival(coming, following)
        return True

    def arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterable[events.Event]:
        """Everyone whose time has come joins the queue.

        Who could never fit is rejected with the numbers. Raises `TypeError` where `never_fits`
        says so without any.
        """
        times = self.arrivals.times
        if self.arrived == len(times) or times[self.arrived] > self.clock.now:
            return ()
        return self._arrive(never_fits)

    def _arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterator[events.Event]:
        arrivals, now, step = self.arrivals, self.clock.now, self.clock.step
        times, requests, at = arrivals.times, arrivals.requests, self.arrived
        while at < len(times) and times[at] <= now:
            request = requests[at]
            self.arrived = at = at + 1
            waiting = Waiting(request, step)
            if why := never_fits(request):
                if not isinstance(why, NeverFits):  # a scheduler may be the user's own
                    raise TypeError(f"never_fits gives {why!r:.60}: return a NeverFits, or None")
                self.ended.append(waiting.reject(step, why))
                self.rejections += 1
                yield events.Rejected(request.rid, why)
            else:
                self.queue.arrive(waiting)
                yield blank.ARRIVED if self.quiet else events.Arrived(request.rid)
