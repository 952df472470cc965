"""The text of an agent session: what it says of itself, and its requests one by one.

Sessions are tens of megabytes, most of them ids: the list is decoded element by element, so that
memory holds the text and one of them.
"""

import re
from collections.abc import Iterator
from json import JSONDecoder
from typing import BinaryIO

from core.workload.formats.json_lines import NUMBERS, Record

HEAD = 2**16
LARGEST = 2**28
"""Bytes of the largest session that is read."""
BLOCK = 64

START = re.compile(
    r"""\s*\{(?s:.*?) "requests" \s*:\s* \[ (?= \s* (?: \] | \{ [^{}]* "t" \s*: ) )""", re.VERBOSE
)
"""Up to the list of requests, the first of which has a time: recorded schedules have none."""
SIZE = re.compile(r'"block_size"\s*:\s*([0-9]{1,9})\b')
GLOBAL = re.compile(r'"hash_id_scope"\s*:\s*"global"')
SPACE = re.compile(r"[\s,]*+")
DECODER = JSONDecoder(**NUMBERS)


def session_texts(file: BinaryIO) -> Iterator[str | None] | None:
    """Every session in a file, one a line or one alone; None if there is none.

    In the place of one that is too large there is None, and nothing after it.
    """
    file.seek(0)
    head = START.match(file.read(HEAD).decode(errors="replace").removeprefix("\ufeff"))
    if head is None:
        return None
    file.seek(0)
    return _texts(file, in_lines="\n" not in head[0].strip())


def _texts(file: BinaryIO, *, in_lines: bool) -> Iterator[str | None]:
    while raw := file.readline(LARGEST + 1) if in_lines else file.read(LARGEST + 1):
        if len(raw) > LARGEST:
            yield None
            return
        if raw.strip():
            yield raw.decode(errors="replace").removeprefix("\ufeff")


def block_size(text: str) -> int:
    """Tokens of a block that its ids stand for."""
    found = SIZE.search(text)
    return int(found[1]) if found else BLOCK


def has_global_ids(text: str) -> bool:
    """Whether its ids mean the same texts as those of other sessions."""
    return GLOBAL.search(text) is not None


def elements(text: str) -> Iterator[Record | None]:
    """What stands in the list of requests; None where the text ends in what is no JSON."""
    found = START.match(text)
    at = _next(text, found.end() if found else len(text))
    while at < len(text) and text[at] != "]":
        try:
            element, end = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        yield element if isinstance(element, dict) else {}
        at = _next(text, end)
    if at >= len(text) or text[at] != "]":
        yield None


def _next(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at
