"""The results file: whatever ends a sweep, what is whole in it is kept, and nothing else."""

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.study.grid import Axis, Grid
from core.study.sweep import Outcome
from tui.commands.stopped import Refused
from tui.sweeping.book import Book, opened
from tui.sweeping.rows import Row, header_line

GRID = Grid((Axis("a", ("1", "2")), Axis("b", ("x", "y", "z"))))
HEADER = {"format": 1, "version": "1", "grid": [["a", ["1", "2"]], ["b", ["x", "y", "z"]]]}
OTHER = {**HEADER, "version": "2", "options": {"limit": 5}}


def row(number: int) -> Row:
    figures = {"steps": number, "rate": number / 3, "name \n": 1.5e300}
    return Row(number, GRID.point(number), Outcome("finished", f"ended\n{number}", figures))


def whole(path: Path) -> bytes:
    """A finished file, its rows out of order."""
    book = opened(path, HEADER, GRID, resume=False, force=False)
    for number in (3, 0, 5, 1, 2, 4):
        book.add([row(number)])
    book.close()
    return path.read_bytes()


def gone_on(path: Path) -> Book:
    """The sweep gone on with: every point that is not there is run."""
    book = opened(path, HEADER, GRID, resume=True, force=False)
    there = {one.number for one in book.rows}
    book.add([row(number) for number in range(GRID.size) if number not in there])
    book.close()
    return book


@given(st.data())
def test_cut_at_any_byte_it_comes_to_the_same(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "out.jsonl")
        content = whole(path)
        path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
        gone_on(path)
        book = opened(path, HEADER, GRID, resume=True, force=False)
        book.close()
        assert sorted(book.rows) == [row(number) for number in range(GRID.size)]
        assert sorted(path.read_bytes().splitlines()) == sorted(content.splitlines())


def test_every_cut_keeps_exactly_the_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    content = whole(path)
    first = len(header_line(HEADER))
    for cut in range(len(content) + 1):
        path.write_bytes(content[:cut])
        book = opened(path, HEADER, GRID, resume=True, force=False)
        book.close()
        expected = max(0, content[:cut].count(b"\n") - 1)
        assert len(book.rows) == expected, cut
        kept = content[:cut].rpartition(b"\n")[0] + b"\n"
        assert path.read_bytes() == (kept if cut >= first else header_line(HEADER)), cut


@pytest.mark.parametrize(
    "torn", [b'{"point":1', b"\x00" * 50, b'{"point":1}\n', b"\xff\n", b"[1]\n", b"1" * 5000]
)
def test_what_is_behind_the_last_whole_line_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "out.jsonl"
    content = whole(path)
    path.write_bytes(content + torn)
    assert len(gone_on(path).rows) == 6
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        b"{}\n",
        b'{"point":99,"knobs":{},"status":"finished","reason":"","totals":{}}\n',
        b'{"point":1,"knobs":{"a":"1","b":"z"},"status":"finished","reason":"","totals":{}}\n',
        row(1).line().replace(b"1.5e+300", b"true"),
        row(1).line().replace(b"1.5e+300", b'"x"'),
        b"[" * 5000 + b"\n",
    ],
)
def test_a_damaged_line_between_others_is_refused(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "out.jsonl"
    lines = whole(path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], line, *lines[2:]]))
    before = path.read_bytes()
    with pytest.raises(Refused, match=r"out.jsonl:3: this line is damaged"):
        opened(path, HEADER, GRID, resume=True, force=False)
    assert path.read_bytes() == before


def test_of_a_point_that_stands_twice_the_first_counts(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    whole(path)
    with path.open("ab") as file:
        file.write(row(2)._replace(outcome=Outcome("limit", "later", {})).line())
    book = opened(path, HEADER, GRID, resume=True, force=False)
    book.close()
    assert next(one for one in book.rows if one.number == 2).outcome.status == "finished"


@pytest.mark.parametrize("resume", [False, True])
def test_a_file_of_another_sweep_is_refused_with_what_differs(tmp_path: Path, resume: bool) -> None:
    path = tmp_path / "out.jsonl"
    content = whole(path)
    with pytest.raises(Refused) as refused:
        opened(path, OTHER, GRID, resume=resume, force=False)
    assert str(refused.value).splitlines() == [
        f"{path} is of another sweep; -o names another file, --force writes over this one:",
        "  version: 1 there, 2 here",
        "  options: none there, limit 5 here",
    ]
    assert path.read_bytes() == content


def test_what_is_done_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    content = whole(path)
    said = "has 6 of 6 points of this sweep: --resume goes on with it, --force begins anew"
    with pytest.raises(Refused, match=said):
        opened(path, HEADER, GRID, resume=False, force=False)
    assert path.read_bytes() == content


def test_force_begins_anew_over_a_sweep_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    whole(path)
    opened(path, OTHER, GRID, resume=False, force=True).close()
    assert path.read_bytes() == header_line(OTHER)
    for other in (b"TIMESTAMP,ContextTokens\n", b'{"driftwood":"run"}\n', b"\x00" * 100, b"x"):
        path.write_bytes(other)
        with pytest.raises(Refused, match="is there, and no results file of a sweep"):
            opened(path, HEADER, GRID, resume=False, force=True)
        assert path.read_bytes() == other


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.touch()
    opened(path, HEADER, GRID, resume=False, force=False).close()
    assert path.read_bytes() == header_line(HEADER)


def test_two_at_once_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    first = opened(path, HEADER, GRID, resume=False, force=False)
    with pytest.raises(Refused, match="another sweep writes to it just now"):
        opened(path, HEADER, GRID, resume=True, force=False)
    first.close()
    opened(path, HEADER, GRID, resume=True, force=False).close()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"cannot be written: there is no folder .*nowhere; mkdir"):
        opened(tmp_path / "nowhere" / "out", HEADER, GRID, resume=False, force=False)
    with pytest.raises(Refused, match="is no file that rows can be appended to"):
        opened(tmp_path, HEADER, GRID, resume=False, force=False)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="is no file that rows can be appended to"):
        opened(tmp_path / "pipe", HEADER, GRID, resume=True, force=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    book = Book(tmp_path / "out", os.open("/dev/full", os.O_WRONLY), ())
    with pytest.raises(Refused, match="out cannot be written: No space left on device"):
        book.add([row(1)])
    book.close()


def test_a_row_is_a_line_of_json() -> None:
    document = json.loads(row(4).line())
    assert document == {
        "point": 4,
        "knobs": {"a": "2", "b": "y"},
        "status": "finished",
        "reason": "ended\n4",
        "totals": {"steps": 4, "rate": 4 / 3, "name \n": 1.5e300},
    }
    assert row(4).line().count(b"\n") == 1
