"""LLMServingSim's workloads: a JSON object a line, `arrival_time_ns`, lengths in `…_toks`.

Source: casys-kaist/LLMServingSim. The lines may hold the ids of the prompt's tokens as well.
"""

from core.workload.formats.json_lines import Record, lines_of, time_ns, whole
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of


def _reader(first: str) -> ReadRow | None:
    return lines_of(first, ("input_toks",), _row)


def _row(record: Record) -> Row | str:
    at_ns = time_ns(record.get("arrival_time_ns"), 1)
    if at_ns is None:
        return "arrival_time_ns is not a number"
    prompt, output = whole(record.get("input_toks")), whole(record.get("output_toks"))
    return row_of(at_ns, prompt, output, prompt_ids=record.get("input_tok_ids"))


SHAPE = '{"input_toks": …, "output_toks": …, "arrival_time_ns": …} a line'
LLMSERVINGSIM = Format("llmservingsim", SHAPE, "nanoseconds", by_lines(_reader, has_header=False))
