"""Repeats in few words: how often, and how regularly."""

from collections.abc import Sequence
from itertools import pairwise

FEWEST = 3
"""Repeats from which a rhythm can be told."""


def rhythm(steps: Sequence[int]) -> str:
    """`597×, every 4 steps` for the steps in which something happened; `2×` without a rhythm."""
    times = f"{len(steps):,}×"
    gaps = {later - earlier for earlier, later in pairwise(steps)}
    if len(steps) < FEWEST or len(gaps) != 1:
        return times
    (gap,) = gaps
    return f"{times}, every step" if gap == 1 else f"{times}, every {gap:,} steps"
