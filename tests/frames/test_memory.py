"""The screen over memory models: blocks that are shared, and pieces with holes between them."""

from pathlib import Path

import pytest

from tests.recorded import Snapshot
from tui.frames import frame

MOMENTS = {
    "shared": ("shared-prefix.toml", 1, 5),
    "pieces": ("contiguous-holes.toml", 1, 2),
    "stranded": ("reserved-for-each.toml", 0, 13),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_a_memory(snapshot: Snapshot, root: Path, name: str) -> None:
    file, step, event = MOMENTS[name]
    text = frame(root / "fixtures" / "memory" / file, step, event, (100, 30))
    snapshot.assert_match(text, "frame.txt")
