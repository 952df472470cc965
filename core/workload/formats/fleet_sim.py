"""Fleet simulators' traces: `timestamp,prompt_tokens,generated_tokens`, other columns passed over.

Source: the batch spike of the fleet-sim examples. `timestamp` is in seconds, with ties.
"""

from core.workload.formats.columns import count, nanoseconds, reader_of
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of

COLUMNS = ("timestamp", "prompt_tokens", "generated_tokens")


def _reader(header: str) -> ReadRow | None:
    return reader_of(header, COLUMNS, _row)


def _row(timestamp: str, prompt: str, output: str) -> Row | str:
    at_ns = nanoseconds(timestamp)
    if at_ns is None:
        return "timestamp is not a number of seconds"
    return row_of(at_ns, count(prompt), count(output))


FLEET_SIM = Format("fleet-sim", ",".join(COLUMNS), "seconds", by_lines(_reader))
