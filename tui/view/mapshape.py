"""How the block map lays out a pool in its pane: how much a cell stands for, and what stands where.

Levels from near to far: a cell for each token a block can hold (where that is more than one), a
cell for each block, two blocks in a cell (half-blocks, in colour only), and many in a cell: those
are sorted by owner, because blocks of a busy pool lie so mixed that a cell of neighbours would say
nothing. The nearest level at which the whole pool fits is taken; from there one can zoom, and the
map scrolls where it no longer fits.
"""

from typing import Literal, NamedTuple, TypeAlias

Level: TypeAlias = Literal["tokens", "blocks", "pairs", "many"]
GROUP = 8
WIDEST_BLOCK = 32


class Shape(NamedTuple):
    """The layout of a pool of `total` blocks: `rows` lines of `per_row` blocks each.

    `unit` is the cells of a block where a cell is a token, and the blocks of a cell where many
    share one; `gutter` the cells before each line for the number of its first block.
    """

    level: Level
    total: int
    per_row: int
    rows: int
    unit: int
    gutter: int

    @property
    def says(self) -> str:
        """What one cell is."""
        match self.level:
            case "tokens":
                return "1 cell = 1 token"
            case "blocks":
                return "1 cell = 1 block"
            case "pairs":
                return "1 cell = 2 blocks"
            case "many":
                return f"1 cell = {self.unit:,} blocks, by owner"

    def row_of(self, block: int) -> int:
        """The line that shows `block`."""
        return (block - 1) // self.per_row

    def place_at(self, x: int, row: int) -> int | None:
        """The place, from 1, drawn `x` cells from the left in line `row`; the first of a cell.

        That is the number of the block, except where they are sorted by owner.
        """
        at = x - self.gutter
        if at < 0:
            return None
        if self.level == "tokens":
            place, cell = divmod(at, self.unit + 1)
            if cell == self.unit:
                return None
        else:
            if at % (GROUP + 1) == GROUP:
                return None
            place = (at - at // (GROUP + 1)) * (self.unit if self.level == "many" else 1)
        block = row * self.per_row + place + 1
        return block if place < self.per_row and block <= self.total else None


def shape_of(
    total: int, block_size: int, width: int, height: int, *, zoom: int = 0, pairs: bool = True
) -> Shape:
    """The level at which `total` blocks fit `width` by `height` cells, `zoom` levels nearer."""
    gutter = len(f"{total}") + 2
    room = max(1, width - gutter)
    shapes: list[Shape] = []
    if 1 < block_size <= min(room, WIDEST_BLOCK):
        per_row = (room + 1) // (block_size + 1)
        shapes.append(_rows("tokens", total, per_row, block_size, gutter))
    across = _cells_across(room)
    shapes.append(_rows("blocks", total, across, 1, gutter))
    if pairs:
        shapes.append(_rows("pairs", total, 2 * across, 2, gutter))
    unit = max(1, -(-total // (across * max(1, height))))
    shapes.append(_rows("many", total, across * unit, unit, gutter))
    fits = next(at for at, s in enumerate(shapes) if s.rows <= height or s.level == "many")
    return shapes[max(0, min(len(shapes) - 1, fits - zoom))]


def _rows(level: Level, total: int, per_row: int, unit: int, gutter: int) -> Shape:
    return Shape(level, total, per_row, -(-total // per_row), unit, gutter)


def _cells_across(room: int) -> int:
    """As many whole groups of eight as fit, a blank between two; all the room where none does."""
    return GROUP * ((room + 1) // (GROUP + 1)) or room
