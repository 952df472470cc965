"""How a request is called in a sentence, and how many there are of something."""

from functools import lru_cache
from unicodedata import category

FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols, and look like nothing."""


@lru_cache(maxsize=65536)
def visible(rid: str) -> str:
    """`rid` as it was given; escaped in quotes where nothing of it can be seen: `''`, `' '`."""
    seen = any(category(each)[0] in "LNPS" and each not in FILLERS for each in rid)
    return rid if seen else ascii(rid)


def counted(number: int, noun: str) -> str:
    """`number` of something in words: 1 block, 2 blocks, 1,000 blocks."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


DECIMALS = 3


def exact(figure: float) -> str:
    """A time or another figure at up to three decimals, `1,234,567.8`: never as a power of ten."""
    return f"{figure:,.{DECIMALS}f}".rstrip("0").rstrip(".")


FINEST = 12


def portion(figure: float, decimals: int, whole: int = 1) -> str:
    """`figure` at so many decimals; some of `whole` never reads as 0 or as all of it.

    It then has as many decimals more as that takes, twelve at most.
    """
    some = 0 < figure < whole
    while some and decimals < FINEST and float(f"{figure:.{decimals}f}") in {0, whole}:
        decimals += 1
    return f"{figure:,.{decimals}f}"


def percent(share: float, decimals: int = 0) -> str:
    """`share` of one in percent, by the rule of `portion`."""
    return f"{portion(100 * share, decimals, 100)}%"
