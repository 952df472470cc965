"""Percentiles by nearest rank."""

from collections.abc import Iterable, Sequence
from math import ceil

from core.metrics.definitions import PERCENTILES


def percentile(ordered: Sequence[float], percent: int) -> float:
    """The `percent`-th percentile (1..100) of `ordered`, ascending and not empty.

    The smallest value that at least that share of the values does not exceed.
    """
    return ordered[ceil(percent * len(ordered) / 100) - 1]


def ranks(name: str, values: Iterable[float]) -> dict[str, int | float]:
    """The percentiles of `values` as figures of the family `name`; none where there is no value."""
    ordered = sorted(values)
    if not ordered:
        return {}
    return {f"{name}_p{percent}": percentile(ordered, percent) for percent in PERCENTILES}
