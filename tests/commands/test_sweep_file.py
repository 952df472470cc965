"""`driftwood sweep`: its results file, and going on with it."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.commands.sweeping import CASE, GRID, LOAD


@pytest.mark.parametrize("name", ["-o", "--output"])
def test_the_results_are_kept_where_they_shall_be(
    driftwood: Driftwood, elsewhere: Path, name: str
) -> None:
    out = elsewhere / "out.jsonl"
    words = ("sweep", CASE, *GRID, name, out)
    first = driftwood(*words)
    header, *rows = map(json.loads, out.read_text().splitlines())
    assert (header["driftwood"], header["format"]) == ("sweep", 1)
    assert sorted(row["point"] for row in rows) == [*range(6)]
    again = driftwood(*words)
    assert again.code == 2
    assert "out.jsonl has 6 of 6 points of this sweep: --resume goes on with it" in again.err
    assert driftwood(*words, "--resume") == first
    assert driftwood(*words, "--force") == first


def test_cut_anywhere_it_is_gone_on_with_to_the_same_end(
    driftwood: Driftwood, elsewhere: Path
) -> None:
    out = elsewhere / "out.jsonl"
    words = ("sweep", CASE, *GRID, "-o", out, "--json")
    whole = driftwood(*words)
    content = out.read_bytes()
    for cut in (10, len(content) // 2, len(content) - 1):
        out.write_bytes(content[:cut])
        assert driftwood(*words, "--resume") == whole
        assert sorted(out.read_bytes().splitlines()) == sorted(content.splitlines())


def test_a_file_of_another_sweep_is_refused_with_what_differs(
    driftwood: Driftwood, elsewhere: Path, load: Path
) -> None:
    words = ("-o", elsewhere / "out.jsonl", "--set")
    driftwood("sweep", load, *words, "max_running=1,2")
    other = driftwood("sweep", load, *words, "max_running=1,4", "--max-steps", 9, "--resume")
    assert other.code == 2
    assert other.err.splitlines()[1:] == [
        "  options: none there, max_steps 9 here",
        "  grid: max_running=1,2 there, max_running=1,4 here",
    ]
    load.write_text(f"{LOAD}# another\n", encoding="utf-8")
    changed = driftwood("sweep", load, *words, "max_running=1,2", "--resume")
    assert changed.code == 2
    assert "  files: load.toml " in changed.err


def test_what_is_read_is_never_written_over(driftwood: Driftwood, load: Path) -> None:
    called = driftwood("sweep", load, "--set", "max_running=1,2", "-o", load, "--force")
    assert called.code == 2
    assert "load.toml is there, and no results file of a sweep" in called.err
    assert load.read_text() == LOAD


def test_results_that_nobody_named_are_put_where_files_can_be_written(
    driftwood: Driftwood, elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("tempfile.tempdir", f"{tmp_path}")
    (tmp_path / "2-preemption.sweep.jsonl").write_text("somebody's")
    called = driftwood("sweep", CASE, *GRID)
    assert called.code == 2
    assert f"{tmp_path / '2-preemption.sweep.jsonl'} is " in called.err
    (tmp_path / "2-preemption.sweep.jsonl").unlink()
    assert driftwood("sweep", CASE, *GRID).code == 0
    assert [*elsewhere.iterdir()] == []
