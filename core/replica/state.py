"""What there is to know about a replica, and how it is copied for a checkpoint.

States are immutable, so a copy is a copy of the containers. Attributes are slots: an instance whose
`__dict__` was once looked at is a tenth slower ever after, and copying it would look.
"""

from typing import Self, TypeAlias

from core import events
from core.cost import Cost
from core.lifecycle import Cause, Finished, Prefilling, Queued, Running
from core.memory import Memory
from core.past import Move, Resumed
from core.replica.arrivals import Arrivals
from core.replica.calendar import Calendar
from core.replica.clock import Clock
from core.replica.ended import EndedJournal
from core.replica.journal import Journal
from core.replica.queue import Queue
from core.replica.queues import WaitingQueue
from core.replica.rota import Rota
from core.request import Request

Work: TypeAlias = tuple[int, int, int, int]
"""The numbers of `events.Ran`."""

NO_WORK: Work = (0, 0, 0, 0)


class ReplicaState:
    """What a replica is in the middle of its run.

    `running` is in order of admission, by admission number; `prefilling` are the numbers of those
    whose prompt or rebuild is not done, in the same order. `arrived` of the `arrivals` have come,
    `ended` are the finished, rejected and cancelled ones. `held_slots` are the finished members of
    a static batch, whose slots they keep, and `batch_ends` the steps in which those of one were
    given back. `held` is the head of the queue and why it was not admitted, as last decided,
    `held_blocks` what it needed then, of which `held_parts` were hits that nobody held and the
    watermark's, and `held_why` what the gate that refused it has to say, if anything. `work` is
    what the last work came to and `used_at_run` the blocks owned then, before anything finished.
    `prefilled` tokens of prompts and rebuilds were processed in this step.
    `resumed` are the gaps between tokens that rebuilds made, `paused` those that ended with a
    decode: the first after a swap or a stalled step, of stays that are over, and the first after a
    pause; `stalls` are the steps in which decodes stood still, `moves` the copies of caches between
    GPU and host. Where admission comes before growing (`grows_late`), `entering` are the decodes
    swapped in since the others last grew, with their known tokens, and `after_admission` says that
    the step has got that far. `cancels` entries of the list of `arrivals` are done. `discarded`
    tokens were thrown away. `unscheduled` are decoding ones that get no tokens for now, with the
    step of their last one. `hidden` is what a scheduler remembers from step to step, a frozen
    value that only it knows. With a clock, whose steps they may lengthen, `kv_tokens` are the KV
    entries resident since the last work was done: all that was processed less what left; 0 without
    one, which shall not pay for the count. While it is `quiet` nobody looks at what its moves tell,
    and they return blank events; a copy is not.
    """

    __slots__ = (
        "_finish_at",
        "_grow_at",
        "admitted",
        "after_admission",
        "arrivals",
        "arrived",
        "batch_ends",
        "cancellations",
        "cancels",
        "clock",
        "discarded",
        "ended",
        "entering",
        "grows_late",
        "held",
        "held_blocks",
        "held_parts",
        "held_slots",
        "held_why",
        "hidden",
        "kv_tokens",
        "memory",
        "moves",
        "paused",
        "preemptions",
        "prefilled",
        "prefilling",
        "queue",
        "quiet",
        "rejections",
        "resumed",
        "running",
        "stalls",
        "unscheduled",
        "used_at_run",
        "work",
    )

    def __init__(
        self,
        arrivals: Arrivals,
        memory: Memory,
        cost: Cost | None = None,
        queue: WaitingQueue | None = None,
    ) -> None:
        """Start before the first arrival, with nothing running.

        A step takes what `cost` says, if it has a length. Without a `queue` it is first come, first
        served.
        """
        self.clock = Clock(cost, timed=arrivals.timed)
        self.arrivals = arrivals
        self.arrived = self.preemptions = self.rejections = 0
        self.cancels = self.cancellations = self.discarded = 0
        self.entering: tuple[tuple[int, int], ...] = ()
        self.grows_late = self.after_admission = False
        self.memory = memory
        self.queue: WaitingQueue = Queue() if queue is None else queue
        self.running: dict[int, Running] = {}
        self.prefilling: dict[int, Prefilling] = {}
        self.unscheduled: dict[int, int] = {}
        self.admitted: Journal[Request] = Journal()
        self.ended = EndedJournal()
        self.resumed: Journal[Resumed] = Journal()
        self.paused: Journal[Resumed] = Journal()
        self.stalls: Journal[int] = Journal()
        self.moves: Journal[Move] = Journal()
        self.held: tuple[Queued, Cause] | None = None
        self.held_why = ""
        self.held_parts: tuple[int, ...] = ()
        self.held_slots: tuple[Finished, ...] = ()
        self.batch_ends: Journal[int] = Journal()
        self.work = NO_WORK
        self.used_at_run = self.kv_tokens = self.prefilled = self.held_blocks = 0
        self.hidden: object = None
        self.quiet = False
        self._grow_at = Rota(memory.grows_by)
        self._finish_at = Calendar()

    def copy(self) -> Self:
        """The same replica, changed by nothing that happens to this one. Only between steps."""
        twin = self.__class__.__new__(self.__class__)
        twin.quiet = False
        for name in SHARED:
            setattr(twin, name, getattr(self, name))
        for name in COPIED:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def trial(self) -> Self:
        """A copy to preempt somebody in who may never go: what it notes is its own."""
        twin = self.copy()
        twin.paused, twin.moves = Journal(), Journal()
        return twin

    @property
    def ran(self) -> events.Ran:
        """What the last work came to."""
        return events.Ran(*self.work)

    @property
    def busy(self) -> bool:
        """Whether somebody waits or runs."""
        return bool(self.running) or self.queue.head is not None

    @property
    def next_arrival(self) -> float | None:
        """When the next request arrives, in steps or milliseconds as the workload has it.

        None if nobody is still to come.
        """
        times = self.arrivals.times
        return times[self.arrived] if self.arrived < len(times) else None

    @property
    def arrives_later(self) -> bool:
        """Whether somebody is still to arrive, in a step after this one."""
        coming = self.next_arrival
        return coming is not None and coming > self.clock.now

    @property
    def leaves_later(self) -> bool:
        """Whether the client of somebody present will still leave: in this kind nobody's does."""
        return False

    @property
    def slots_taken(self) -> int:
        """Slots of those that run, and those that finished members of a static batch keep."""
        return len(self.running) + len(self.held_slots)

    @property
    def latest_admitted(self) -> int:
        """The admission number of the running request that was admitted last."""
        return next(reversed(self.running))

    @property
    def decoding(self) -> int:
        """How many requests decode."""
        return len(self.running) - len(self.prefilling)

    @property
    def next_prefill(self) -> Prefilling | None:
        """The earliest admitted request whose prompt or rebuild is not done."""
        return next(iter(self.prefilling.values()), None)


SHARED = (
    *("after_admission", "grows_late"),
    *("arrivals", "arrived", "cancellations", "cancels", "discarded", "entering", "held"),
    *("held_blocks", "held_parts", "held_slots", "held_why", "kv_tokens", "preemptions"),
    *("hidden", "prefilled", "rejections", "used_at_run", "work"),
)
COPIED = tuple({*ReplicaState.__slots__} - {*SHARED, "quiet"})
