"""The cells of the block map: who holds what; free, freed and taken are told apart.

Free is a dim dot. Cached, which nobody holds and keeps what somebody computed, is three lines in
the colour of who that was, and behind their letter where a block has more cells than one. Freed in
this step is a shade in the colour of who held it. Taken in this step is underlined; where one
compares with the step before, the others are dim. What a block has room for but does not hold yet
is an underscore. A block with several owners shows how many, in the colour of the first, or of the
one looked at.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, groupby
from operator import itemgetter

from core.rows import Row as Request
from tui.view.colouring import block_look, look_of
from tui.view.lines import Line, Span, merged
from tui.view.mapshape import GROUP, Shape
from tui.view.scene import Scene

FREE = Span("·", "free")
GHOST = "░"
CACHED = "≡"
STYLE = itemgetter(1)
"""The style of a piece of a line."""


class Sorted:
    """Held blocks in the order of their first owners, by places from 1."""

    def __init__(self, scene: Scene) -> None:
        """Sort the blocks of the requests that run."""
        self._running = scene.running
        self._blocks = [row.blocks for row in scene.running]
        if scene.moment.is_shared:
            seen: set[int] = set()
            for at, blocks in enumerate(self._blocks):
                self._blocks[at] = tuple(block for block in blocks if block not in seen)
                seen.update(blocks)
        self._ends = list(accumulate(map(len, self._blocks)))

    def holder(self, place: int) -> Request | None:
        """Who holds the block at `place`; None for a free one."""
        at = bisect_left(self._ends, place)
        return self._running[at] if at < len(self._ends) else None

    def block(self, place: int) -> int | None:
        """The number of the block at `place`; None for a free one."""
        at = bisect_left(self._ends, place)
        if at == len(self._ends):
            return None
        return self._blocks[at][place - 1 - (self._ends[at] - len(self._blocks[at]))]


class BlockCells:
    """Cells of one scene's blocks. Owners are numbered from 1 in running order, 0 is nobody."""

    def __init__(self, scene: Scene) -> None:
        """Draw the blocks of `scene`."""
        self._scene = scene
        self.sorted = Sorted(scene)
        self._kept_looks: dict[str, Span] = {}

    @cached_property
    def _owner(self) -> "array[int]":
        """The number of each block's owner: of several the one looked at, else the first."""
        owner = array("i", bytes(4 * (self._scene.moment.total_blocks + 1)))
        for number, row in enumerate(self._scene.running, start=1):
            over = not self._scene.moment.is_shared or self._scene.is_selected(row.rid)
            for block in row.blocks:
                if over or not owner[block]:
                    owner[block] = number
        return owner

    @cached_property
    def _cached(self) -> frozenset[int]:
        return frozenset(self._scene.moment.cached)

    @cached_property
    def _differs(self) -> bool:
        """Whether blocks of one owner may look unlike each other."""
        moment, told = self._scene.moment, self._scene.attention.colouring
        return moment.is_shared or moment.largest_piece is not None or told == "fill"

    @cached_property
    def _looks(self) -> list[Span]:
        """How each owner's blocks look, by its number."""
        return [FREE, *(look_of(self._scene, row) for row in self._scene.running)]

    def line(self, shape: Shape, row: int) -> Line:
        """Line `row` of the map, without its gutter."""
        first = row * shape.per_row + 1
        blocks = range(first, min(first + shape.per_row, shape.total + 1))
        match shape.level:
            case "tokens":
                return tuple(merged(self._tokens(blocks, shape.unit)))
            case "blocks":
                return _grouped(tuple(self._each(blocks)))
            case "pairs":
                half = shape.per_row // 2
                return _grouped(tuple(self._pair(b, b + half, shape.total) for b in blocks[:half]))
            case "many":
                starts = range(blocks.start, blocks.stop, shape.unit)
                return _grouped(
                    tuple(self._many(b, min(b + shape.unit, blocks.stop)) for b in starts)
                )

    @cached_property
    def _odd(self) -> frozenset[int]:
        """The blocks that may look otherwise than their owner's others: all others are alike."""
        changes, looked_at = self._scene.changes, self._scene.attention.block
        picked = () if looked_at is None else (looked_at,)
        return self._cached.union(changes.taken, changes.freed, picked)

    @cached_property
    def _kept_alone(self) -> frozenset[int]:
        """The cached blocks with which nothing happened and at which nobody looks."""
        changes = self._scene.changes
        return self._cached.difference(
            changes.taken, changes.freed, (self._scene.attention.block or 0,)
        )

    def _each(self, blocks: Sequence[int]) -> list[Span]:
        """Every one of `blocks`, most of which look like their owner's others: a lookup each."""
        if self._differs or self._scene.attention.difference:
            return [self._block(block) for block in blocks]
        owner, looks, odd, kept = self._owner, self._looks, self._odd, self._kept_alone
        return [
            looks[owner[b]] if b not in odd else self._kept(b) if b in kept else self._block(b)
            for b in blocks
        ]

    def _block(self, block: int) -> Span:
        number = self._owner[block]
        changes = self._scene.changes
        text, style = self._looks[number]
        if number and self._differs:
            text, style = block_look(self._scene, block, Span(text, style))
        if number and block in changes.taken:
            style = f"{style} new"
        elif number and self._scene.attention.difference:
            style = "later"
        elif block in self._cached:
            text, style = self._kept(block)
        elif not number and block in changes.freed:
            text, style = GHOST, self._scene.letters.of(changes.freed[block]).ink
        return Span(text, f"{style} cursor" if block == self._scene.attention.block else style)

    def _kept(self, block: int) -> Span:
        """How a cached block looks: whose content it keeps."""
        rid = self._scene.moment.content(block) or ""
        if rid not in self._kept_looks:
            self._kept_looks[rid] = Span(CACHED, self._scene.letters.of(rid).ink)
        return self._kept_looks[rid]

    def _letter(self, block: int) -> str:
        """Who computed what the cached `block` keeps."""
        return self._scene.letters.of(self._scene.moment.content(block) or "").letter

    def _tokens(self, blocks: Sequence[int], unit: int) -> Iterator[Span]:
        for block in blocks:
            if block != blocks[0]:
                yield Span(" ")
            text, style = self._block(block)
            if not self._owner[block]:
                letter = self._letter(block) if text == CACHED else text
                yield Span(letter + text * (unit - 1), style)
                continue
            filled = self._scene.moment.filled(block)
            yield Span(text * filled + "_" * (unit - filled), style)

    def _pair(self, upper: int, lower: int, total: int) -> Span:
        top, low = self._block(upper), self._block(lower) if lower <= total else Span(" ")
        held = (self._owner[upper] != 0, lower <= total and self._owner[lower] != 0)
        if not any(held):
            return next((each for each in (top, low) if each.text in {CACHED, GHOST}), FREE)
        if all(held):
            return Span("▀", f"top-{_colour(top.style)} low-{_colour(low.style)}")
        return (
            Span("▀", f"top-{_colour(top.style)}")
            if held[0]
            else Span("▄", f"top-{_colour(low.style)}")
        )

    def _many(self, first: int, end: int) -> Span:
        """The cell of the places `first` up to `end`: who holds the one in the middle.

        In contiguous memory they lie together as they are, by address.
        """
        if self._scene.moment.largest_piece is not None:
            return self._block((first + end) // 2)
        row = self.sorted.holder((first + end) // 2)
        if row is not None:
            return look_of(self._scene, row)
        kept = self._scene.moment.used_blocks + len(self._cached)
        if (first + end) // 2 <= kept:
            return Span(CACHED, "ghost")
        gone = kept + len(self._scene.changes.freed.keys() - self._cached)
        return Span(GHOST, "ghost") if (first + end) // 2 <= gone else FREE


def _colour(style: str) -> str:
    """The number of the colour in the words of a tile's style.

    p where it is the selected one's, l where it is dim, since nothing changed.
    """
    if "picked" in style:
        return "p"
    return "l" if style.startswith("later") else style[4:5]


@lru_cache(maxsize=512)
def _grouped(cells: tuple[Span, ...]) -> Line:
    """The cells with a blank after every eight. Most lines of a map are those of the last frame."""
    out: list[Span] = []
    for start in range(0, len(cells), GROUP):
        if out:
            out.append(Span(" "))
        out += [
            Span("".join([text for text, _ in same]), style)
            for style, same in groupby(cells[start : start + GROUP], key=STYLE)
        ]
    return tuple(out)
