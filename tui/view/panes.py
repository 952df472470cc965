"""Every pane by its name: what draws it."""

from collections.abc import Callable, Mapping

from tui.view.blocks import blocks_pane
from tui.view.box import Pane, boxed
from tui.view.findings import findings_pane
from tui.view.happened import events_pane
from tui.view.lines import Row
from tui.view.plain import ascii_line
from tui.view.request import request_pane
from tui.view.running import running_pane
from tui.view.scene import PaneName, Scene
from tui.view.timeline import timeline_pane
from tui.view.waiting import waiting_pane

DRAW: Mapping[PaneName, Callable[[Scene, int, int], Pane]] = {
    "blocks": blocks_pane,
    "waiting": waiting_pane,
    "running": running_pane,
    "events": events_pane,
    "timeline": timeline_pane,
    "request": request_pane,
    "findings": findings_pane,
}


def draw(
    name: PaneName, scene: Scene, width: int, height: int, *, has_focus: bool = True
) -> list[Row]:
    """The pane `name` in exactly `width` by `height` cells, its frame included.

    The pane looked at stands out, unless its scene is beside the one that `has_focus`.
    """
    pane = DRAW[name](scene, width, height)
    rows = boxed(pane, width, height, focused=has_focus and scene.attention.pane == name)
    if scene.ascii_only:
        return [Row(ascii_line(row.line), row.target) for row in rows]
    return rows
