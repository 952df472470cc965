"""A few constants, none below 0, from many equations that outliers may be among.

The sum of the absolute errors is made small, not that of their squares, so that a request which our
run treats quite differently (preempted here and not there) pulls no more than any other. That is
done by least squares with weights, time and again: an equation counts the less, the larger its
error was the time before. Sums are exact, so that every Python finds the same.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import fsum
from typing import NamedTuple, TypeAlias

Vector: TypeAlias = tuple[float, ...]
Matrix: TypeAlias = list[list[float]]

ROUNDS = 20
LEAST_ERROR = 1e-3
"""Errors below this are all as good as none."""
EVEN = 0.003
"""How many equations, for each one, say that a constant is 0: far too little to move what the
others tell. What they leave open (the base and the tokens of a cache that is full all the time) is
shared by this, where it would else go back and forth between extremes."""
DEPENDENT = 1e-10
"""What is left of a column, as a part of it, when it says nothing that others do not say."""


class Equation(NamedTuple):
    """`work`, each part times its constant, comes to `ms`; being off by `unit_ms` is error 1."""

    work: Vector
    ms: float
    unit_ms: float


def solved(equations: Sequence[Equation]) -> Vector | None:
    """The constants that `equations` agree on best: the first above 0, the others at least 0.

    None if there are no such ones.
    """
    if not equations:
        return None
    scales = [
        max(map(abs, column)) or 1.0
        for column in zip(*(one.work for one in equations), strict=True)
    ]
    rows = [_row(one, scales) for one in equations]
    weights, found = [1.0] * len(rows), None
    for _ in range(ROUNDS):
        found = _least(rows, weights)
        if found is None:
            return None
        weights = [1 / max(abs(_error(row, found)), LEAST_ERROR) for row in rows]
    return found and tuple(one / scale for one, scale in zip(found, scales, strict=True))


def _row(one: Equation, scales: Sequence[float]) -> Vector:
    """An equation whose parts are at most 1 before they are told in its unit, its result last."""
    work = (part / scale / one.unit_ms for part, scale in zip(one.work, scales, strict=True))
    return (*work, one.ms / one.unit_ms)


def _error(row: Vector, constants: Vector) -> float:
    *work, result = row
    return result - fsum(part * one for part, one in zip(work, constants, strict=True))


def _least(rows: Sequence[Vector], weights: Sequence[float]) -> Vector | None:
    """The constants with the least sum of weighted squares.

    Where one would be below 0 it is 0: with so few of them every choice of zeros can be tried.
    """
    normal = _normal(rows, weights)
    tried = [(_squares(normal, found), found) for found in _candidates(normal)]
    return min(tried)[1] if tried else None


def _normal(rows: Sequence[Vector], weights: Sequence[float]) -> Matrix:
    """The sums of products of each two columns, results among them, and what `EVEN` adds."""
    columns = list(zip(*rows, strict=True))
    weighted = [[a * w for a, w in zip(column, weights, strict=True)] for column in columns]
    sums = [
        [fsum(a * b for a, b in zip(one, other, strict=True)) for other in columns]
        for one in weighted
    ]
    for at, column in enumerate(columns[:-1]):
        sums[at][at] += EVEN * fsum(column) ** 2 / len(rows)
    return sums


def _squares(normal: Matrix, constants: Vector) -> float:
    """The sum of squares that `constants` leave, less what it is with all of them 0."""
    known = range(len(constants))
    both = fsum(normal[a][b] * constants[a] * constants[b] for a in known for b in known)
    return both - 2 * fsum(normal[a][-1] * constants[a] for a in known)


def _candidates(normal: Matrix) -> Iterator[Vector]:
    """For each choice of constants that are not 0, the first always, their best values."""
    count = len(normal) - 1
    for size in range(count):
        for others in combinations(range(1, count), size):
            places = (0, *others)
            found = _eliminated([[normal[a][b] for b in (*places, -1)] for a in places])
            if found is not None and found[0] > 0 and min(found) >= 0:
                known = dict(zip(places, found, strict=True))
                yield tuple(known.get(place, 0.0) for place in range(count))


def _eliminated(lines: Matrix) -> Vector | None:
    """The solution of as many normal equations as unknowns, by Gauss and Jordan; None without one.

    Their matrix is symmetric and has no negative squares, so no line need be looked for.
    """
    wholes = [line[at] for at, line in enumerate(lines)]
    for at, whole in enumerate(wholes):
        if lines[at][at] <= DEPENDENT * whole:
            return None
        for line in range(len(lines)):
            if line != at:
                share = lines[line][at] / lines[at][at]
                lines[line] = [a - share * b for a, b in zip(lines[line], lines[at], strict=True)]
    return tuple(line[-1] / line[at] for at, line in enumerate(lines))
