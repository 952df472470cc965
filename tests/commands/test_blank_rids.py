"""A rid of which nothing can be seen is escaped in every command."""

from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

SCENARIO = r"""
requests = [["", 0, 6, 4], ["\r", 0, 4, 5], ["\u200b", 1, 3, 2], [" ", 1, 3, 2]]
[scheduler]
name = "driftwood"
max_running = 3
block_size = 4
num_blocks = 4
"""
SHOWN = ("''", r"'\r'", r"'\u200b'", "' '")


@pytest.mark.parametrize(
    "words", [("run",), ("show", "--step", "3"), ("frame", "--step", "3")], ids=lambda w: w[0]
)
def test_each_is_seen(driftwood: Driftwood, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "blank.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    called = driftwood(words[0], path, *words[1:])
    assert called.code == 0
    assert [name for name in SHOWN if name not in called.out] == []
    if words[0] != "run":
        assert r"'\r', admitted last, makes room" in " ".join(called.out.split())


def test_a_life_names_them(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "blank.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    called = driftwood("explain", path, "")
    assert called.out.startswith("'' in ")
    assert r"'\r' had to make room for it" in called.out
    unknown = driftwood("explain", path, "\u200b\u200b")
    assert r"there is no request '\u200b\u200b'; did you mean '\u200b'?" in unknown.err
