"""Requests that nobody sent: `[workload] generator = …`, drawn by a process and by lengths.

Everything drawn comes from the seed: the same table is the same workload, on every machine.
"""

from random import Random
from typing import Any

from core.request import MOST_TOKENS, Request, count_fault
from core.workload.arrival_process import ArrivalProcess, process_faults
from core.workload.document import Table, plain
from core.workload.keys import shown
from core.workload.lengths import Lengths, constant, lengths_faults
from core.workload.source import Reading
from core.workload.watched import Watched

PROCESS = ("rate", "seed", "cv")
LENGTHS = ("prompt_len", "output_len")
TRACES = ("format", "columns", "limit", "window", "speed", "arrivals", "hash_block_size")
MOST_REQUESTS = 1_000_000


def read_process(reading: Reading, table: Table, key: str) -> ArrivalProcess | None:
    """The arrival process that `table` names as `key`; None if it is wrong, which is noted."""
    names = [name for name in (key, *PROCESS) if name in table]
    given: dict[str, Any] = {n: plain(table[n]) for n in names}  # a file's values, checked here
    faults = [*process_faults(key, given)]
    for fault in faults:
        reading.fault(("workload", fault.key), fault.message)
    return None if faults else ArrivalProcess(given.pop(key), **given)


def read_generated(reading: Reading, table: Table) -> tuple[Request, ...]:
    """The requests of a generator, `requests` of them; faults are noted."""
    before = len(reading.faults)
    for key in ("trace", *TRACES):
        if key in table:
            reading.fault(("workload", key), f"{key} is for a trace: generator makes its requests")
    process = read_process(reading, table, "generator")
    number = table.get("requests")
    if number is None:
        reading.fault(("workload", "requests"), "requests is missing: how many are made")
    elif wrong := count_fault("requests", number, 1, MOST_REQUESTS):
        reading.fault(("workload", "requests"), wrong.message)
    lengths = [_lengths(reading, key, table.get(key)) for key in LENGTHS]
    prompt, output = lengths
    if len(reading.faults) > before or process is None or prompt is None or output is None:
        return ()
    assert isinstance(number, int)
    return generated(process, number, prompt, output)


def _lengths(reading: Reading, key: str, found: object) -> Lengths | None:
    """A number is that length for all; a table a distribution."""
    at = ("workload", key)
    if isinstance(found, dict):
        given: dict[str, Any] = {n: plain(v) for n, v in found.items()}  # checked here
        faults = [*lengths_faults(given)]
        for fault in faults:
            reading.fault((*at, fault.key), f"{key}: {fault.message}")
        return None if faults else Lengths(**given)
    if found is None:
        reading.fault(at, f"{key} is missing: tokens, or a table with a distribution")
    elif count_fault(key, found, 1, MOST_TOKENS):
        right = f"1 to {MOST_TOKENS:,} tokens, or a table with a distribution"
        reading.fault(at, f"{key} cannot be {shown(found)}: {right}")
    else:
        assert isinstance(found, int)
        return constant(found)
    return None


def generated(
    process: ArrivalProcess, number: int, prompt: Lengths, output: Lengths
) -> tuple[Request, ...]:
    """`number` requests that arrive by `process`, the lengths drawn from its seed as well."""
    random = Random(f"lengths {process.seed}")  # noqa: S311 - no secret
    times = process.times_ms()
    every = (
        Request(f"r{at:05}", 0, prompt.drawn(random), output.drawn(random), arrival_ms=next(times))
        for at in range(1, number + 1)
    )
    watched = Watched(f"generator {process.name}", ())
    requests = tuple(watched.counted(every, number))
    watched.ended()
    return requests
