"""The table `[memory]`: a model of the memory, or what hardware has for it.

A budget (`gib` or `bytes`) at so many bytes a token (`bytes_per_token`, or the `config` of a model)
stands in the place of a number of blocks.
"""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path, PureWindowsPath
from typing import Any

from core.memory import MemoryModel
from core.workload.capacity import GIB
from core.workload.document import Table, plain
from core.workload.keys import MEMORY, shown
from core.workload.model_config import DTYPES, ConfigError, TokenWeight, token_weight
from core.workload.source import Reading

BUDGETS = ("gib", "bytes")
WEIGHTS = ("bytes_per_token", "config")
MODEL = ("model", "bytes", "bytes_per_token", "table_bytes_per_block", "tokens", "reserved_tokens")
"""Keys that are those of a model; others come to one of these."""
MOST_GIB = 2**20


@dataclass(frozen=True, slots=True)
class Hardware:
    """What `[memory]` says: what is `given` for a model of memory, and the `budget` key, if any.

    `weight` is what a token weighs by the config of a model. What is wrong has been noted.
    """

    given: Table
    budget: str | None
    weight: TokenWeight | None
    is_wrong: bool

    @property
    def model(self) -> MemoryModel:
        """The model; what is wrong with it the scheduler says."""
        values: dict[str, Any] = {**self.given}  # values of a file, checked as those of a model
        return MemoryModel(**values)


def read_memory(reading: Reading) -> Hardware | None:
    """What the table says; None if there is none. Faults are noted."""
    table = reading.table("memory", MEMORY)
    if table is None:
        return None
    before = len(reading.faults)
    for one, other in (BUDGETS, WEIGHTS):
        if one in table and other in table:
            reading.fault(("memory", one), f"give either {one} or {other}: both say the same thing")
    given = {key: plain(table[key]) for key in MODEL if key in table}
    weight = _weight(reading, table)
    if weight is not None:
        given["bytes_per_token"] = weight.bytes
    if "gib" in table and (size := _gib(reading, table["gib"])) is not None:
        given["bytes"] = size
    budget = next((key for key in BUDGETS if key in table), None)
    if budget is not None and not any(key in table for key in WEIGHTS):
        needed = "bytes_per_token, or the config of a model: what a token weighs"
        reading.fault(("memory", budget), f"{budget} needs {needed}")
    return Hardware(given, budget, weight, len(reading.faults) > before)


def _gib(reading: Reading, found: object) -> int | None:
    if isinstance(found, int | Decimal) and not isinstance(found, bool):
        size = Decimal(found)
        if size.is_finite() and 0 < size <= MOST_GIB:
            return int(size * GIB)
    right = f"gib must be a number above 0 and at most {MOST_GIB:,}"
    reading.fault(("memory", "gib"), f"{right}, not {shown(found)}")
    return None


def _weight(reading: Reading, table: Table) -> TokenWeight | None:
    """What a token weighs by the config of a model, if there is one."""
    dtype = table.get("kv_dtype")
    if dtype is not None and not (isinstance(dtype, str) and dtype in DTYPES):
        known = f"known: {', '.join(DTYPES)}"
        reading.fault(("memory", "kv_dtype"), f"there is no kv_dtype {shown(dtype)}; {known}")
    elif dtype is not None and "config" not in table:
        reading.fault(("memory", "kv_dtype"), "kv_dtype is for the config of a model")
    elif "config" in table and (path := _path(reading, table["config"])):
        try:
            return token_weight(path, None if dtype is None else str(dtype))
        except ConfigError as error:
            name = shown(table["config"])
            reading.fault(("memory", "config"), f"config {name}: {error}")
    return None


def _path(reading: Reading, named: object) -> Path | None:
    """The config's path: relative to the file it stands in, as it is on the command line."""
    at = ("memory", "config")
    if not isinstance(named, str):
        reading.fault(at, f"config is {shown(named)}: it is the path of a model's config.json")
    elif at in reading.source.options:
        return Path(named)
    elif Path(named).is_absolute() or PureWindowsPath(named).anchor:
        reading.fault(at, f"config must be relative to this file, not {shown(named)}")
    else:
        return reading.source.path.parent / named
    return None
