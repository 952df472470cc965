"""What the colours and letters of the block map tell: owner, state, age, references, or fill.

A letter or digit always says what the colour says.
"""

from collections.abc import Iterator

from core.rows import Row as Request
from tui.view.clean import cells, clean_rid
from tui.view.lines import Line, Span
from tui.view.scene import Scene

STATES = {"prefilling": ("P", "tile3"), "decoding": ("D", "tile2")}
HEAT = ("tile4", "tile0", "tile2", "tile3", "tile1")
"""Young to old."""
OLDEST = 9


def look_of(scene: Scene, row: Request) -> Span:
    """How the blocks of a running request look."""
    text, style = _told(scene, row)
    return Span(text, f"{style} picked" if scene.is_selected(row.rid) else style)


def _told(scene: Scene, row: Request) -> tuple[str, str]:
    """The letter, and the style of its cell."""
    match scene.attention.colouring:
        case "owner":
            badge = scene.letters.of(row.rid)
            return badge.letter, badge.tile
        case "state":
            return STATES.get(row.state, ("?", "tile6"))
        case "age":
            return _aged(scene.moment.step - (row.since or 0))
        case "references":
            return _counted(1)
        case "fill":
            return _level(1, 1)


def block_look(scene: Scene, block: int, of_owner: Span) -> Span:
    """How a held block looks, where that depends on more than its owner.

    One with several owners shows how many. In contiguous memory a place that is reserved and holds
    nothing is an underscore, as what a block has room for is elsewhere.
    """
    moment, told = scene.moment, scene.attention.colouring
    owners = moment.refs(block)
    picked = " picked" if "picked" in of_owner.style else ""
    if told == "fill":
        text, style = _level(moment.filled(block), moment.block_size)
        return Span(text, style + picked)
    if told == "references":
        text, style = _counted(owners)
        return Span(text, style + picked)
    if told == "owner" and owners > 1:
        return Span(f"{min(OLDEST, owners)}", of_owner.style)
    if moment.largest_piece is not None and not moment.filled(block):
        return Span("_", of_owner.style)
    return of_owner


def _aged(steps: int) -> tuple[str, str]:
    """A digit that is one more for each doubling of the steps."""
    digit = min(OLDEST, max(0, steps).bit_length())
    return f"{digit}", HEAT[digit * (len(HEAT) - 1) // OLDEST]


def _level(tokens: int, of: int) -> tuple[str, str]:
    """A digit for how full it is: 9 is full, and nothing but what is empty is 0."""
    digit = -(-tokens * OLDEST // of) if tokens < of else OLDEST
    digit = min(digit, OLDEST - 1) if tokens < of else digit
    return f"{digit}", HEAT[digit * (len(HEAT) - 1) // OLDEST]


def _counted(owners: int) -> tuple[str, str]:
    return f"{min(OLDEST, owners)}", HEAT[min(len(HEAT) - 1, owners)]


def legend(scene: Scene, width: int) -> Line:
    """What letters and digits mean, as much as there is room for."""
    match scene.attention.colouring:
        case "owner":
            return tuple(_owners(scene, width))
        case "state":
            return _line([("P", "tile3", "prefilling"), ("D", "tile2", "decoding")])
        case "age":
            ages = ((0, "new"), (1, "1 step"), (3, "4"), (6, "32"), (9, "256 and more"))
            said = [(f"{at}", HEAT[at * (len(HEAT) - 1) // OLDEST], name) for at, name in ages]
            return (*_line(said), Span("since its owner came in", "label"))
        case "fill":
            levels = ((0, "empty"), (5, "half"), (8, "a little room"), (9, "full"))
            said = [(f"{at}", HEAT[at * (len(HEAT) - 1) // OLDEST], name) for at, name in levels]
            return (*_line(said),)
        case "references":
            return (*_line([("1", HEAT[1], "one owner"), ("2", HEAT[2], "two, …")]),)


def _line(said: list[tuple[str, str, str]]) -> Line:
    return tuple(
        span for text, style, name in said for span in (Span(text, style), Span(f" {name}  "))
    )


def _owners(scene: Scene, width: int) -> Iterator[Span]:
    """The letters on the map and whose they are."""
    room = width
    for row in scene.running:
        badge, rid = scene.letters.of(row.rid), clean_rid(row.rid)
        if badge.letter == rid:
            continue
        piece = f" {rid}  "
        room -= 1 + cells(piece)
        if room < 0:
            break
        yield Span(
            badge.letter, f"{badge.tile} picked" if scene.is_selected(row.rid) else badge.tile
        )
        yield Span(piece)
