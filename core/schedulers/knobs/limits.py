"""What several families of knobs ask about memory."""

from collections.abc import Mapping

from core.memory import MemoryModel


def grows(given: Mapping[str, object]) -> bool:
    """Whether requests take blocks while they run, so that somebody may be preempted for one."""
    return "block_size" in given or "num_blocks" in given


def is_limited(given: Mapping[str, object]) -> bool:
    """Whether memory has a limit, so that somebody may be held for it."""
    memory = given.get("memory")
    return grows(given) or (isinstance(memory, MemoryModel) and memory.is_contiguous)
