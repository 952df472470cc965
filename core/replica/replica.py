"""The replica: clock, queue, running requests, memory and calendars, with the moves a scheduler makes.

Every method that changes something returns the event that tells it, so a scheduler's page can only `yield` what really
happened. The cost of a step is the cost of its changes: the progress of decoding requests is read off the clock (`tick` counts
the rounds in which decodes ran), and who is due to grow or to finish waits in calendars.

Alternatives, measured: counting every token of every running request costs about as much as the work itself (a bare loop of
increments is the unit of `tests/bench`); keeping every past state costs twice the engine, inverse operations need one for each
mutation for ever. So going back is a copy (`copy`) taken between steps, and a replay.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

from operator import attrgetter

from core import events
from core.lifecycle import (
    Cause,
    Decoding,
    Ended,
    NeverFits,
    Preempted,
    Prefilling,
    Running,
    Waiting,
)
from core.memory import Memory
from core.replica.arrivals import Arrivals
from core.replica.calendar import Calendar
from core.replica.journal import Journal
from core.replica.queue import Queue
from core.request import Request

TABLE = attrgetter("table")
RID = attrgetter("request.rid")
NO_WORK = events.Ran(0, 0, 0)


class Replica:
    """One replica in the middle of its run.

    `step` is the step being executed or about to be, `now_ms` when it starts (None without a clock in milliseconds), and `now`
    the one of them in which arrivals are given. `tick`
    counts the closed rounds of decoding, the last of them in step `ticked_at`. `running` is in order of admission, by
    admission number. `held` is the head of the queue and why it was not
    admitted, as last decided. `ran` is what the last work came to and
    `used_at_run` the blocks owned then, before anything finished.
    """

    __slots__ = (
        "_finish_at",
        "_grow_at",
        "admissions",
        "arrivals",
        "arrived",
        "ended",
        "held",
        "memory",
        "now",
        "now_ms",
        "preemptions",
        "prefilling",
        "queue",
        "ran",
        "rejections",
        "running",
        "step",
        "step_ms",
        "tick",
        "ticked_at",
        "used_at_run",
    )

    def __init__(self, arrivals: Arrivals, memory: Memory, step_ms: float | None = None) -> None:
        """Start before the first arrival, with nothing running. A step takes `step_ms` milliseconds, if it has a length."""
        self.arrivals = arrivals
        self.memory = memory
        self.step_ms = 0.0 if step_ms is None else step_ms
        self.step = 0
        self.now: float = 0
        self.now_ms = None if step_ms is None else 0.0
        self.tick = 0
        self.ticked_at = -1
        self.arrived = 0
        self.admissions = 0
        self.preemptions = 0
        self.rejections = 0
        self.ran = NO_WORK
        self.used_at_run = 0
        self.queue = Queue()
        self.running: dict[int, Running] = {}
        self.prefilling: OrderedDict[int, None] = OrderedDict()
        self.ended: Journal[Ended] = Journal()
        self.held: tuple[str, Cause] | None = None
        self._grow_at = Calendar()
        self._finish_at = Calendar()

    def copy(self) -> "Replica":
        """The same replica, changed by nothing that happens to this one. Only between steps."""
        twin = Replica.__new__(Replica)
        for name in COPIED_AS_IS:
            setattr(twin, name, getattr(self, name))
        for name in COPIED_BY_THEMSELVES:
            setattr(twin, name, getattr(self, name).copy())
        twin.running = {number: _with_own_table(state) for number, state in self.running.items()}
        return twin

    # The clock

    @property
    def busy(self) -> bool:
        """Whether somebody waits or runs."""
        return bool(self.running) or self.queue.head is not None

    @property
    def next_arrival(self) -> float | None:
        """When the next request arrives, in steps or milliseconds as the workload has it; None if nobody is still to come."""
        times = self.arrivals.times
        return times[self.arrived] if self.arrived < len(times) else None

    @property
    def has_next_step(self) -> bool:
        """Whether there is anything left to do."""
        return self.busy or self.next_arrival is not None

    def to_next_step(self) -> bool:
        """Move the clock to the next step in which somebody arrives, waits or runs; False if there is none."""
        if self.running or self.queue.head:
            self._move_to(self.step + 1)
            return True
        return self._move_to_arrival(self.step + 1)

    def to_first_step(self) -> bool:
        """Move the clock to the first arrival; False if there is none."""
        return self._move_to_arrival(0)

    def _move_to_arrival(self, following: int) -> bool:
        coming = self.next_arrival
        if coming is None:
            return False
        if self.arrivals.timed:
            self._move_to(following)
            self.now = self.now_ms = max(self.now, coming)
        else:
            self._move_to(max(following, int(coming)))
        return True

    def _move_to(self, step: int) -> None:
        if self.now_ms is not None:
            self.now_ms += self.step_ms * (step - self.step)
        self.step = step
        self.now = self.now_ms if self.arrivals.timed and self.now_ms is not None else step

    # Arrivals and the queue

    def arrive(self, never_fits: Callable[[Request], NeverFits | None]) -> Iterator[events.Event]:
        """Everyone whose time has come joins the queue; who could never fit is rejected with the numbers."""
        times, now = self.arrivals.times, self.now
        while self.arrived < len(times) and times[self.arrived] <= now:
            request = self.arrivals.requests[self.arrived]
            self.arrived += 1
            waiting = Waiting(request, self.step)
            if why := never_fits(request):
                self.ended.append(waiting.reject(self.step, why))
                self.rejections += 1
                yield events.Rejected(request.rid, why)
            else:
                self.queue.arrive(waiting)
                yield events.Arrived(request.rid)

    def admit_head(self, blocks: int) -> events.Admitted:
        """The head of the queue takes a slot and `blocks` blocks for everything it knows, which must be free."""
        memory, queue = self.memory, self.queue
        head = queue.head
        assert head is not None
        table = memory.take(blocks)
        waited = queue.leave(self.step)
        self.admissions = number = self.admissions + 1
        admitted = head.admit(self.step, number, table, waited)
        self.running[number] = admitted
        self.prefilling[number] = None
        self.held = None
        rid, known = head.request.rid, admitted.known_tokens
        resumed = isinstance(head, Preempted)
        return events.Admitted(rid, tuple(table), known, resumed, memory.free_blocks)

    def hold_head(self, cause: Cause, blocks: int) -> events.Held | None:
        """The head of the queue, which needs `blocks` blocks, stays because of `cause`.

        Counted at every step, told when the head or its cause changes.
        """
        head = self.queue.head
        assert head is not None
        self.queue.hold(cause)
        held = (head.request.rid, cause)
        if self.held == held:
            return None
        self.held = held
        return events.Held(*held, len(self.running), blocks, self.memory.free_blocks)

    # Blocks

    def due_to_grow(self) -> list[int]:
        """Decoding requests that need one more block for their next token, oldest first, as admission numbers."""
        return self._grow_at.pop(self.tick + 1, self.running)

    def grow(self, askers: list[int]) -> events.Grew:
        """A block for each of `askers`, in order, as far as free blocks go; who got one is taken off the list."""
        memory, running = self.memory, self.running
        growing = askers[: memory.free_blocks]
        del askers[: len(growing)]
        states = list(map(running.__getitem__, growing))
        blocks = memory.extend(map(TABLE, states), len(states))
        self._grow_at.enter(self.tick + 1 + memory.block_size, growing, running)
        return events.Grew(tuple(zip(map(RID, states), blocks)), memory.free_blocks)  # noqa: B905

    @property
    def latest_admitted(self) -> int:
        """The admission number of the running request that was admitted last."""
        return next(reversed(self.running))

    def preempt(self, victim: int, asker: int) -> events.Preempted:
        """`victim` frees its blocks and goes to the front of the queue, so that `asker` may have one."""
        for_rid = self.running[asker].request.rid
        state = self.running.pop(victim)
        self.prefilling.pop(victim, None)
        blocks = self.memory.release(state.table)
        if isinstance(state, Decoding):
            lost = state.computed_tokens(self.tick)
            preempted = state.preempt(self.step, self.tick, self.ticked_at)
        else:
            lost = state.computed_tokens
            preempted = state.preempt(self.step)
        self.queue.return_to_front(preempted)
        self.preemptions += 1
        return events.Preempted(state.request.rid, for_rid, blocks, lost, preempted.emitted)

    # Work

    @property
    def decoding(self) -> int:
        """How many requests decode."""
        return len(self.running) - len(self.prefilling)

    @property
    def next_prefill(self) -> Prefilling | None:
        """The earliest admitted request whose prompt or rebuild is not done."""
        for number in self.prefilling:
            state = self.running[number]
            assert isinstance(state, Prefilling)
            return state
        return None

    def prefill(self, state: Prefilling, tokens: int) -> events.Chunk | events.FirstToken:
        """Process `tokens` more of `state`'s prompt or rebuild; with the last of them it sends a token and decodes from now on."""
        number, rid = state.admission, state.request.rid
        done, known = state.computed_tokens + tokens, state.known_tokens
        if done < known:
            self.running[number] = state.chunk(tokens, self.step)
            return events.Chunk(rid, tokens, done, known)
        del self.prefilling[number]
        self.running[number] = decoding = state.complete(self.step, self.tick + 1)
        self._enter_calendars(decoding)
        return (
            events.Chunk(rid, tokens, done, known)
            if state.emitted
            else events.FirstToken(rid, tokens)
        )

    def _enter_calendars(self, state: Decoding) -> None:
        number, request, since = (state.admission,), state.request, state.since
        self._finish_at.enter(since + request.output_len - state.sent, number, self.running)
        room = self.memory.room(state.table, request.prompt_len + state.sent)
        if room is not None:
            self._grow_at.enter(since + 2 + room, number, self.running)

    def close_tick(self, tokens: int) -> events.Ran:
        """The work is done, `tokens` tokens in all: every decoding request has sent its token."""
        self.tick += 1
        self.ticked_at = self.step
        self.used_at_run = self.memory.used_blocks
        self.ran = events.Ran(len(self.running), tokens, self.decoding)
        return self.ran

    def due_to_finish(self) -> list[int]:
        """Requests that have sent their last token, in order of admission, as admission numbers."""
        return self._finish_at.pop(self.tick, self.running)

    def finish(self, number: int) -> events.Finished:
        """Leave, with its blocks freed."""
        state = self.running.pop(number)
        assert isinstance(state, Decoding)
        self.ended.append(state.finish(self.step))
        return events.Finished(state.request.rid, self.memory.release(state.table))


COPIED_BY_THEMSELVES = ("memory", "queue", "prefilling", "ended", "_grow_at", "_finish_at")
COPIED_AS_IS = tuple(n for n in Replica.__slots__ if n not in (*COPIED_BY_THEMSELVES, "running"))


def _with_own_table(state: Running) -> Running:
    match state:
        case Prefilling():
            return Prefilling(
                state.request,
                state.past,
                state.admission,
                state.table.copy(),
                state.emitted,
                state.computed_tokens,
                state.admitted,
                state.unserved,
            )
        case Decoding():
            return Decoding(
                state.request,
                state.past,
                state.admission,
                state.table.copy(),
                state.sent,
                state.since,
            )
