"""Texts of several sentences from files, in lines: notes, and why a run ended."""

from functools import lru_cache

from tui.view.clean import clean
from tui.view.lines import wrapped

LONGEST = 4_000
"""Characters of a text that are looked at: more than any screen shows."""


@lru_cache(maxsize=64)
def prose(text: str, width: int) -> tuple[str, ...]:
    """`text` in lines of at most `width` cells, a blank one between two paragraphs.

    Made inert word by word: what is long is a word here, not the text.
    """
    lines: list[str] = []
    for paragraph in text[:LONGEST].split("\n\n"):
        words = " ".join(filter(None, map(clean, paragraph.split())))
        if words:
            lines += [*([""] if lines else []), *wrapped(words, width)]
    return tuple(lines)
