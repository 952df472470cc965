"""A part of a trace by time: `A..B`, seconds from its first usable row, from A on and before B."""

import re
from dataclasses import dataclass

SECOND_NS = 10**9

SPEC = re.compile(
    r"""\s* (?: (?P<start>  [0-9]{1,9}) (?:\.(?P<start_part> [0-9]{1,9}))? \s* s? )? \s*
    \.\. \s* (?: (?P<end> [0-9]{1,9}) (?:\.(?P<end_part> [0-9]{1,9}))? \s* s? )? \s*""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Window:
    """From `start_ns` on and before `end_ns` (None: no end), in ns from the first usable row."""

    start_ns: int
    end_ns: int | None

    def holds(self, at_ns: int) -> bool:
        """Whether `at_ns` lies in it."""
        return self.start_ns <= at_ns and (self.end_ns is None or at_ns < self.end_ns)


def parse_window(text: object) -> Window:
    """`60s..120s`, `60..120`, `1.5..`, `..30`: in seconds. `ValueError` says what is right."""
    found = SPEC.fullmatch(text) if isinstance(text, str) else None
    if found is None or not (found["start"] or found["end"]):
        raise ValueError("window must be A..B in seconds, such as 60..120")
    start_ns = _ns(found["start"], found["start_part"])
    end_ns = _ns(found["end"], found["end_part"]) if found["end"] else None
    if end_ns is not None and end_ns <= start_ns:
        raise ValueError("window must end after it starts, such as 60..120")
    return Window(start_ns, end_ns)


def _ns(whole: str | None, part: str | None) -> int:
    return int(whole or 0) * SECOND_NS + int((part or "").ljust(9, "0"))
