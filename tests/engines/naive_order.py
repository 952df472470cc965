"""Who of those that wait is asked first on naive engines: the line is made anew at every look.

Written from the rules alone (the docstrings of the orders), without a look at the queues it checks.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, Protocol, TypeAlias, TypeVar

from core.override import override


class OfTenant(Protocol):
    """A request on a naive engine."""

    tenant: str


Asked = TypeVar("Asked", bound=OfTenant)
NaiveKey: TypeAlias = Callable[[Asked], Fraction | float]


class NaiveOrder(Generic[Asked]):
    """As they stand: the preempted in front, the last one first, then as they came."""

    def join(self, one: Asked) -> None:
        """It arrives."""

    def line(self, waiting: Sequence[Asked]) -> list[Asked]:
        """The head first."""
        return list(waiting)

    def admit(self, one: Asked) -> None:
        """It comes in."""


class ByKey(NaiveOrder[Asked]):
    """The smallest key first, equals as they stand."""

    def __init__(self, key: NaiveKey[Asked]) -> None:
        self.key = key

    @override
    def line(self, waiting: Sequence[Asked]) -> list[Asked]:
        return sorted(waiting, key=self.key)


class InTurns(NaiveOrder[Asked]):
    """The tenants in turn, in the order in which they first came; some have more turns in a row."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        self.weights = weights
        self.tenants: list[str] = []
        self.turn = 0
        self.used = 0

    @override
    def join(self, one: Asked) -> None:
        if one.tenant not in self.tenants:
            self.tenants.append(one.tenant)

    @override
    def line(self, waiting: Sequence[Asked]) -> list[Asked]:
        before, left, line = (self.turn, self.used), list(waiting), list[Asked]()
        while left:
            line.append(self.first(left))
            left.remove(line[-1])
            self.admit(line[-1])
        self.turn, self.used = before
        return line

    def first(self, waiting: Sequence[Asked]) -> Asked:
        """Of the tenant that is next of those who have somebody there."""
        steps = range(len(self.tenants))
        turns = [self.tenants[(self.turn + far) % len(self.tenants)] for far in steps]
        return min(waiting, key=lambda one: turns.index(one.tenant))

    @override
    def admit(self, one: Asked) -> None:
        if self.tenants[self.turn] != one.tenant:
            self.turn, self.used = self.tenants.index(one.tenant), 0
        self.used += 1
        if self.used == self.weights.get(one.tenant, 1):
            self.turn, self.used = (self.turn + 1) % len(self.tenants), 0
