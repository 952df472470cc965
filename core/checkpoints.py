"""Copies of the replica taken between steps, so that any moment is a short replay away.

Checkpoints of the whole run get sparser as it grows: when they weigh too much, every other one
goes and the spacing doubles, so memory is bounded however long the run or large the pool. A
second, small set lies close together around the place last looked at, so that its neighbours are
near, and that place itself is kept, so that its other events and the next step are immediate.
"""

from bisect import bisect_right, insort
from collections import OrderedDict

from core.replica import Replica

SPACING = 512
"""Executed steps between two checkpoints at first.

A copy of a replica with 256 running requests and thousands that wait takes as long as some eight
steps of it, so that is two percent of the engine's time; half as many would make a jump twice as
long.
"""
MOST_WEIGHT = 12_000_000
"""References all checkpoints may hold together: about 100 MB.

Enough for the first spacing in a hundred thousand steps with 10,000 blocks and 40,000 that wait.
"""
NEAR_SPACING = 32
NEAR_STEPS = 256
NEAR_COUNT = 48


class Checkpoints:
    """Replicas by the index of the executed step they are about to execute."""

    def __init__(self) -> None:
        """Start empty."""
        self._spacing = SPACING
        self._indexes: list[int] = []
        self._replicas: dict[int, Replica] = {}
        self._weight = 0
        self._near: OrderedDict[int, Replica] = OrderedDict()
        self._last: tuple[int, Replica] | None = None

    @property
    def spacing(self) -> int:
        """Executed steps between two checkpoints now."""
        return self._spacing

    def __len__(self) -> int:
        """How many there are, those around the cursor included."""
        return len(self._replicas) + len(self._near) + (self._last is not None)

    def offer(self, index: int, replica: Replica) -> int:
        """Keep a copy of `replica`, about to execute step `index`, if one is due here.

        Returns the number of steps until the next one is due.
        """
        if index % self._spacing == 0 and index not in self._replicas:
            insort(self._indexes, index)
            self._replicas[index] = replica.copy()
            self._weight += weight(replica)
            if self._weight > MOST_WEIGHT:
                self._thin()
        return self._spacing - index % self._spacing

    def offer_near(self, index: int, cursor: int, replica: Replica) -> None:
        """On the way to `cursor`: keep a copy if `index` is close to it."""
        if cursor - index < NEAR_STEPS and index % NEAR_SPACING == 0 and index not in self._near:
            self._near[index] = replica.copy()
            most = min(NEAR_COUNT, MOST_WEIGHT // 2 // weight(replica) + 2)
            while len(self._near) > most:
                self._near.popitem(last=False)

    def stand(self, index: int, replica: Replica) -> None:
        """Keep a copy of `replica`, which somebody looks at: it is about to execute step `index`.

        Only the last one is kept: who goes on step by step replays one step, not half a spacing.
        """
        self._last = (index, replica.copy())

    def before(self, index: int) -> tuple[int, Replica] | None:
        """The nearest one not after `index`, with its own index; copy it before stepping.

        None if there is none.
        """
        last = self._last  # once, as the next: figures are worked out in a thread of their own
        kept = tuple(self._near)
        near = max((at for at in kept if at <= index), default=-1)
        place = bisect_right(self._indexes, index) - 1
        far = self._indexes[place] if place >= 0 else -1
        if last is not None and max(near, far) < last[0] <= index:
            return last
        if near < 0 and far < 0:
            return None
        return (near, self._near[near]) if near > far else (far, self._replicas[far])

    def _thin(self) -> None:
        self._spacing *= 2
        for index in [at for at in self._indexes if at % self._spacing]:
            del self._replicas[index]
        self._indexes = sorted(self._replicas)
        self._weight = sum(weight(replica) for replica in self._replicas.values())


def weight(replica: Replica) -> int:
    """About how many references a copy of `replica` holds."""
    return replica.memory.touched_blocks + 24 * len(replica.running) + len(replica.queue) + 200
