"""What `tui.frames` promises to those who test with it."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from core.workload import ScenarioError, load_scenario
from tests.recorded import Snapshot
from tests.tui.runs import busy, hostile, preemption
from tui.frames import frame, frame_svg

CALL = "import sys; from tui.frames import frame; print(frame(sys.argv[1], 3, 1), end='')"
LATE = "import sys, tui.frames; print({'rich', 'textual', 'typer'} & set(sys.modules))"


@pytest.fixture
def scenario(root: Path) -> Path:
    return root / "fixtures" / "brief" / "2-preemption.toml"


def called(root: Path, *arguments: str, hashes: str = "0") -> str:
    """What another process prints."""
    result = subprocess.run(
        [sys.executable, "-c", *arguments],
        cwd=root,
        env={"PYTHONHASHSEED": hashes, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return result.stdout


def test_a_path_a_scenario_and_a_run_give_the_same_frame(scenario: Path) -> None:
    loaded = load_scenario(scenario)
    assert frame(scenario, 3) == frame(f"{scenario}", 3) == frame(loaded, 3)
    titled = frame(loaded, 3).splitlines()
    bare = frame(loaded.run(), 3).splitlines()
    assert titled[2:9] == bare[2:9]


def test_a_built_in_scenario_has_a_name(scenario: Path) -> None:
    assert frame("brief/2-preemption", 3) == frame(scenario, 3)
    with pytest.raises(ScenarioError, match="brief/nothing: there is no such file"):
        frame("brief/nothing", 3)


def test_every_process_prints_the_same(root: Path, scenario: Path) -> None:
    frames = {called(root, CALL, f"{scenario}", hashes=f"{seed}") for seed in range(3)}
    assert frames == {frame(scenario, 3, 1)}


def test_no_library_of_the_screen_is_loaded(root: Path) -> None:
    assert called(root, LATE) == "set()\n"


def test_lines_end_where_their_text_does() -> None:
    lines = frame(preemption(), 3).split("\n")
    assert lines[-1] == ""
    assert len(lines) == 41
    assert all(line == line.rstrip() for line in lines)


def test_styles_are_a_grid_of_the_same_shape() -> None:
    text = frame(preemption(), 3, size=(80, 24), styles=True)
    plain, grid = text.split("--- styles\n")
    rows, legend = grid.split("--- legend\n")
    assert plain == frame(preemption(), 3, size=(80, 24))
    assert [len(row) for row in rows.splitlines()] == [80] * 24
    told = {line[0] for line in legend.splitlines()}
    assert set(rows) - {"\n"} == told


@pytest.mark.parametrize("look", ["dark", "light"])
def test_a_picture_is_valid_and_shows_the_text(look: str) -> None:
    svg = frame_svg(hostile(), 6, look="light" if look == "light" else "dark")
    picture = ET.fromstring(svg)  # noqa: S314 - our own text
    texts = [piece.text or "" for piece in picture.iter("{http://www.w3.org/2000/svg}text")]
    joined = "".join(texts).replace(" ", "")
    lines = frame(hostile(), 6).replace(" ", "").split("\n")
    assert joined == "".join(lines)


def test_a_picture(snapshot: Snapshot, scenario: Path) -> None:
    snapshot.assert_match(frame_svg(scenario, 3, 1, (80, 24), rid="B"), "frame.svg")


@pytest.mark.parametrize(
    ("step", "event", "size", "said"),
    [
        (6, None, (80, 24), "the last is 5"),
        (-1, None, (80, 24), "the first is 0"),
        (3, 9, (80, 24), "they are 0..5"),
        (3, None, (0, 24), "at least 1 x 1 cells"),
    ],
)
def test_what_is_not_there_is_refused(
    step: int, event: int | None, size: tuple[int, int], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        frame(preemption(), step, event, size)


def test_a_request_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no request 'Z'"):
        frame(preemption(), 3, rid="Z")


def test_a_frame_of_a_run_in_the_middle_shows_the_whole_timeline() -> None:
    run = busy().advance(10)
    assert frame(run, 5) == frame(busy(), 5)
