"""What is wrong with the knobs of the driftwood scheduler: a file for each family of them."""

from collections.abc import Iterator, Mapping

from core.memory import MemoryModel
from core.request import Fault, count_fault
from core.schedulers.knobs.admission import admission_faults
from core.schedulers.knobs.memory import memory_faults
from core.schedulers.knobs.progress import progress_faults
from core.schedulers.knobs.queue import queue_faults
from core.schedulers.knobs.victim import victim_faults

COUNTS = ("block_size", "num_blocks", "token_budget", "victim_guard", "watermark_blocks")
"""Knobs that are counts from 1, where they are given."""


def driftwood_faults(knobs: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with these settings; None is "not given"."""
    given = {key: knob for key, knob in knobs.items() if knob is not None}
    if fault := count_fault("max_running", knobs.get("max_running"), 1):
        yield fault
    for key in COUNTS:
        if key in given and (fault := count_fault(key, given[key], 1)):
            yield fault
    if ("block_size" in given) != ("num_blocks" in given) and not _gives_the_size(given):
        yield Fault(
            "block_size",
            "block_size and num_blocks go together: give both, or neither for unlimited memory",
        )
    yield from _budget_faults(given.get("token_budget"), given.get("max_running"))
    yield from victim_faults(given)
    yield from queue_faults(given)
    yield from admission_faults(given)
    yield from progress_faults(given)
    yield from memory_faults(given)


def _gives_the_size(given: Mapping[str, object]) -> bool:
    """Whether the memory says what its size is, so that it need not be a number of blocks."""
    memory = given.get("memory")
    return isinstance(memory, MemoryModel) and (memory.bytes is not None or memory.is_contiguous)


def _budget_faults(token_budget: object, max_running: object) -> Iterator[Fault]:
    if (
        isinstance(token_budget, int)
        and isinstance(max_running, int)
        and 1 <= token_budget < max_running
    ):
        yield Fault(
            "token_budget",
            f"token_budget must be at least max_running ({max_running}), not {token_budget}",
        )
