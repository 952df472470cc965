"""How far a sweep is, and what it is known by."""

from pathlib import Path

import pytest

from tui.commands.asked import Asked
from tui.commands.stopped import Refused
from tui.sweeping.identity import digest_of, header_of
from tui.sweeping.running import Pace
from tui.sweeping.wanted import wanted


def test_the_line_of_progress_has_a_rate_and_the_time_left() -> None:
    now = [100.0]
    pace = Pace(40, lambda: now[0])
    assert pace.words() == f"{'░' * 20}   0% · 0 of 40 points · 0.0 points/s · Ctrl+C stops"
    now[0], pace.done = 104.0, 10
    bar = f"{'█' * 5}{'░' * 15}  25%"
    assert pace.words() == f"{bar} · 10 of 40 points · 2.5 points/s · 12 s left · Ctrl+C stops"


def test_a_digest_is_of_the_content(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"same")
    other.write_bytes(b"same")
    assert digest_of(one) == digest_of(other)
    other.write_bytes(b"another")
    assert digest_of(one) != digest_of(other)


def test_a_digest_of_a_folder_is_of_all_in_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "a").write_bytes(b"1")
    seen = {digest_of(tmp_path)}
    (tmp_path / "in" / "b").write_bytes(b"2")
    seen.add(digest_of(tmp_path))
    (tmp_path / "in" / "b").rename(tmp_path / "in" / "c")
    seen.add(digest_of(tmp_path))
    (tmp_path / "in" / "c").write_bytes(b"3")
    seen.add(digest_of(tmp_path))
    assert len(seen) == 4


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="nowhere cannot be read: No such file"):
        digest_of(tmp_path / "nowhere")


def test_the_header_has_whatever_the_results_depend_on(tmp_path: Path) -> None:
    case, own = tmp_path / "case.toml", tmp_path / "my.py"
    case.write_text("title = 1", encoding="utf-8")
    own.write_text("def mine(candidate): ...", encoding="utf-8")
    asked = Asked(
        str(case), settings=["num_blocks=1,2"], victim=f"{own}:mine,largest_cache", limit=5
    )
    header = header_of(wanted(asked), [case])
    assert {**header, "version": "", "engine": ""} == {
        "format": 1,
        "version": "",
        "engine": "",
        "files": {"case.toml": digest_of(case), "my.py": digest_of(own)},
        "options": {"limit": 5},
        "grid": [["victim", [f"{own}:mine", "largest_cache"]], ["num_blocks", ["1", "2"]]],
    }
