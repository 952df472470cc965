"""The pane of the block looked at: who has it, and every event that took or freed it."""

from core.explain import counted
from tui.reading.touches import Touches
from tui.view.box import MARGIN, Pane
from tui.view.clean import clean
from tui.view.lines import Line, Row, Span
from tui.view.numbers import share
from tui.view.picked import name_of
from tui.view.scene import Scene
from tui.view.told import Told, told_rows


def history_pane(scene: Scene, touches: Touches, width: int, height: int) -> Pane:
    """What happened to the block."""
    told = history_of(scene, touches)
    rows = [Row(_now(scene, touches.block))]
    rows += [Row(())] if height > 6 else []  # noqa: PLR2004 - a blank line where there is room
    rows += told_rows(scene, told, width - MARGIN, max(0, height - 2 - len(rows)))
    note = counted(len(told), "event") + ("" if scene.known.touches_read else " so far")
    return Pane(f"Block {touches.block:,}", rows, note)


def history_of(scene: Scene, touches: Touches) -> list[Told]:
    """Its history in lines."""
    return [
        Told(each.at, f"{clean(each.what)} {name_of(scene, each.rid)}", _ink(scene, each.rid))
        for each in touches.known
    ]


def _ink(scene: Scene, rid: str) -> str:
    return scene.letters.of(rid).ink


def _now(scene: Scene, block: int) -> Line:
    for row in scene.running:
        if block in row.blocks:
            size = scene.moment.block_size
            filled = max(0, min(size, row.computed_tokens - row.blocks.index(block) * size))
            ink = scene.letters.of(row.rid).ink
            tokens = f" holds {share(filled, size)} tokens in it"
            return (Span(name_of(scene, row.rid), ink), Span(tokens))
    place = scene.moment.free.index(block) if block in scene.moment.free else None
    return (Span("free" if place is None else f"free, taken as number {place + 1:,} of the free"),)
