"""Engines again, naive: lists that are scanned at every step, written from their rules alone.

`NaiveEngine` has the clock, the queue and the pool; an engine says what it schedules. What is told
of a step stands where its work is done and nobody has left yet.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.engines.naive_order import NaiveOrder


@dataclass(eq=False)
class Asked:
    """A request, and what became of it."""

    rid: str
    arrival: int
    prompt: int
    output: int
    priority: int = 0
    tenant: str = ""
    computed: int = 0
    sent: int = 0
    table: list[int] = field(default_factory=list)
    sent_at: list[int] = field(default_factory=list)
    preemptions: int = 0
    recomputed: int = 0
    unserved: int = 0
    waited: dict[str, int] = field(default_factory=dict)
    finish: int | None = None
    rejected: bool = False
    decodes: bool = False

    @property
    def known(self) -> int:
        return self.prompt + self.sent

    @property
    def left(self) -> int:
        return self.known - self.computed

    @property
    def most(self) -> int:
        return self.prompt + self.output - 1


@dataclass(frozen=True)
class Seen:
    """A step, when its work is done: after it who finished leaves."""

    step: int
    scheduled: dict[str, int]
    preempted: list[str]
    running: list[str]
    waiting: list[str]
    tables: dict[str, list[int]]
    free: list[int]
    slots: int


@dataclass
class Rules:
    """The limits, by one set of names for all engines; who makes room, and who is asked first."""

    slots: int
    budget: int
    size: int
    blocks: int
    spare: int = 0
    static: bool = False
    victim: Callable[[Sequence[Asked]], Asked] = lambda running: running[-1]
    order: Callable[[], NaiveOrder[Asked]] = NaiveOrder[Asked]


class NaiveEngine:
    """One replica."""

    def __init__(self, asked: list[Asked], rules: Rules) -> None:
        self.rules = rules
        self.coming = sorted(asked, key=lambda one: one.arrival)
        self.waiting: list[Asked] = []
        self.running: list[Asked] = []
        self.free = list(range(rules.blocks, 0, -1))
        self.step = 0
        self.scheduled: dict[Asked, int] = {}
        self.preempted: list[Asked] = []
        self.cause: str | None = None
        self.status = "running"
        self.order = rules.order()
        self.looked: list[Asked] = []  # the line after admission, where that comes first

    def steps(self) -> Iterator[Seen]:
        """Every step to the end, or until nothing can change any more."""
        while self.coming or self.waiting or self.running:
            if not (self.waiting or self.running):
                self.step = max(self.step, self.coming[0].arrival)
            came = self.arrive()
            self.scheduled, self.preempted, self.cause = {}, [], None
            self.schedule()
            self.count_waits()
            self.execute()
            yield self.seen()
            self.leave()
            self.step += 1
            if not (self.scheduled or self.preempted or self.coming or came) and self.waiting:
                self.status = "stalled"
                return
        self.status = "finished"

    def arrive(self) -> bool:
        came = False
        while self.coming and self.coming[0].arrival <= self.step:
            came, one = True, self.coming.pop(0)
            if self.never(one):
                one.rejected = True
            else:
                self.order.join(one)
                self.waiting = self.line([*self.waiting, one])
        return came

    def never(self, one: Asked) -> bool:
        raise NotImplementedError

    def schedule(self) -> None:
        raise NotImplementedError

    def blocks(self, tokens: int) -> int:
        return -(-tokens // self.rules.size)

    def admit(self) -> Asked:
        """The head comes in, with blocks for all it knows."""
        head = self.waiting.pop(0)
        self.order.admit(head)
        self.waiting = self.line(self.waiting)
        self.running.append(head)
        self.take(head, head.known)
        return head

    def take(self, one: Asked, tokens: int) -> None:
        while len(one.table) < self.blocks(tokens):
            one.table.append(self.free.pop())

    def preempt(self, victim: Asked) -> None:
        self.running.remove(victim)
        self.free += victim.table
        victim.table = []
        victim.recomputed += victim.computed
        victim.preemptions += 1
        victim.computed, victim.decodes = 0, False
        self.waiting = self.line([victim, *self.waiting])
        self.preempted.append(victim)

    def line(self, waiting: list[Asked]) -> list[Asked]:
        """Who is asked first: who holds blocks already, then as the order says."""
        begun = [one for one in waiting if one.table]
        return [*begun, *self.order.line([one for one in waiting if not one.table])]

    def forget_who_went(self) -> None:
        """Who was to get a token and then made room gets none."""
        here = self.running
        self.scheduled = {one: tokens for one, tokens in self.scheduled.items() if one in here}

    def makes_room(self) -> Asked:
        """The one that goes."""
        return self.rules.victim(self.running)

    def grow(self, one: Asked) -> bool:
        """A block for the next token of `one`, from another if need be."""
        while self.blocks(one.computed + 1) > len(one.table) and not self.free:
            self.preempt(self.makes_room())
            if one not in self.running:
                return False
        self.take(one, one.computed + 1)
        return True

    def holds(self) -> list[Asked]:
        """Who holds blocks, in order of admission."""
        return self.running

    def queue(self) -> list[Asked]:
        """Who waits without any, the head first."""
        return self.waiting

    def count_waits(self) -> None:
        for one in self.queue():
            late = self.preempted if self.goes_late else []
            line = self.looked if self.goes_late and one not in late else self.queue()
            behind = line[: line.index(one)]  # as it stood when the queue was looked at
            cause = "turn" if behind else "blocks" if one in late else self.cause or "none"
            one.waited[cause] = one.waited.get(cause, 0) + 1
        for one in self.holds():
            one.unserved += one not in self.scheduled

    goes_late = False
    """Whether somebody is preempted after the queue was looked at."""

    def execute(self) -> None:
        for one, tokens in self.scheduled.items():
            one.computed += tokens
            if one.computed == one.known:
                one.sent += 1
                one.sent_at.append(self.step)
                one.decodes = True

    def leave(self) -> None:
        for one in [*self.running]:
            if one.sent == one.output:
                one.finish = self.step
                self.running.remove(one)
                self.free += one.table
                one.table = []

    def seen(self) -> Seen:
        return Seen(
            self.step,
            {one.rid: tokens for one, tokens in self.scheduled.items()},
            sorted(one.rid for one in self.preempted),
            [one.rid for one in self.holds()],
            [one.rid for one in self.queue()],
            {one.rid: list(one.table) for one in self.holds()},
            self.places(),
            self.taken(),
        )

    def taken(self) -> int:
        """Slots of those that run, or have not given them back."""
        return len(self.holds())

    def places(self) -> list[int]:
        """Free blocks, in the order in which they are taken."""
        return self.free[::-1]
