"""Replicas with a wrong move, or wrong parts: queue, calendars, order of arrivals, copies."""

# ruff: noqa: SLF001 - what a mutant breaks is what the parts keep to themselves

from collections.abc import Sequence
from typing import ClassVar

from core.cost import Cost
from core.lifecycle import Cause, Preempted
from core.memory import Memory
from core.override import override
from core.replica import Replica
from core.replica.arrivals import Arrivals
from core.replica.calendar import Calendar
from core.replica.queue import Queue
from core.replica.queues import WaitingQueue
from core.replica.rota import Rota
from core.request import Request


class FaultyQueue(Queue):
    """A queue whose copies are of its own kind."""

    __slots__ = ()

    @override
    def copy(self) -> "FaultyQueue":
        made, twin = super().copy(), type(self).__new__(type(self))
        for name in Queue.__slots__:
            setattr(twin, name, getattr(made, name))
        return twin


class FaultyCalendar(Calendar):
    """A calendar whose copies are of its own kind."""

    __slots__ = ()

    @override
    def copy(self) -> "FaultyCalendar":
        made, twin = super().copy(), type(self).__new__(type(self))
        for name in Calendar.__slots__:
            setattr(twin, name, getattr(made, name))
        return twin


class FaultyRota(Rota):
    """A rota whose copies are of its own kind."""

    __slots__ = ()

    @override
    def copy(self) -> "FaultyRota":
        made, twin = super().copy(), type(self).__new__(type(self))
        for name in Rota.__slots__:
            setattr(twin, name, getattr(made, name))
        return twin


class FaultyReplica(Replica):
    """A replica with the given parts."""

    queues: ClassVar[type[Queue]] = Queue
    rotas: ClassVar[type[Rota]] = Rota
    calendars: ClassVar[type[Calendar]] = Calendar

    def __init__(
        self,
        arrivals: Arrivals,
        memory: Memory,
        cost: Cost | None = None,
        queue: WaitingQueue | None = None,
    ) -> None:
        super().__init__(arrivals, memory, cost, queue)
        if queue is None:
            self.queue = self.queues()
        self._grow_at, self._finish_at = self.rotas(memory.grows_by), self.calendars()


class BackOfTheQueue(FaultyQueue):
    """Sends the preempted to the end of the queue."""

    __slots__ = ()

    @override
    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        if self.head is None:
            super().come_back(preempted, after_admission=after_admission)
            return
        self._arrived.append(preempted)  # type: ignore[arg-type]  # where none may stand


class BehindThePreempted(FaultyQueue):
    """Sends the preempted behind those who were preempted before."""

    __slots__ = ()

    @override
    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        super().come_back(preempted, after_admission=after_admission)
        self._front.insert(0, self._front.pop())
        self.head = self._front[-1]


class BlamesSlots(FaultyQueue):
    """Counts every wait as one for a slot."""

    __slots__ = ()

    @override
    def hold(self, cause: Cause, step: int) -> None:  # noqa: ARG002 - it does not ask
        super().hold("slots", step)


class ForgetsTheDisplaced(FaultyQueue):
    """Forgets why a head waited when somebody goes before it."""

    __slots__ = ()

    @override
    def come_back(self, preempted: Preempted, *, after_admission: bool = False) -> None:
        super().come_back(preempted, after_admission=after_admission)
        self._had.clear()


class SharesTheLine(FaultyQueue):
    """Shares who arrived with its copies."""

    __slots__ = ()

    @override
    def copy(self) -> "SharesTheLine":
        twin = super().copy()
        assert isinstance(twin, SharesTheLine)
        twin._arrived = self._arrived
        return twin


class StaysDue(FaultyCalendar):
    """Keeps who has been preempted."""

    __slots__ = ()

    @override
    def leave(self, number: int, tick: int) -> None:
        pass


class SharesEntries(FaultyCalendar):
    """Shares its entries with its copies."""

    __slots__ = ()

    @override
    def copy(self) -> "SharesEntries":
        twin = super().copy()
        assert isinstance(twin, SharesEntries)
        twin.due = self.due
        return twin


class StaysInLine(FaultyRota):
    """Keeps in line who has left."""

    __slots__ = ()

    @override
    def leave(self, number: int) -> None:
        pass


class SharesLines(FaultyRota):
    """Shares its lines with its copies."""

    __slots__ = ()

    @override
    def copy(self) -> "SharesLines":
        twin = super().copy()
        assert isinstance(twin, SharesLines)
        twin.lines = self.lines
        return twin


def with_rota(kind: type[Rota]) -> type[Replica]:
    """A replica with a rota of this kind."""
    return type(kind.__name__, (FaultyReplica,), {"rotas": kind})


def with_queue(kind: type[Queue]) -> type[Replica]:
    """A replica with a queue of this kind."""
    return type(kind.__name__, (FaultyReplica,), {"queues": kind})


def with_calendars(kind: type[Calendar]) -> type[Replica]:
    """A replica with calendars of this kind."""
    return type(kind.__name__, (FaultyReplica,), {"calendars": kind})


class NumberedRids(Arrivals):
    """Ranks r9 before r10, as numbers."""

    def __init__(self, requests: Sequence[Request], *, as_listed: bool = False) -> None:
        super().__init__(requests, as_listed=as_listed)
        if not self.timed:
            self.requests.sort(key=lambda r: (r.arrival, len(r.rid), r.rid))
