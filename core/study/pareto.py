"""Which points no other point beats in both throughput and latency."""

from collections.abc import Hashable, Iterable
from typing import NamedTuple, TypeVar

Name = TypeVar("Name", bound=Hashable)


class Spot(NamedTuple):
    """Where a point lies: more `throughput` is better, less `latency` is."""

    throughput: float
    latency: float

    def beats(self, other: "Spot") -> bool:
        """Whether it is at least as good in both, and better in one."""
        as_good = self.throughput >= other.throughput and self.latency <= other.latency
        return as_good and self != other


def frontier(spots: Iterable[tuple[Name, Spot]]) -> set[Name]:
    """The names of the spots that no other one beats; of equal ones all.

    From the highest throughput down, a spot stays if its latency is lower than any before it.
    """
    ordered = sorted(spots, key=lambda one: (-one[1].throughput, one[1].latency))
    found: set[Name] = set()
    best: Spot | None = None
    for name, spot in ordered:
        if best is None or spot == best or spot.latency < best.latency:
            found.add(name)
            best = spot
    return found
