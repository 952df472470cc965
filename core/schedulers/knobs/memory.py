"""What is wrong with the memory: the model of `[memory]`, and the knobs that belong to one."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from core.memory import MemoryModel
from core.memory.model import CONTIGUOUS, MODELS
from core.request import Fault, count_fault

COUNTS = ("bytes", "bytes_per_token", "tokens", "reserved_tokens")
PIECES = ("tokens", "reserved_tokens")
"""Of contiguous memory alone."""
LONGEST_NAME = 60


def memory_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with `memory`, alone and beside the knobs `given`.

    The keys of `[memory]` are named with their table: memory.bytes.
    """
    yield from _sharing_faults(given)
    memory = given.get("memory", MemoryModel())
    if not isinstance(memory, MemoryModel):
        yield Fault("memory", f"memory must be a MemoryModel, not {memory!r}", TypeError)
        return
    own = [*_model_faults(memory), *_count_faults(memory)]
    yield from own
    if own:
        return
    yield from _pieces(memory, given) if memory.is_contiguous else _blocks(memory, given)


def _sharing_faults(given: Mapping[str, object]) -> Iterator[Fault]:
    sharing = given.get("prefix_sharing", False)
    if not isinstance(sharing, bool):
        said = f"prefix_sharing must be true or false, not {sharing!r}"
        yield Fault("prefix_sharing", said, TypeError)
    elif sharing and "block_size" not in given:
        yield Fault("prefix_sharing", "prefix_sharing needs block_size: full blocks are shared")


def _model_faults(memory: MemoryModel) -> Iterator[Fault]:
    model: object = memory.model
    if model is None or (isinstance(model, str) and model in MODELS):
        return
    known = f"known: {', '.join(MODELS)}"
    if not isinstance(model, str):
        yield Fault("memory.model", f"model must be a string, not {model!r}; {known}", TypeError)
        return
    near = get_close_matches(model[:LONGEST_NAME], MODELS, 1)
    hint = f"did you mean {near[0]}?" if near else known
    yield Fault("memory.model", f"there is no memory model {model[:LONGEST_NAME]!r}; {hint}")


def _count_faults(memory: MemoryModel) -> Iterator[Fault]:
    counts = [*((key, 1) for key in COUNTS), ("table_bytes_per_block", 0)]
    for key, least in counts:
        given: object = getattr(memory, key)
        if given is not None and (fault := count_fault(key, given, least)):
            yield Fault(f"memory.{key}", fault.message, fault.error)
    for key in ("bytes", "table_bytes_per_block"):
        if getattr(memory, key) is not None and memory.bytes_per_token is None:
            yield Fault(f"memory.{key}", f"{key} needs bytes_per_token")


def _blocks(memory: MemoryModel, given: Mapping[str, object]) -> Iterator[Fault]:
    """Paged: a number of blocks, or bytes that make one."""
    for key in PIECES:
        if getattr(memory, key) is not None:
            yield Fault(f"memory.{key}", f'{key} needs model = "{CONTIGUOUS}"')
    size = given.get("block_size")
    if memory.table_bytes_per_block is not None and size is None:
        yield Fault("memory.table_bytes_per_block", "table_bytes_per_block needs block_size")
    if memory.bytes is None:
        if memory.model is not None and size is None:
            yield Fault("memory.model", f"model {memory.model} needs block_size")
    elif size is None:
        yield Fault("memory.bytes", f'bytes need block_size, or model = "{CONTIGUOUS}"')
    elif "num_blocks" in given:
        yield Fault("memory.bytes", "give either bytes or num_blocks: both say how many blocks")
    elif isinstance(size, int) and size >= 1 and (memory.size_in_tokens or 0) < size:
        said = f"{memory.bytes:,} bytes hold no block of {size:,} tokens"
        yield Fault("memory.bytes", f"{said} at {memory.bytes_per_token:,} bytes a token")


def _pieces(memory: MemoryModel, given: Mapping[str, object]) -> Iterator[Fault]:
    """Contiguous: a number of tokens, or bytes that make one, and no blocks."""
    for key in ("block_size", "num_blocks"):
        if key in given:
            yield Fault(key, f"{key} is of paged memory, and the memory's model is contiguous")
    if memory.table_bytes_per_block is not None:
        said = "table_bytes_per_block is of paged memory: contiguous has no block tables"
        yield Fault("memory.table_bytes_per_block", said)
    if (memory.bytes is None) == (memory.tokens is None):
        said = "contiguous memory needs a size: either tokens, or bytes with bytes_per_token"
        yield Fault("memory.model" if memory.tokens is None else "memory.tokens", said)
    elif memory.size_in_tokens == 0:
        said = f"{memory.bytes:,} bytes hold no token of {memory.bytes_per_token:,}"
        yield Fault("memory.bytes", said)
