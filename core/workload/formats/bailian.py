"""Bailian's usage traces: a JSON object a line, `timestamp` in seconds, chats by `chat_id`.

Source: alibaba-edu/qwen-bailian-usagetraces-anon. Each row holds its whole context, so turns of a
chat are requests of their own. `hash_ids` stand for 16 tokens each; those that are not one for each
16 tokens of the prompt, as in the format's own documentation, are not used.
"""

from core.workload.formats.columns import SECOND_NS
from core.workload.formats.json_lines import Record, lines_of, time_ns, whole
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of


def _reader(first: str) -> ReadRow | None:
    return lines_of(first, ("chat_id",), _row)


def _row(record: Record) -> Row | str:
    at_ns = time_ns(record.get("timestamp"), SECOND_NS)
    if at_ns is None:
        return "timestamp is not a number"
    prompt, output = whole(record.get("input_length")), whole(record.get("output_length"))
    return row_of(at_ns, prompt, output, hash_ids=record.get("hash_ids"))


SHAPE = '{"chat_id": …, "timestamp": …, "input_length": …, "output_length": …} a line'
BAILIAN = Format(
    "bailian", SHAPE, "seconds", by_lines(_reader, has_header=False), hash_block_size=16
)
