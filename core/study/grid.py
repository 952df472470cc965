"""A grid: every combination of the alternatives of some axes, numbered from 0.

The first axis varies slowest. `alternatives` is the one place where a list of them is read.
"""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

OPENING, CLOSING, QUOTES = "[{", "]}", "\"'"


class Axis(NamedTuple):
    """A knob by its name, and the values that are tried of it, as they were typed."""

    name: str
    values: tuple[str, ...]


class Grid(NamedTuple):
    """The combinations of `axes`."""

    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """How many points it has."""
        return prod(len(axis.values) for axis in self.axes)

    def point(self, number: int) -> dict[str, str]:
        """The value of each knob at a point (0 to `size` - 1)."""
        found: list[str] = []
        for axis in reversed(self.axes):
            number, at = divmod(number, len(axis.values))
            found.append(axis.values[at])
        names = (axis.name for axis in self.axes)
        return dict(zip(names, reversed(found), strict=True))

    def numbers_at(self, name: str, value: str) -> Iterator[int]:
        """The points at which the knob `name` has this `value`."""
        place = next(at for at, axis in enumerate(self.axes) if axis.name == name)
        behind = prod(len(axis.values) for axis in self.axes[place + 1 :])
        values = self.axes[place].values
        first, period = values.index(value) * behind, len(values) * behind
        for start in range(first, self.size, period):
            yield from range(start, start + behind)


def alternatives(text: str) -> tuple[str, ...]:
    """The values of `text`, `1000,2000`: parted at commas outside of quotes, brackets and braces.

    One value is taken as it is, also an empty one. Raises `ValueError` with a sentence for a list
    in which one is missing or stands twice.
    """
    values = tuple(piece.strip() for piece in _pieces(text))
    if len(values) > 1 and not all(values):
        raise ValueError("a value is missing before or behind a comma")
    for at, value in enumerate(values):
        if value in values[:at]:
            raise ValueError(f"{value} stands there twice")
    return values


def _pieces(text: str) -> Iterator[str]:
    depth, quote, start = 0, "", 0
    for at, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in QUOTES:
            quote = letter
        elif letter in OPENING:
            depth += 1
        elif letter in CLOSING:
            depth -= 1
        elif letter == "," and depth <= 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def unquoted(value: str) -> str:
    """`value` without the quotes around it, if there are any."""
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES
    return value[1:-1] if quoted else value
