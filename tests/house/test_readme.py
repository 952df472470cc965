"""The README says what is so: everything in it that can run is run."""

import re
import shlex
from pathlib import Path

import pytest

from core.schedulers.driftwood import Driftwood
from core.workload import check, load_scenario
from tests.house.readme import commands, fenced, shown
from tests.typing.legal_moves import diagram, table
from tui.commands import main

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")
LINES = [line for block in fenced(README, "sh") for line in block.splitlines()]
DRIFTWOOD = [line for line in LINES if line.startswith("driftwood ")]


def plain(text: str) -> str:
    """The words of `text`, without line breaks and emphasis."""
    return re.sub(r"\s+", " ", text.replace("**", "").replace("\n", " ")).strip()


def test_it_shows_the_legal_moves() -> None:
    assert diagram() in README
    assert table() in README


def test_it_has_the_commands_of_a_fresh_machine() -> None:
    assert commands(README).keys() >= {"app", "tests"}


@pytest.mark.parametrize("phase", ["grow", "admit", "run", "finish"])
def test_it_states_the_rules_word_for_word(phase: str) -> None:
    rule = getattr(Driftwood, phase).__doc__
    assert plain(rule) in plain(README)


@pytest.fixture
def clone(root: Path, tmp_path: Path) -> Path:
    """A folder of its own with what lies in the project's: sweeps keep a file where they run."""
    for path in root.iterdir():
        tmp_path.joinpath(path.name).symlink_to(path)
    return tmp_path


@pytest.mark.parametrize("line", DRIFTWOOD)
def test_its_commands_run(
    line: str, clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(clone)
    assert main(shlex.split(line, comments=True)[1:]) == 0
    assert capsys.readouterr().out


def test_some_commands_are_run() -> None:
    assert len(DRIFTWOOD) >= 5


@pytest.mark.parametrize("command", shown(README))
def test_its_frames_are_what_the_commands_print(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.rstrip("\n") == shown(README)[command]


def test_its_scenario_loads_and_is_met(tmp_path: Path) -> None:
    (case,) = fenced(README, "toml")
    (tmp_path / "case.toml").write_text(case, encoding="utf-8")
    scenario = load_scenario(tmp_path / "case.toml")
    assert check(scenario, scenario.run().finish()) == ()


def test_its_variant_and_what_differs_belong_to_its_scenario(tmp_path: Path) -> None:
    (case,) = fenced(README, "toml")
    more = [text for text in fenced(README, "text") if text.startswith(("[[variant", "[expect"))]
    assert len(more) == 2
    (tmp_path / "case.toml").write_text("\n".join([case, *more]), encoding="utf-8")
    assert main(["check", str(tmp_path / "case.toml")]) == 0


@pytest.mark.parametrize("source", fenced(README, "python"))
def test_its_python_runs(source: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    scope: dict[str, object] = {}
    exec(compile(source, "README.md", "exec"), scope)  # noqa: S102 - our own README
    for name, tested in list(scope.items()):
        if name.startswith("test_") and callable(tested):
            tested(Remembering())


class Remembering:
    """Stands for the snapshot fixture in the README's example."""

    def assert_match(self, value: str, snapshot_name: str) -> None:
        """A frame came, under a name."""
        assert value.startswith(" Driftwood")
        assert snapshot_name.endswith(".txt")


def test_a_command_is_found() -> None:
    text = "Run:\n\n<!-- command: tests -->\n\n```sh\none &&\ntwo\n```\n\n```sh\nother\n```\n"
    assert commands(text) == {"tests": "one &&\ntwo"}
    assert fenced(text, "sh") == ["one &&\ntwo", "other"]
