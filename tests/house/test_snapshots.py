"""Every snapshot file belongs to a test."""

from pathlib import Path

import pytest

from tests.recorded import orphans


@pytest.mark.last
def test_no_snapshot_is_orphaned(root: Path, asked: set[Path]) -> None:
    assert orphans(root / "tests", asked) == []


def test_a_file_nobody_asked_for_is_an_orphan(tmp_path: Path) -> None:
    folder = tmp_path / "frames" / "snapshots" / "test_frames"
    folder.mkdir(parents=True)
    for name in ("kept.txt", "lost.txt"):
        (folder / name).write_text("a frame\n", encoding="utf-8")
    assert orphans(tmp_path, {(folder / "kept.txt").resolve()}) == [(folder / "lost.txt").resolve()]
