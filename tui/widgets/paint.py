"""From lines of the view to strips of the terminal library."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip

from tui.look import style_of
from tui.themes import ThemeName
from tui.view.lines import Line, width_of


def strip_of(line: Line, theme: ThemeName) -> Strip:
    """`line` with its colours."""
    return Strip([Segment(text, style_of(style, theme)) for text, style in line], width_of(line))


def changed_lines(old: Sequence[Line], new: Sequence[Line]) -> list[int]:
    """The numbers of the lines that differ."""
    if len(old) != len(new):
        return list(range(max(len(old), len(new))))
    return [y for y, (before, after) in enumerate(zip(old, new, strict=True)) if before != after]
