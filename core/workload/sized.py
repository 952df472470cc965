"""A scheduler's knobs with the memory that hardware has for it.

An engine that takes a model of memory gets the model. Any other gets the number of blocks or tokens
that the budget holds, by its own name for that and at its own size of a block.
"""

from dataclasses import MISSING
from typing import NamedTuple, TypeGuard

from core.schedulers import SCHEDULERS, Engine
from core.schedulers.names import BLOCK_SIZES, BLOCKS, SIZES
from core.workload.capacity import Capacity
from core.workload.document import Table
from core.workload.memory_table import WEIGHTS, Hardware
from core.workload.source import Reading

ANYTHING = 2**20
"""For an engine that needs a size, where what it would be is wrong, which is noted."""
BUDGET = ("bytes", *WEIGHTS)


class Sized(NamedTuple):
    """Knobs with their memory, and the sum that it comes from, if from one."""

    knobs: Table
    capacity: Capacity | None = None


def with_memory(reading: Reading, name: str | None, knobs: Table, hardware: Hardware) -> Sized:
    """`knobs` of the scheduler `name` with its memory; what is wrong is noted."""
    engine = SCHEDULERS.get(name) if name is not None else None
    before = len(reading.faults)
    if hardware.budget is not None and (taken := [key for key in SIZES if key in knobs]):
        said = f"give either {hardware.budget} or {taken[0]}: both say how large the memory is"
        reading.fault(("memory", hardware.budget), said)
    if engine is not None and "memory" not in engine.knobs:
        _check(reading, str(name), engine, hardware)
    if engine is None or hardware.is_wrong or len(reading.faults) > before:
        return Sized(_with_any_size(engine, knobs))
    capacity = _capacity(engine, knobs, hardware)
    if "memory" in engine.knobs:
        return Sized({**knobs, "memory": hardware.model}, capacity)
    if capacity is None:
        return Sized(_with_any_size(engine, knobs))
    if capacity.count < 1:
        assert hardware.budget is not None
        reading.fault(("memory", hardware.budget), f"the budget holds no block: {capacity}")
        return Sized(_with_any_size(engine, knobs))
    return Sized({**knobs, **_as_knob(engine, capacity)}, capacity)


def _check(reading: Reading, name: str, engine: Engine, hardware: Hardware) -> None:
    """Note what of `[memory]` is not for an engine without a model of memory."""
    others = [key for key in hardware.given if key not in BUDGET]
    for key in others:
        said = f"{key} is not for {name}, which has a memory of its own: give it a budget alone"
        reading.fault(("memory", key), said)
    if _size_knob(engine) is None:
        reading.fault(("memory",), f"{name} has no knob for the size of its memory")
    elif hardware.budget is None and not others and not hardware.is_wrong:
        reading.fault(("memory",), f"[memory] of {name} is a budget: gib is missing, or bytes")


def _capacity(engine: Engine, knobs: Table, hardware: Hardware) -> Capacity | None:
    """The sum; None where a part of it is missing, or of the wrong kind, which the engine says."""
    model, words = hardware.model, "" if hardware.weight is None else hardware.weight.words
    size_knob = next((key for key in engine.knobs if key in BLOCK_SIZES), None)
    size = None if size_knob is None else knobs.get(size_knob, engine.knobs[size_knob])
    if not (_is_count(model.bytes) and _is_count(model.bytes_per_token)):
        return None
    if size_knob is None or model.is_contiguous:
        return Capacity(model.bytes, model.bytes_per_token, weight=words)
    if not _is_count(size):
        return None
    return Capacity(model.bytes, model.bytes_per_token, size, engine.kept_blocks, words)


def _is_count(given: object) -> TypeGuard[int]:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 1


def _size_knob(engine: Engine) -> str | None:
    return next((key for key in engine.knobs if key in SIZES), None)


def _as_knob(engine: Engine, capacity: Capacity) -> Table:
    """The capacity by the engine's own name for it; tokens in whole blocks."""
    knob = _size_knob(engine)
    assert knob is not None
    return {knob: capacity.count * (1 if knob in BLOCKS else capacity.block_size or 1)}


def _with_any_size(engine: Engine | None, knobs: Table) -> Table:
    """`knobs` with a size, where the engine needs one beside them."""
    known = {} if engine is None else engine.knobs
    needed = [key for key in SIZES if known.get(key) is MISSING]
    if "memory" in known and "block_size" in knobs:
        needed = ["num_blocks"]
    return {**dict.fromkeys(needed, ANYTHING), **knobs}
