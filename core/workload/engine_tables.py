"""The tables of a scenario that say how it runs: `[scheduler]`, `[cost]` and `[run]`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from core.cost import Cost, cost_faults
from core.policies.admission import GATES
from core.run import MOST_STEPS
from core.schedulers import Scheduler, make_scheduler, scheduler_faults
from core.schedulers.vllm import Vllm
from core.workload.capacity import Capacity
from core.workload.document import Table, is_too_long, plain
from core.workload.keys import COST, OWN, POLICIES, RUN, quoted, shown
from core.workload.memory_table import read_memory
from core.workload.sized import Sized, with_memory
from core.workload.source import Reading, Source

CODE = ".py:"
LISTS = ("admission",)
"""Knobs that may be a list; the scheduler says what is wrong with one."""
TABLES = ("weights",)
"""Knobs that are tables."""
CONSTANTS = {
    "base_ms": "a step takes",
    "per_sequence_ms": "a step takes more for each sequence that decodes",
    "per_prefill_token_ms": "a step takes more for each prefill token",
    "per_kv_token_ms": "a step takes more for each resident KV token",
}


class Named(NamedTuple):
    """A scheduler, what it is called, and the sum that its memory comes from, if from one."""

    name: str
    scheduler: Scheduler
    capacity: Capacity | None = None


def read_scheduler(reading: Reading) -> Named | None:
    """The scheduler of `[scheduler]` with its knobs; None if anything is wrong and noted."""
    found = reading.source.document.get("scheduler")
    if not isinstance(found, dict):
        given = "is missing" if found is None else f"must be a table, not {shown(found)}"
        example = 'it has a name, such as "driftwood", and its knobs, such as max_running'
        reading.fault(("scheduler",), f"[scheduler] {given}: {example}")
        return None
    before = len(reading.faults)
    hardware = read_memory(reading)
    knobs, name = _knobs(reading, found), _name(reading, found)
    sized = Sized(knobs) if hardware is None else with_memory(reading, name, knobs, hardware)
    _check(reading, name, sized.knobs)
    if name is None or len(reading.faults) > before:
        return None
    scheduler = _with_stamps(make_scheduler(name, **sized.knobs), reading.source)
    return Named(name, scheduler, sized.capacity)


def _with_stamps(scheduler: Scheduler, source: Source) -> Scheduler:
    """`scheduler`, with what a recorded schedule says of same-step arrivals and no file can."""
    if source.one_stamp and isinstance(scheduler, Vllm):
        return replace(scheduler, one_stamp=True)
    return scheduler


def _name(reading: Reading, found: Table) -> str | None:
    name = found.get("name")
    if name is None:
        reading.fault(("scheduler", "name"), '[scheduler] needs a name, such as "driftwood"')
    elif not isinstance(name, str):
        reading.fault(("scheduler", "name"), f"name must be a string, not {shown(name)}")
    elif CODE in name:
        _refuse_code(reading, "name", name)
    else:
        return name
    return None


def _knobs(reading: Reading, found: Table) -> Table:
    """What is given besides the name, also what is refused here and noted."""
    knobs = {key: plain(value) for key, value in found.items() if key != "name"}
    for key, value in knobs.items():
        if isinstance(value, str) and CODE in value:
            _refuse_code(reading, key, value)
        elif key in POLICIES.later or key in OWN:
            reading.check_keys(("scheduler",), {key: value}, POLICIES)
        elif isinstance(value, dict) and key in TABLES:
            knobs[key] = {name: plain(one) for name, one in value.items()}
        elif isinstance(value, dict | list) and key not in LISTS:
            reading.fault(("scheduler", key), f"{quoted(key)} cannot be {shown(value)}")
    return knobs


def _refuse_code(reading: Reading, key: str, value: str) -> None:
    message = f"{key} names code, {shown(value)}: a file holds none, so that it is safe to open"
    if key in {"victim", "queue"}:
        message += f"; --{key} on the command line loads it"
    elif ("scheduler", key) in reading.source.options:
        message = f"{key} {shown(value)} is code, and none can be given for it here"
    if key == "admission":
        message += f"; known: {', '.join(GATES)}"
    reading.fault(("scheduler", key), message)


def _check(reading: Reading, name: str | None, knobs: Table) -> None:
    """Note what the scheduler itself finds wrong, save with keys that are noted already."""
    noted = {fault.key for fault in reading.faults}
    for fault in scheduler_faults(name, knobs):
        table, dot, key = fault.key.partition(".")
        place = (table, key) if dot and fault.key not in knobs else ("scheduler", fault.key)
        if place not in noted:
            reading.fault(place, fault.message)


def read_cost(reading: Reading) -> Cost | None:
    """The cost of `[cost]`; None if there is none, or if it is wrong and noted."""
    table = reading.table("cost", COST)
    if table is None:
        return None
    before = len(reading.faults)
    given = dict(_constants(reading, table))
    for fault in cost_faults(given):
        reading.fault(("cost", fault.key), fault.message)
    told = any(map(is_too_long, table.values()))  # with every such number of the file
    return None if told or len(reading.faults) > before else Cost(**given)


def _constants(reading: Reading, table: Table) -> Iterator[tuple[str, float]]:
    """Those of a cost that are given; what is no number, and a missing base, are noted."""
    for key, meaning in CONSTANTS.items():
        value = plain(table.get(key))
        if is_too_long(value):
            continue
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield key, float(value)
        elif key in table or key == "base_ms":
            given = f"is {shown(value)}" if key in table else "is missing"
            reading.fault(("cost", key), f"{key} {given}: it is the milliseconds {meaning}")


def read_max_steps(reading: Reading) -> int:
    """The most steps to execute, of `[run]`; the engine's own limit if missing or wrong."""
    table = reading.table("run", RUN) or {}
    given = reading.count(("run",), table, "max_steps", 1)
    return MOST_STEPS if given is None else given
