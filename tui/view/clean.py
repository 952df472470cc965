"""Text from files made inert, and measured in cells: the one border between data and the screen.

Whatever a rid, a title or a file name holds, what comes out of `clean` has no control character,
no escape, no bidi control, nothing without a width of its own and nothing whose width terminals
disagree about. So one rule of width is enough (`cells`), and it is the terminal library's too,
which a test proves for every character there is.
"""

import re
from functools import lru_cache
from unicodedata import category, east_asian_width, normalize

from core.naming import visible

LONGEST = 400
"""Characters of one text that are looked at: twice the widest screen."""

BAD = "\ufffd"
DISPUTED = (
    (0x1160, 0x11FF),  # conjoining jamo: no width of their own
    (0x2630, 0x2637),  # wide since Unicode 16
    (0x268A, 0x268F),  # the same
    (0x3164, 0x3164),  # a filler that looks like nothing
    (0x4DC0, 0x4DFF),  # wide since Unicode 16
    (0xD7B0, 0xD7FF),  # conjoining jamo
    (0xFFA0, 0xFFA0),  # a filler
    (0x1D300, 0x1D37F),  # wide since Unicode 16
    (0x1F1E6, 0x1F1FF),  # two of them are one flag, or not
    (0x1F3FB, 0x1F3FF),  # skin tones join what stands before them, or not
)
INVISIBLE = frozenset(
    [
        *(0x00AD, 0x034F, 0x115F, 0x2060, 0x2800, 0xFEFF),
        *range(0x180B, 0x1810),
        *range(0x200B, 0x200E),
        *range(0xFE00, 0xFE10),
        *range(0xE0000, 0xE0200),
    ]
)
PERHAPS_WIDE = re.compile("[^\\0-\u10ff\u2010-\u22ff\u2500-\u259f]").search
"""Finds what may take two cells: not Latin, Greek, Cyrillic, signs, or frames and their bars."""
SPACES = frozenset("\t\n\r\v\f\x85\u2028\u2029")


@lru_cache(maxsize=65536)
def clean(text: str) -> str:
    """`text` on one line, inert: breaks and tabs are spaces, what cannot be shown is U+FFFD.

    Combining marks that do not compose with their letter and characters that show nothing go;
    everything beyond the first 400 characters goes too, with an ellipsis in its place.
    """
    cut = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(_inert(letter) for letter in normalize("NFC", cut))


def clean_rid(rid: str) -> str:
    """The same of a rid, which is escaped in quotes where nothing of it can be seen."""
    return clean(visible(rid))


def cells(text: str) -> int:
    """How many cells of the terminal `text` takes, which `clean` made or we wrote."""
    if text.isascii() or PERHAPS_WIDE(text) is None:
        return len(text)
    return sum(map(_cells_of, text))


@lru_cache(maxsize=8192)
def _cells_of(letter: str) -> int:
    return 2 if east_asian_width(letter) in "WF" else 1


@lru_cache(maxsize=8192)
def _inert(letter: str) -> str:
    if letter in SPACES:
        return " "
    code, kind = ord(letter), category(letter)
    if code in INVISIBLE or kind in {"Mn", "Me"}:
        return ""
    if kind == "Zs":
        return " "
    odd = kind[0] in "CM" or any(first <= code <= last for first, last in DISPUTED)
    return BAD if odd else letter
