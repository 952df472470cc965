"""Figures in words: a part that is neither none nor all never reads as one of these."""

import random

import pytest

from core.naming import percent, portion


@pytest.mark.parametrize(
    ("figure", "decimals", "text"),
    [
        (0, 2, "0.00"),
        (1, 2, "1.00"),
        (0.5, 2, "0.50"),
        (0.9996, 2, "0.9996"),
        (0.99, 2, "0.99"),
        (0.004, 2, "0.004"),
        (0.00001, 2, "0.00001"),
        (17.999, 2, "18.00"),
        (1234.5, 1, "1,234.5"),
        (1e-30, 2, "0.000000000000"),
    ],
)
def test_some_of_it_never_reads_as_none_or_all(figure: float, decimals: int, text: str) -> None:
    assert portion(figure, decimals) == text


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [
        (0, 1, "0.0%"),
        (1, 1, "100.0%"),
        (0.222, 1, "22.2%"),
        (0.99996, 1, "99.996%"),
        (4e-6, 1, "0.0004%"),
    ],
)
def test_a_percentage_neither(share: float, decimals: int, text: str) -> None:
    assert percent(share, decimals) == text


def test_any_share_of_what_is_counted() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        whole = chance.randrange(2, 10**9)
        part = chance.choice([1, whole - 1, chance.randrange(whole + 1)])
        for decimals in range(4):
            shown = float(portion(part / whole, decimals))
            assert (shown == 0) == (part == 0)
            assert (shown == 1) == (part == whole)
            assert abs(shown - part / whole) <= 0.5 * 10**-decimals + 1e-15
