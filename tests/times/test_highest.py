"""The highest value of every stretch of some random series."""

from random import Random

from core.highest import Highest


def test_every_stretch_has_its_highest() -> None:
    dice = Random(81)
    for length in range(34):
        values = [dice.randint(0, 9) for _ in range(length)]
        highest = Highest(values)
        for first in range(length + 1):
            for end in range(length + 1):
                expected = max(values[first:end], default=0)
                assert highest.between(first, end) == expected, (values, first, end)
