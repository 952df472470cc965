"""The workloads that the benches run: made from a seed, equal on every machine."""

import math
import random
from typing import NamedTuple

from core import Request

PROMPT_MEDIAN, OUTPUT_MEDIAN = 400, 150
SPREAD = math.sqrt(2 * math.log(205 / OUTPUT_MEDIAN))
"""Sigma of the logarithm of a length: with it the mean output is 205 tokens."""


class Pool(NamedTuple):
    """The replica: its memory, its budget, its slots. The fields are the scheduler's knobs."""

    block_size: int
    num_blocks: int
    token_budget: int | None = None
    max_running: int = 256


def chat(count: int, seed: int = 1) -> list[Request]:
    """Requests of lognormal lengths, arriving a little faster than 256 slots serve them."""
    dice = random.Random(seed)
    return [
        Request(
            f"r{index}",
            index * 7 // 10,
            length(dice, PROMPT_MEDIAN),
            length(dice, OUTPUT_MEDIAN),
        )
        for index in range(count)
    ]


def length(dice: random.Random, median: int) -> int:
    """A lognormal number of tokens."""
    return max(1, round(dice.lognormvariate(math.log(median), SPREAD)))


def long_decodes(count: int, tokens: int) -> list[Request]:
    """Requests of short prompts and `tokens` tokens of output, all there at once."""
    return [Request(f"r{index}", 0, 100, tokens) for index in range(count)]


def gap(steps: int) -> list[Request]:
    """Two small requests, the second `steps` steps after the first."""
    return [Request("before", 0, 10, 10), Request("after", steps, 10, 10)]
