"""A piece of the screen."""

from typing import NamedTuple

from tui.view.layout import Rect
from tui.view.lines import Row
from tui.view.scene import Scene


class Part(NamedTuple):
    """A piece of the screen, where it stands, and what it shows."""

    place: Rect
    rows: list[Row]
    scene: Scene
