"""The pane of the block looked at: who has it, and every event that took or freed it."""

from collections.abc import Collection, Sequence

from core.explain import counted
from core.rows import Row as Request
from tui.reading.touches import Touch, Touches
from tui.view.box import MARGIN, Pane
from tui.view.clean import clean
from tui.view.lines import Line, Row, Span
from tui.view.numbers import share
from tui.view.picked import name_of
from tui.view.scene import Scene
from tui.view.told import Place, Told, told_rows

MOST_NAMED = 6
"""Owners of a shared block that are named; all are counted."""


def history_pane(scene: Scene, touches: Touches, width: int, height: int) -> Pane:
    """What happened to the block."""
    places = places_of(touches)
    rows = [Row(_now(scene, touches.block))]
    if height > 6:  # noqa: PLR2004 - where there is room, what it keeps and a blank line
        rows += [*_origin(scene, touches.block), Row(())]
    room = max(0, height - 2 - len(rows))
    rows += told_rows(
        scene, places, lambda at: _told(scene, touches.known[at]), width - MARGIN, room
    )
    note = counted(len(places), "event") + ("" if scene.known.touches_read else " so far")
    return Pane(f"{scene.moment.unit.capitalize()} {touches.block:,}", rows, note)


def places_of(touches: Touches) -> list[Place]:
    """Where the lines of its history lead."""
    return [each.at for each in touches.known]


def _told(scene: Scene, touch: Touch) -> Told:
    """A line of it."""
    text = f"{clean(touch.what)} {name_of(scene, touch.rid)}"
    return Told(touch.at, text, _ink(scene, touch.rid))


def _ink(scene: Scene, rid: str) -> str:
    return scene.letters.of(rid).ink


def _now(scene: Scene, block: int) -> Line:
    holders = [row for row in scene.running if block in row.blocks]
    if holders:
        inks = [Span(name_of(scene, row.rid), _ink(scene, row.rid)) for row in holders]
        names = [piece for ink in inks[:MOST_NAMED] for piece in (Span(", "), ink)][1:]
        verb = "holds" if len(holders) == 1 else f"({len(holders):,} owners) hold"
        filled = share(_filled(scene, block, holders), scene.moment.block_size)
        rids = {row.rid for row in holders}
        return (*names, Span(f" {verb} {filled} tokens in it"), *_others(scene, block, rids))
    place = scene.moment.free.index(block) if block in scene.moment.free else None
    if block in scene.moment.cached:
        number = scene.moment.free.index(block) + 1
        return (*_content(scene, block, "cached: "), Span(f"; taken as number {number:,}"))
    return (Span("free" if place is None else f"free, taken as number {place + 1:,} of the free"),)


def _filled(scene: Scene, block: int, holders: Sequence[Request]) -> int:
    """How many tokens it holds: worked out for this one, and not for every block there is."""
    size = scene.moment.block_size
    levels = [row.computed_tokens - row.blocks.index(block) * size for row in holders]
    return max(0, min(size, max(levels)))


def _others(scene: Scene, block: int, holders: Collection[str]) -> Line:
    """Whose tokens it keeps, where that is nobody who holds it."""
    is_own = scene.moment.content(block) in holders
    return () if is_own else _content(scene, block, ", ")


def _content(scene: Scene, block: int, before: str) -> Line:
    """Whose tokens it keeps for others to hit."""
    owner = scene.moment.content(block)
    if owner is None:
        return ()
    name = Span(name_of(scene, owner), _ink(scene, owner))
    return (Span(before), name, Span(" computed it"))


def _origin(scene: Scene, block: int) -> list[Row]:
    """Which tokens it keeps, and the hash ids that a trace has for them."""
    origin = scene.moment.origin(block)
    if origin is None:
        return []
    name = Span(name_of(scene, origin.rid), _ink(scene, origin.rid))
    ids = " ".join(f"{each}" for each in origin.hash_ids)
    cut = f", hash id {ids}" if ids else ""
    return [
        Row((Span("keeps tokens "), Span(f"{origin.first:,}–{origin.last:,} of "), name, Span(cut)))
    ]
