"""What the tables of a scenario, or of a variant of it, come to together."""

from typing import NamedTuple

from core.cost import Cost
from core.schedulers import clock_fault
from core.workload.engine_tables import Named, read_cost, read_max_steps, read_scheduler
from core.workload.expectations import read_expectations
from core.workload.expected import Expectation
from core.workload.source import Reading
from core.workload.variants import title_of
from core.workload.workload_table import Workload, read_workload


class Contents(NamedTuple):
    """Everything a scenario says, as far as it could be read; `named` is None if it is wrong."""

    title: str
    notes: str
    named: Named | None
    workload: Workload
    cost: Cost | None
    max_steps: int
    expectations: tuple[Expectation, ...]


def read_contents(reading: Reading, workload: Workload | None = None) -> Contents:
    """What the source says; faults are noted.

    `workload` is what has been read of it already: that of the scenario, in most variants.
    """
    source = reading.source
    expect = source.document.get("expect")
    if source.variant and isinstance(expect, dict) and "difference" in expect:
        reading.fault(
            ("expect", "difference"), "a difference is expected in the scenario's [expect]"
        )
    title = reading.text((), source.document, "title", source.path.stem)
    notes = reading.text((), source.document, "notes", "")
    named = read_scheduler(reading)
    if workload is None:
        workload = read_workload(reading)
    cost = read_cost(reading)
    _check_clock(reading, named, workload)
    return Contents(
        title_of(source.variant, title),
        notes,
        named,
        workload,
        cost,
        read_max_steps(reading),
        read_expectations(reading, workload.requests),
    )


def _check_clock(reading: Reading, named: Named | None, workload: Workload) -> None:
    """Without a cost a step has a length only if arrivals are in milliseconds."""
    timed = any(request.arrival_ms is not None for request in workload.requests)
    if named is None or timed or "cost" in reading.source.document:
        return
    if fault := clock_fault(named.scheduler, None):
        reading.fault(("scheduler", fault.key), fault.message)
