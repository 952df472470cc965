"""The wheel is complete: installed elsewhere, the command works and has its scenarios.

Nothing is downloaded: the wheel is built by the setuptools that is there, and the fresh
environment borrows the packages of the one that runs the tests.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

SHIPPED = ("core", "tui", "fixtures")
JUNK = shutil.ignore_patterns("__pycache__")
LIST = """\
from importlib.resources import files

def show(folder, above):
    for entry in folder.iterdir():
        if entry.is_dir():
            show(entry, f"{above}{entry.name}/")
        elif entry.name.endswith(".toml"):
            print(above + entry.name)

show(files("fixtures"), "fixtures/")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of what it is made of."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    root = Path(__file__).parent.parent.parent
    for folder in SHIPPED:
        shutil.copytree(root / folder, source / folder, ignore=JUNK)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(root / name, source)
    pip = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--no-index", "--wheel-dir", str(out), str(source)], check=True)
    return next(out.glob("driftwood-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a fresh environment that has the wheel, and ours for what it depends on."""
    home = tmp_path_factory.mktemp("elsewhere") / "environment"
    venv.create(home, with_pip=False, symlinks=os.name == "posix")
    bin_folder = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(bin_folder / "python")]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True)
    site = next(home.rglob("site-packages"))
    borrowed = Path(sysconfig.get_path("purelib"))
    (site / "borrowed.pth").write_text(f"{borrowed}\n", encoding="utf-8")
    return bin_folder


def said(installed: Path, elsewhere: Path, command: str, *arguments: str) -> str:
    """What `command` of the fresh environment prints, run from another folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    call = [str(installed / command), *arguments]
    return subprocess.check_output(call, cwd=elsewhere, env=environment, text=True)


def test_the_wheel_holds_what_is_shipped_and_no_more(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(SHIPPED)
    typed = {"core/py.typed", "tui/py.typed"}  # frames are for the tests of others
    assert typed <= set(ZipFile(wheel).namelist())


def test_the_command_tells_its_version(installed: Path, tmp_path: Path) -> None:
    assert "0.1.0" in said(installed, tmp_path, "driftwood", "--version")


def test_the_built_in_scenarios_are_there(installed: Path, tmp_path: Path, root: Path) -> None:
    ours = {path.relative_to(root).as_posix() for path in (root / "fixtures").rglob("*.toml")}
    assert set(said(installed, tmp_path, "python", "-c", LIST).split()) == ours


def test_a_built_in_scenario_runs(installed: Path, tmp_path: Path) -> None:
    where = "from importlib.resources import files; print(files('fixtures') / 'brief')"
    folder = Path(said(installed, tmp_path, "python", "-c", where).strip())
    scenario = min(folder.glob("*.toml"))
    assert said(installed, tmp_path, "driftwood", "run", str(scenario))
