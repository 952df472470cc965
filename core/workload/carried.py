"""The knobs of a scenario on another scheduler: what both know, by the name it has there."""

from collections.abc import Mapping
from typing import NamedTuple

from core.schedulers import SCHEDULERS
from core.schedulers.names import BLOCK_SIZES, BLOCKS, SIZES, also_called, opposite_of
from core.workload.document import Table

Knobs = Mapping[str, object]


class Parted(NamedTuple):
    """Knobs that another scheduler knows by its own names, and those that it has no name for."""

    known: Table
    left_out: Table


def carried(table: Table, name: object) -> Table:
    """`table`, the `[scheduler]` of a scenario, as it is for the scheduler `name`.

    Slots, the budget, the size of a block and of the memory keep their values under its names;
    where it counts the memory in tokens, blocks become those, and the other way round whole blocks.
    What says the opposite there has the opposite value. What it has no name for stays, to be
    refused where it is read.
    """
    engine = SCHEDULERS.get(name) if isinstance(name, str) else None
    if engine is None:
        return table
    known = engine.knobs
    moved: Table = dict(_moved(key, value, known) for key, value in table.items())
    if any(key in SIZES for key in moved) and (block := _block_size(table, moved)):
        moved = _sized(moved, known, block)
    return moved


def parted(table: Table, name: object) -> Parted:
    """The same of a `table` that says every knob, as that of a recorded schedule does.

    What the scheduler `name` has no name for is left out; what is as by default where it comes from
    is no loss.
    """
    engine = SCHEDULERS.get(name) if isinstance(name, str) else None
    if engine is None:
        return Parted(table, {})
    every, before = carried(table, name), SCHEDULERS.get(str(table.get("name")))
    usual: Knobs = {} if before is None else before.knobs
    others = {key: value for key, value in every.items() if key not in {"name", *engine.knobs}}
    return Parted(
        {key: value for key, value in every.items() if key not in others},
        {key: value for key, value in others.items() if key not in usual or usual[key] != value},
    )


def _moved(key: str, value: object, known: Knobs) -> tuple[str, object]:
    """`key` and its `value` as they are among `known`, or as they are."""
    called, opposite = _called(key, known), opposite_of(key)
    if called not in known and opposite in known and isinstance(value, bool):
        return str(opposite), not value
    return called, value


def _called(key: str, known: Knobs) -> str:
    """`key` by its name among `known`, or as it is."""
    return key if key in known else next((one for one in also_called(key) if one in known), key)


def _block_size(table: Table, moved: Table) -> int | None:
    """Tokens in a block: what is given, else what the scheduler it comes from has by default."""
    before = SCHEDULERS.get(str(table.get("name")))
    places: tuple[Knobs, ...] = (moved, {} if before is None else before.knobs)
    found = (place[key] for place in places for key in BLOCK_SIZES if key in place)
    return next((one for one in found if type(one) is int), None)


def _sized(moved: Table, known: Knobs, block: int) -> Table:
    """`moved` with its memory counted as the scheduler with the knobs `known` counts it."""
    sized = {**moved}
    if (size := next((key for key in SIZES if key in known), None)) and size not in moved:
        given = next(key for key in SIZES if key in moved)
        amount = moved[given]
        if type(amount) is not int:
            return moved
        del sized[given]
        sized[size] = amount * block if given in BLOCKS else amount // block
    if unit := next((key for key in BLOCK_SIZES if key in known), None):
        return sized if known[unit] == block else {unit: block, **sized}
    return {key: value for key, value in sized.items() if key not in BLOCK_SIZES}
