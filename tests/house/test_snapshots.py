"""Every snapshot file belongs to a test, or the run of all tests fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
import pytest
from pathlib import Path
from tests.recorded import Recorded, Watch

watch = Watch(Path(__file__).parent)

def pytest_configure(config):
    config.pluginmanager.register(watch)

@pytest.fixture
def snapshot(snapshot):
    return Recorded(snapshot, watch.asked)
"""
TESTS = """
def test_first(snapshot):
    snapshot.assert_match("a frame", "first.txt")

def test_second(snapshot):
    snapshot.assert_match("a frame", "second.txt")
"""
FOLDERS = "test_frames/test_first/first.txt", "test_frames/test_second/second.txt"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder of two tests, each with its snapshot."""
    tmp_path.joinpath("conftest.py").write_text(CONFTEST)
    tmp_path.joinpath("test_frames.py").write_text(TESTS)
    for name in FOLDERS:
        _frame(tmp_path, name)
    return tmp_path


def _frame(project: Path, name: str) -> None:
    file = project / "snapshots" / name
    file.parent.mkdir(parents=True)
    file.write_text("a frame")


def _pytest(project: Path, root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    where = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run(
        command, cwd=project, env=where, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["one process", "two"])
def test_a_file_nobody_asked_for_fails_the_run(
    project: Path, root: Path, options: tuple[str, ...]
) -> None:
    whole = _pytest(project, root, *options)
    assert whole.returncode == 0, whole.stdout
    _frame(project, "test_frames/test_lost/lost.txt")
    orphaned = _pytest(project, root, *options)
    assert orphaned.returncode == 1, orphaned.stdout
    assert "test_lost/lost.txt" in orphaned.stdout
    assert "2 passed" in orphaned.stdout


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["one process", "two"])
def test_a_run_of_some_tests_says_nothing_of_files(
    project: Path, root: Path, options: tuple[str, ...]
) -> None:
    some = _pytest(project, root, "-k", "first", *options)
    assert some.returncode == 0, some.stdout
