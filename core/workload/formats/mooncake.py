"""Mooncake's traces, a JSON object a line, and the same with the names Dynamo and AIPerf give.

Source: kvcache-ai/Mooncake (FAST'25), ai-dynamo. `timestamp` (or `created_time`) is in ms; equal
ones are many and keep the order of the file. A later turn of a session may have `delay` (or
`delay_ms`) instead: ms after the turn before. Here that is counted from its arrival, since nothing
says how long its answer takes. `hash_ids` stand for 512 tokens each, as Dynamo's do unless it was
told otherwise. vLLM's `timed_trace` has the same lines with seconds: it cannot be
told apart and has to be named.
"""

from functools import partial

from core.workload.formats.columns import SECOND_NS
from core.workload.formats.json_lines import Record, first_of, lines_of, time_ns, whole
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of

MILLISECOND_NS = 10**6
PROMPT = ("input_length", "input_tokens")
OUTPUT = ("output_length", "output_tokens")
STAMP = ("timestamp", "created_time")
DELAY = ("delay", "delay_ms")
MOST_SESSIONS = 1_000_000


class _Sessions:
    """When the last turn of each session arrived."""

    def __init__(self, unit_ns: int) -> None:
        self._unit_ns = unit_ns
        self._last_ns: dict[object, int] = {}

    def row(self, record: Record) -> Row | str:
        at_ns = self._at_ns(record)
        if isinstance(at_ns, str):
            return at_ns
        prompt, output = whole(first_of(record, *PROMPT)), whole(first_of(record, *OUTPUT))
        return row_of(at_ns, prompt, output, hash_ids=record.get("hash_ids"))

    def _at_ns(self, record: Record) -> int | str:
        stamp, delay = first_of(record, *STAMP), first_of(record, *DELAY)
        session = record.get("session_id")
        if stamp is not None:
            at_ns = time_ns(stamp, self._unit_ns)
            if at_ns is None:
                return "timestamp is not a number"
        elif delay is not None:
            waited, last = time_ns(delay, MILLISECOND_NS), self._last_ns.get(_key(session))
            if waited is None or last is None:
                return "delay is not a number" if waited is None else "a delay after no turn"
            at_ns = last + waited
        else:
            return "no timestamp"
        if session is not None and len(self._last_ns) < MOST_SESSIONS:
            self._last_ns[_key(session)] = at_ns
        return at_ns


def _key(session: object) -> object:
    return session if isinstance(session, str | int) else str(session)


def _reader(unit_ns: int, first: str) -> ReadRow | None:
    return lines_of(first, PROMPT, _Sessions(unit_ns).row)


SHAPE = '{"timestamp": …, "input_length": …, "output_length": …} a line'
MOONCAKE = Format(
    "mooncake", SHAPE, "milliseconds", by_lines(partial(_reader, MILLISECOND_NS), has_header=False)
)
TIMED_TRACE = Format(
    "timed-trace", SHAPE, "seconds", by_lines(partial(_reader, SECOND_NS), has_header=False)
)
