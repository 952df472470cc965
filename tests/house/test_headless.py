"""Commands that draw no screen do not pay for importing one: Textual takes 0.2 seconds."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """\
import sys
from tui.commands import main

sys.argv[0] = "driftwood"
code = 0
try:
    main()
except SystemExit as ended:
    code = ended.code
assert not code, f"exit code {code}"
assert "textual" not in sys.modules, "textual was imported"
"""


@pytest.fixture(scope="module")
def scenario() -> str:
    """A built-in scenario."""
    return str(
        min(Path(__file__).parent.parent.parent.joinpath("fixtures", "brief").glob("*.toml"))
    )


@pytest.mark.parametrize(
    "command",
    [
        *("--help", "--version", "run FILE", "run FILE --json", "show FILE --step 0", "check FILE"),
        *("explain FILE A", "cut FILE --window 0..9 -o CASE"),
    ],
)
def test_a_headless_command_imports_no_screen(
    root: Path, scenario: str, command: str, tmp_path: Path
) -> None:
    places = {"FILE": scenario, "CASE": str(tmp_path / "case.toml")}
    arguments = [places.get(word, word) for word in command.split()]
    call = [sys.executable, "-c", PROGRAM, *arguments]
    run = subprocess.run(call, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout
