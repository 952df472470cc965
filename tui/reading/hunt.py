"""What somebody looks for: a search by words, a breakpoint."""

from typing import NamedTuple

from tui.conditions import Condition
from tui.reading.trail import Trail


class Break(NamedTuple):
    """A breakpoint and where it is hit."""

    condition: Condition
    trail: Trail


class Hunt(NamedTuple):
    """A search: what was typed, and where it is."""

    words: str
    trail: Trail
