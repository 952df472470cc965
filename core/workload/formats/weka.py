"""Agent sessions as kv-cache-tester has them ("Weka"): JSON objects, one a file or one a line.

Source: callanjfox/kv-cache-tester. `requests` is a list of `t` (seconds from the session's start),
`in`, `out` and `hash_ids`, one for each whole block of `block_size` tokens (64) of the input. Ids
count from 1 in each session: equal ones of two sessions mean different texts, unless
`hash_id_scope` is global. A sub-agent stands in the list with `requests` of its own, in the same
ids and on a clock of its own. Its `t` is when its answer was there: of those that worked side by
side `t` less `duration_ms` is the same, and the parent goes on after the last `t`. Without a
duration `t` is taken as its start. Some writers count its requests on the clock of the session:
then none of them is before its `t`.
"""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from core.workload.formats.columns import SECOND_NS
from core.workload.formats.json_lines import Record, time_ns, whole
from core.workload.formats.rows import Format, Found, Row, row_of
from core.workload.formats.session_text import (
    LARGEST,
    block_size,
    elements,
    has_global_ids,
    session_texts,
)

TOO_LARGE = f"a session of more than {LARGEST // 2**20} MiB"
BROKEN = "the session ends in what is no JSON"
NO_TIME = "t is not a number"
TOO_DEEP = "a sub-agent of a sub-agent of a sub-agent"
DEEPEST = 2
MILLISECOND_NS = 10**6
SHAPE = '{"block_size": 64, "requests": [{"t": …, "in": …, "out": …, "hash_ids": […]}, …]}'
SESSIONS, ELEMENTS = 2**48, 2**24
"""A mark is the numbers of the session, of the element in it, and of a request in that (from 1)."""
MOST_IDS, MOST_SESSIONS = 2**32, 2**16
"""Of a session, and of a file."""


class _Asked(NamedTuple):
    """A request of an agent, or what stands in its place, and the row it is."""

    record: Record
    row: Row | str


def named(mark: int) -> str:
    """`requests[3]`, or `requests[3], request 2 in it`; before it which session, save the first."""
    session, rest = divmod(mark, SESSIONS)
    element, request = divmod(rest, ELEMENTS)
    words = [f"session {session + 1}"] if session else []
    words += [f"requests[{element}]", *([f"request {request} in it"] if request else [])]
    return ", ".join(words)


def _rows(file: BinaryIO, _: str, number: int) -> Iterator[Found] | None:
    texts = session_texts(file)
    return None if texts is None else _of_sessions(texts, number * MOST_SESSIONS)


def _of_sessions(texts: Iterator[str | None], first: int) -> Iterator[Found]:
    """The requests of sessions that are numbered from `first`."""
    for at, text in enumerate(texts):
        mark = at * SESSIONS
        if text is None:
            yield Found(mark, TOO_LARGE, "")
            continue
        ids = _Ids(block_size(text), 0 if has_global_ids(text) else (first + at) * MOST_IDS)
        for element, record in enumerate(elements(text)):
            here = mark + element * ELEMENTS
            yield from [Found(here, BROKEN, "")] if record is None else _found(record, here, ids)


def _found(record: Record, mark: int, ids: "_Ids") -> Iterator[Found]:
    """The request that `record` is, or those of the sub-agent."""
    if not isinstance(record.get("requests"), list):
        yield Found(mark, _row(record, 0, ids), _told(record))
        return
    for at, asked in enumerate(_of_agent(record, 0, DEEPEST, ids), 1):
        yield Found(mark + at, asked.row, _told(asked.record))


def _of_agent(agent: Record, zero_ns: int, depth: int, ids: "_Ids") -> Iterator[_Asked]:
    """The requests of an agent whose `t` counts from `zero_ns`, and those of its own agents."""
    inner = agent["requests"]
    start_ns = _start_ns(agent, zero_ns)
    assert isinstance(inner, list)
    for each in inner:
        record: Record = each if isinstance(each, dict) else {}
        if start_ns is None or not isinstance(record.get("requests"), list):
            yield _Asked(record, NO_TIME if start_ns is None else _row(record, start_ns, ids))
        elif depth == 0:
            yield _Asked(record, TOO_DEEP)
        else:
            yield from _of_agent(record, start_ns, depth - 1, ids)


def _start_ns(agent: Record, zero_ns: int) -> int | None:
    """Where the clock of its requests starts; None if nothing says."""
    told_ns = time_ns(agent.get("t"), SECOND_NS)
    took_ns = time_ns(agent.get("duration_ms"), MILLISECOND_NS) or 0
    inner = agent["requests"]
    assert isinstance(inner, list)
    times = [time_ns(one.get("t"), SECOND_NS) for one in inner if isinstance(one, dict)]
    known = [time for time in times if time is not None]
    if told_ns is None:
        return None
    if known and min(known) >= told_ns:
        return zero_ns
    return zero_ns + max(0, told_ns - took_ns)


def _row(record: Record, zero_ns: int, ids: "_Ids") -> Row | str:
    at_ns = time_ns(record.get("t"), SECOND_NS)
    if at_ns is None:
        return NO_TIME
    prompt, output = whole(record.get("in")), whole(record.get("out"))
    row = row_of(zero_ns + at_ns, prompt, output, hash_ids=ids.of(record.get("hash_ids")))
    return row if isinstance(row, str) else row._replace(hash_block_size=ids.size)


def _told(record: Record) -> str:
    """Its time and lengths, of whatever kind they are."""
    given = ((key, record[key]) for key in ("t", "in", "out") if key in record)
    words = (f"{key} {value}" for key, value in given if not isinstance(value, list | dict))
    return ", ".join(words)


class _Ids:
    """The ids of a session, each one object however often it comes; `size` tokens of a block."""

    def __init__(self, size: int, base: int) -> None:
        self.size = size
        self._base = base
        self._known: dict[int, int] = {}

    def of(self, given: object) -> object:
        """What is `given`; as ids, if it is a list of them, distinct from those of others."""
        if not isinstance(given, list):
            return given
        if not all(type(each) is int and 0 <= each < MOST_IDS for each in given):
            return [None]
        known, base = self._known, self._base
        return [known.setdefault(each, base + each) for each in given]


WEKA = Format("weka", SHAPE, "seconds", _rows, named)
