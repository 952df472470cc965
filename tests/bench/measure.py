"""CPU time, and what it is compared with: a plain loop that counts as many tokens."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ROUNDS = 3


class Counted:
    """The least that counts a request's tokens."""

    __slots__ = ("emitted",)

    def __init__(self) -> None:
        self.emitted = 0


def count(tokens: int) -> None:
    """The plain loop: `tokens` increments, nothing else."""
    request = Counted()
    for _ in range(tokens):
        request.emitted += 1


def fastest(*works: Callable[[], object]) -> list[float]:
    """Seconds of CPU of each of `works`: the least of three rounds, each of which runs them all."""
    with no_garbage_collection():
        rounds = [[seconds(work) for work in works] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def seconds(work: Callable[[], object]) -> float:
    """CPU time of this process while `work` runs; what it returns is dropped after that time."""
    started = time.process_time()
    kept = work()
    took = time.process_time() - started
    del kept
    return took


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Collect before, not during."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
