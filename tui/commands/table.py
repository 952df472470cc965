"""Columns that line up, measured in cells of a terminal."""

from collections.abc import Container, Sequence

from tui.view.clean import cells, clean
from tui.view.lines import left, right

WIDEST = 40
"""Cells of the widest column; what is longer is cut, save in a last column of words."""
GAP = "  "


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Container[int] = ()
) -> list[str]:
    """`heads` over `rows`, whose texts may hold anything.

    Columns stand at the left, save the `numbers` (positions from 0), which stand at the right.
    """
    lines = [heads, *([clean(text) for text in row] for row in rows)]
    widths = [min(WIDEST, max(map(cells, column))) for column in zip(*lines, strict=True)]
    last = len(heads) - 1
    if last not in numbers:
        widths[last] = max(cells(line[last]) for line in lines)
    return [_line(line, widths, numbers) for line in lines]


def _line(texts: Sequence[str], widths: Sequence[int], numbers: Container[int]) -> str:
    placed = (
        right(text, width) if at in numbers else left(text, width)
        for at, (text, width) in enumerate(zip(texts, widths, strict=True))
    )
    return GAP.join(placed).rstrip()
