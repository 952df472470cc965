"""Charts as a terminal shows them: as wide as it is, with colours where they are wanted.

The colours are the terminal's own, so they fit what is behind them. They only repeat what marks
say; a pipe, NO_COLOR and TERM=dumb get the same lines without.
"""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator

from tui.commands.output import is_terminal
from tui.view.lines import Line, text_of

PAINTS = {
    "title": "1",
    "label": "2",
    "curve0": "36",
    "curve1": "33",
    "curve2": "32",
    "curve3": "35",
}
"""Bold, dim, cyan, yellow, green and magenta: what each style is to a terminal."""


WIDTH = 80
"""Cells of a chart that nobody looks at yet: in a pipe or a file."""
WIDEST = 120


def chart_width() -> int:
    """The cells of a chart on stdout."""
    return min(WIDEST, shutil.get_terminal_size().columns) if is_terminal(sys.stdout) else WIDTH


def printable(lines: Iterable[Line]) -> Iterator[str]:
    """`lines` as text for stdout."""
    return map(_painted if _wants_colours() else text_of, lines)


def _wants_colours() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and is_terminal(sys.stdout)


def _painted(line: Line) -> str:
    return "".join(
        f"\x1b[{PAINTS[style]}m{text}\x1b[0m" if style in PAINTS else text for text, style in line
    )
