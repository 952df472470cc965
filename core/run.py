"""A run: drives a replica to its end, and shows any moment of it, forwards or backwards.

Time travel is replay: nothing is ever undone. The run keeps copies of the replica, and `at` copies
the nearest one and executes from there (`core.replay`).
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal, Self, TypeAlias

from core.cost import TRACE_STEP_MS, Cost
from core.cycle import Circles
from core.driven import UsersScheduler, driven
from core.events import Event, Held, Ran
from core.executing import execute
from core.failure import blame
from core.moment import Moment
from core.pauses import Pauses
from core.record import Record, executed
from core.replay import MOST_EVENTS, Replay
from core.replica import Replica
from core.replica.arrivals import Arrivals
from core.replica.ended import Finish
from core.request import Request, check_integer, count_fault
from core.request_faults import check_requests
from core.results import Result, results_of
from core.schedulers import Scheduler, clock_fault, ranks_as_listed, schedules_in_running_order
from core.series import Series, Summary, stopped
from core.stall import stalled
from core.stopwatch import Stopwatch

Status: TypeAlias = Literal["running", "finished", "stalled", "cycling", "limit", "failed"]
MOST_STEPS = 10_000_000
SLICE = 64
"""Steps executed at once on the way to a moment that was not computed yet."""


class Run:
    """The run of `requests` under `scheduler`.

    `status` says how it stands and `reason` why, in a sentence, `error` what it failed with,
    `period` after how many steps a cycling one repeats; `last_step` is the last executed step (-1
    before the first). `series` has what each executed step came to. Raises `ValueError` or
    `TypeError` for malformed requests, before the first step; a request that could never run is
    rejected at its arrival and the rest goes on. After that nothing in a workload makes it raise or
    hang: it ends as finished, stalled, cycling, failed, or at its limit of `max_steps` executed.
    """

    def __init__(
        self,
        requests: Sequence[Request],
        scheduler: Scheduler | UsersScheduler,
        *,
        cost: Cost | None = None,
        max_steps: int = MOST_STEPS,
    ) -> None:
        """Check everything; execute nothing yet."""
        self.requests = tuple(requests)
        self.scheduler = scheduler = driven(scheduler, len(self.requests))
        check_requests(self.requests)
        self.max_steps = max_steps
        self._arrivals = Arrivals(self.requests, as_listed=ranks_as_listed(scheduler))
        if cost is None and self._arrivals.timed:
            cost = Cost(TRACE_STEP_MS)
        faults = (count_fault("max_steps", max_steps, 1), clock_fault(scheduler, cost))
        for fault in filter(None, faults):
            raise fault.error(fault.message)
        self.cost = cost
        self.status: Status = "running"
        self.reason = "not at its end yet"
        self.error: Exception | None = None
        self.period: int | None = None
        self._watch: Stopwatch | None = None
        self.series = Series()
        self._replay = Replay(self._arrivals, scheduler, cost)
        self._circles = Circles()
        self._replica = self._replay.fresh()
        if not self._replica.to_first_step():
            self._end("finished", "there are no requests")

    # To the end

    @property
    def last_step(self) -> int:
        """The number of the last executed step; -1 before the first."""
        return self.series.step[-1] if len(self.series) else -1

    @property
    def ended(self) -> int:
        """How many requests are finished or rejected so far."""
        return len(self._replica.ended)

    def finish(self) -> Self:
        """Run to the end."""
        return self.advance(self.max_steps)

    def advance(self, steps: int) -> Self:
        """Execute up to `steps` steps more: a slice of the work.

        Raises `TypeError` or `ValueError` for what is no count.
        """
        check_integer("steps", steps)
        if steps < 0:
            raise ValueError(f"steps must be at least 0, not {steps}: a run only goes on; see at")
        target = self.series.noted + steps
        try:
            while self.status == "running" and self.series.noted < target:
                self._execute(target - self.series.noted)
        finally:
            self.series.lay_out()
        return self

    def _execute(self, most: int) -> None:
        """Execute up to `most` steps: fewer if the run ends, or might be going in circles."""
        replica, done, summaries = self._replica, self.series.noted, list[Summary]()
        most = min(most, self.max_steps - done, self._replay.offer(done, replica))
        try:
            going = execute(self.scheduler, replica, most, summaries)
        except Exception as error:  # noqa: BLE001 - a scheduler may be the user's own
            self.series.note([*summaries, stopped(replica)])
            self._fail(error)
            return
        except BaseException:  # interrupted within a step: keep the whole ones
            self.series.note(summaries)
            self._replica = self._replay.before(self.series.noted)
            raise
        self.series.note(summaries)
        if not (going or self._no_way_on() or replica.to_next_step()):
            self._end("finished", f"every request ended by step {replica.clock.step:,}")
        if self.status == "running" and self.series.noted >= self.max_steps:
            self._end("limit", f"stopped after {self.max_steps:,} executed steps")

    def _no_way_on(self) -> bool:
        """After a step without a new token: whether the run can be seen to have no end."""
        replica = self._replica
        idle = not (replica.busy or replica.next_arrival is not None)
        if idle or replica.arrives_later or replica.leaves_later:
            return False
        if not replica.ran.tokens and self._nothing_changed():
            self._end("stalled", stalled(replica))
        elif circle := self._circles.found(self.series.noted, replica):
            self.period, reason = circle
            self._end("cycling", reason)
        return self.status != "running"

    def _nothing_changed(self) -> bool:
        return all(isinstance(event, Held | Ran) for event in self._happened_last())

    def _happened_last(self) -> list[Event]:
        return self._replay.events(self._replay.before(self.series.noted - 1))

    def _end(self, status: Status, reason: str) -> None:
        self.status, self.reason, self._watch = status, reason, None

    def _fail(self, error: Exception) -> None:
        where = f"step {self._replica.clock.step}, after event {len(self._happened_last())}"
        self._end("failed", f"{blame(error)} ({where})")
        self.error = error

    # Any moment

    def at(self, step: int, event: int | None = None) -> Moment:
        """The moment with exactly the first `event` changes of `step`; with all if it is None.

        Runs the run as far as it needs. Raises `ValueError` for a negative step, one past the
        run's last, or an event beyond the step's, naming the limit; `TypeError` for no integer.
        """
        if event is not None:
            check_integer("event", event)
        self._reach(step)
        index = self.series.index_at(step)
        replica = self._replay.fresh() if index < 0 else self._replay.before(index)
        happened: list[Event] = []
        if index >= 0 and self.series.step[index] == step:
            some = event is not None and 0 <= event <= MOST_EVENTS
            happened = self._replay.events(replica, event if some else None)
        elif index >= 0:
            self._replay.events(replica)
        if replica.clock.step < step:
            replica.clock.move_to(step)
        if event is not None and not 0 <= event <= len(happened):
            raise ValueError(f"step {step} has no event {event}: they are 0..{len(happened)}")
        return Moment(replica, step, happened)

    def _reach(self, step: int) -> None:
        check_integer("step", step)
        if step < 0:
            raise ValueError(f"there is no step {step}: the first is 0")
        while self.status == "running" and self.last_step < step:
            self.advance(min(step - self.last_step, SLICE))
        if step > self.last_step:
            raise ValueError(f"there is no step {step}: the last is {self.last_step}")

    # What it came to

    def finishes(self) -> Iterator[Finish]:
        """When each of those who have sent all their tokens sent the first and the last."""
        return self._replica.ended.finishes()

    def results(self) -> dict[str, Result]:
        """Every request in input order, as it stands where the run has got to."""
        return results_of(self.requests, self._replica, self.last_step + 1, self.stopwatch())

    def slot_until(self, finish: int) -> int:
        """The last step, so far, in which who finished in `finish` held its slot: its batch's."""
        if not getattr(self.scheduler, "in_batches", False):
            return finish
        return next((end for end in self._replica.batch_ends if end >= finish), self.last_step)

    def stopwatch(self) -> Stopwatch | None:
        """Its times as far as it has got; None without a clock."""
        if self.cost is None:
            return None
        if self._watch is None or self.status == "running":
            pauses, moves = Pauses(self._replica), self._replica.moves
            self._watch = Stopwatch(self.series, self.cost, pauses, moves)
        return self._watch

    def records(self) -> Iterator[Record]:
        """One record per executed step, to the end of the run; executes everything once more."""
        replica = self.finish()._replay.before(0)
        in_order = schedules_in_running_order(self.scheduler)
        for _ in range(len(self.series)):
            step = self.scheduler.step(replica)
            yield executed(step, replica, in_running_order=in_order)
            replica.to_next_step()

    def at_work(self) -> Iterator[Replica]:
        """The replica when the work of each executed step is done, before anybody leaves.

        As far as the run has got; executes everything once more. Look, and change nothing.
        """
        return self._replay.at_work(len(self.series))

    def replay(self, first: int = 0) -> Iterator[tuple[Replica, list[Event]]]:
        """Every executed step from step `first` on, with its events, as far as the run has got.

        The replica is as the step left it: look at it before the next one, and change nothing.
        """
        start = bisect_left(self.series.step, first)
        if start == len(self.series):
            return
        replica = self._replay.before(start)
        for _ in range(start, len(self.series)):
            yield replica, self._replay.events(replica)
            replica.to_next_step()
