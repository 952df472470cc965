"""What a `[[request]]` table stands for: one request, or with `count` that many.

They are equal but for their rids, which are that of the table and a number from 1, with zeros in
front where others have more digits, so that those who arrive together queue by number. With
`every` each arrives so much later than the one before: steps, or milliseconds after `arrival_ms`.
"""

from collections.abc import Iterator

from core.request import MOST, Fault, count_fault
from core.workload.document import Table
from core.workload.keys import shown

REPEATS = ("count", "every")
MOST_COPIES = 100_000
NANOSECOND = 6
"""Decimals of a millisecond."""


def repeat_faults(table: Table) -> Iterator[Fault]:
    """Everything wrong with `count` and `every` of a table."""
    count, every = table.get("count"), table.get("every")
    if count is not None and (fault := count_fault("count", count, 1, MOST_COPIES)):
        yield fault
    if every is None:
        return
    if count is None:
        yield Fault("every", "every needs count: how many there are")
    if "arrival_ms" not in table:
        if fault := count_fault("every", every, 0):
            yield fault
    elif not isinstance(every, int | float) or not 0 <= every <= MOST:
        wrong = f"every must be a number of milliseconds, at least 0, not {shown(every)}"
        yield Fault("every", wrong)


def copies(table: Table) -> Iterator[Table]:
    """The fields of each request that a `table` without faults stands for."""
    fields = {key: value for key, value in table.items() if key not in REPEATS}
    rid, count = fields.get("rid"), table.get("count")
    if not isinstance(rid, str) or not isinstance(count, int):
        yield fields
        return
    digits = len(str(count))
    for number in range(1, count + 1):
        yield fields | {"rid": f"{rid}{number:0{digits}}"} | _arrival(table, number - 1)


def _arrival(table: Table, before: int) -> Table:
    """When the one arrives that has so many `before` it."""
    name = "arrival_ms" if "arrival_ms" in table else "arrival"
    first, every = table.get(name, 0), table.get("every", 0)
    if not isinstance(first, int | float) or not isinstance(every, int | float) or not every:
        return {}
    return {name: round(first + before * every, NANOSECOND)}
