"""The pane of the block map: its cells, their numbers, and a legend of who and what."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from core.explain import counted
from tui.view.blockmap import CACHED, GHOST, BlockCells, Sorted
from tui.view.box import MARGIN, Pane
from tui.view.clean import cells
from tui.view.colouring import legend
from tui.view.lines import Line, Row, Span, fit, line, width_of
from tui.view.mapshape import GROUP, Shape, shape_of
from tui.view.memory import places, stranded_words
from tui.view.scene import Scene
from tui.view.table import window

AROUND = 4
"""Lines around the map: its ruler above, a blank one and the legend's two below."""
MOST_CACHED = 1000
"""Cached blocks up to which it is told whose content they keep: each is looked up."""
FEW = 3
"""Owners of cached blocks that are told."""
ROOMY = 6
"""Lines inside the pane from which those are kept free for them."""


class _Page(NamedTuple):
    """The lines of the map that show, and whether a ruler stands above them."""

    shape: Shape
    first: int
    end: int
    ruled: bool


def map_shape(scene: Scene, width: int, height: int) -> Shape:
    """How the map is laid out in a pane of `width` by `height` cells."""
    inner = height - 2
    return shape_of(
        scene.moment.total_blocks,
        scene.moment.block_size,
        width - MARGIN,
        max(1, inner - AROUND if inner >= ROOMY else inner),
        zoom=scene.attention.level,
        pairs=not scene.plain,
    )


def blocks_pane(scene: Scene, width: int, height: int) -> Pane:
    """Who holds what."""
    page, cells_of = _page(scene, width, height), BlockCells(scene)
    rows = [Row(_ruler(page.shape))] if page.ruled else []
    rows += [Row(_numbered(cells_of, page.shape, row)) for row in range(page.first, page.end)]
    room = height - 2 - len(rows)
    below = [Row(line) for line in _legend(scene, width - MARGIN)][: room if room < AROUND else 2]
    rows += [Row(_weight(scene, width - MARGIN))] if room > len(below) else []
    title = places(scene.moment.unit).capitalize()
    return Pane(title, [*rows, *below], _says(scene, page.shape))


def _says(scene: Scene, shape: Shape) -> str:
    """What one cell is, and what is coloured by something else than owners.

    In contiguous memory blocks are places of tokens, by their addresses.
    """
    colouring, says = scene.attention.colouring, shape.says
    if scene.moment.largest_piece is not None:
        says = says.removesuffix(", by owner").replace("block", "token")
    return says if colouring == "owner" else f"{says.removesuffix(', by owner')}: {colouring}"


def block_at(scene: Scene, width: int, height: int, x: int, y: int) -> int | None:
    """The block drawn at `x`, `y` of the pane, its frame included."""
    page = _page(scene, width, height)
    row = page.first + y - 1 - page.ruled
    place = page.shape.place_at(x - 2, row) if page.first <= row < page.end else None
    if place is None or page.shape.level != "many" or scene.moment.largest_piece is not None:
        return place
    return Sorted(scene).block(place)


def _page(scene: Scene, width: int, height: int) -> _Page:
    """The lines that show: around the block looked at, else from the first one."""
    shape, inner = map_shape(scene, width, height), height - 2
    block = scene.attention.block
    lines = max(1, inner - AROUND if inner >= ROOMY else inner)
    shown = window(shape.rows, lines, None if block is None else shape.row_of(block))
    return _Page(shape, shown.start, shown.end, inner > shown.end - shown.start + 1)


def _numbered(cells_of: BlockCells, shape: Shape, row: int) -> Line:
    first = row * shape.per_row + 1
    number = f"{first:0{shape.gutter - 2}d}"
    return (Span(f"{number}  ", "label"), *cells_of.line(shape, row))


def _ruler(shape: Shape) -> Line:
    """Which block of its line stands where: each, or the first of each group."""
    if shape.level == "tokens":
        step, cell, count = 1, shape.unit + 1, min(shape.per_row, shape.total)
    else:
        step, cell = GROUP * (shape.unit if shape.level == "many" else 1), GROUP + 1
        across = shape.per_row // 2 if shape.level == "pairs" else shape.per_row
        count = -(-min(across, shape.total) // step)
    text = " " * shape.gutter
    for at in range(count):
        label = f"{at * step + 1}"
        if cells(text) <= shape.gutter + at * cell:
            text = text.ljust(shape.gutter + at * cell) + label
            text += " " if len(label) >= cell else ""
    return line(Span(text, "label"))


def _weight(scene: Scene, width: int) -> Line:
    """What of the memory is stranded, where it has bytes or pieces; else a blank line."""
    words = stranded_words(scene.moment)
    return fit((Span(words, "label"),), width) if words else ()


def _legend(scene: Scene, width: int) -> Iterator[Line]:
    marks = _marks(scene, _of(scene))
    yield fit(marks if width_of(marks) <= width else _marks(scene, ""), width)
    yield fit(legend(scene, width), width)


def _marks(scene: Scene, whose: str) -> Line:
    """What changed in this step, and `whose` content is cached."""
    changes = scene.changes
    out: list[Span] = []
    if changes.taken:
        out += [
            Span(_named(scene, tuple(changes.taken.values())), "new"),
            Span(" taken  ", "label"),
        ]
    kept = scene.moment.cached
    if gone := changes.freed.keys() - kept:
        freed = tuple(rid for block, rid in changes.freed.items() if block in gone)
        out += [Span(GHOST, "ghost"), Span(f" freed by {_named(scene, freed)}  ", "label")]
    if shared := scene.moment.shared_blocks:
        out += [Span(f"{counted(shared, 'block')} shared  ", "label")]
    if kept:
        out += [Span(CACHED, "ghost"), Span(f" {len(kept):,} cached{whose}  ", "label")]
    unit = scene.moment.unit.rpartition(" ")[2]
    free = f"{scene.moment.free_blocks:,}" if kept else counted(scene.moment.free_blocks, unit)
    return (*out, Span("·", "free"), Span(f" {free} free", "label"))


def _of(scene: Scene) -> str:
    """Whose content is cached, the most first, as far as it is quickly said."""
    kept = scene.moment.cached
    if len(kept) > MOST_CACHED:
        return ""
    rids = (scene.moment.content(block) or "" for block in kept)
    most = Counter(scene.letters.of(rid).letter for rid in rids).most_common(FEW)
    return f": {' '.join(f'{letter} {blocks}' for letter, blocks in most)}" if most else ""


def _named(scene: Scene, rids: tuple[str, ...]) -> str:
    """The letters of `rids`, each once."""
    letters = [scene.letters.of(rid).letter for rid in dict.fromkeys(rids)]
    return " ".join(letters[:6]) + (" …" if len(letters) > 6 else "")  # noqa: PLR2004 - a line's worth
