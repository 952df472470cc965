"""Azure's LLM inference traces of 2023 and 2024: `TIMESTAMP,ContextTokens,GeneratedTokens`.

Source: Azure/AzurePublicDataset.
"""

from core.workload.formats.columns import count, reader_of
from core.workload.formats.rows import Format, ReadRow, Row, by_lines, row_of
from core.workload.formats.stamps import stamp_ns

COLUMNS = ("TIMESTAMP", "ContextTokens", "GeneratedTokens")
NO_STAMP = "XXX"
"""What stands there in copies that keep lengths only."""


def azure_reader(header: str) -> ReadRow | None:
    """What reads the rows under `header`, in any order of columns; None if one is missing."""
    return reader_of(header, COLUMNS, _row)


def _row(stamp: str, prompt: str, output: str) -> Row | str:
    at_ns = None if stamp == NO_STAMP else stamp_ns(stamp)
    if at_ns is None and stamp != NO_STAMP:
        return "TIMESTAMP is not a date and time"
    return row_of(at_ns, count(prompt), count(output))


AZURE = Format("azure", ",".join(COLUMNS), "dates and times", by_lines(azure_reader))
