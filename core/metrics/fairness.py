"""How evenly something is shared."""

from collections.abc import Iterable


def jain(shares: Iterable[float]) -> float | None:
    """Jain's index of `shares`, at least 0 each: in (0, 1]; None where nobody has anything.

    The square of the sum over n times the sum of the squares: 1 if all of n have the same, 1/n if
    one has everything, k/n if k share everything.
    """
    every = list(shares)
    squares = sum(share * share for share in every)
    return sum(every) ** 2 / (len(every) * squares) if squares else None
