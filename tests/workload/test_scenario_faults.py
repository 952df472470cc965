"""What a scenario file may not say: every fault with its line, its key and what would be right."""

from pathlib import Path

import pytest

from core.workload import ScenarioError, load_scenario
from tests.workload.files import SOUND, TABLES, faults, told
from tests.workload.wrong_expectations import WRONG_EXPECTATIONS
from tests.workload.wrong_scenarios import WRONG


@pytest.mark.parametrize(("text", "expected"), [*WRONG, *WRONG_EXPECTATIONS])
def test_a_fault_is_told_with_its_line_and_what_is_right(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert any(line.startswith(expected) for line in told(tmp_path, text)), told(tmp_path, text)


BROKEN = [
    ("title = ", "1: this is not TOML: Invalid value"),
    ("title = 1\n\nnotes == 2\n", "3: this is not TOML: Invalid value"),
    ('title = "a\n', "1: this is not TOML: Illegal character '\\n'"),
    ("a = 1\na = 2\n", "2: this is not TOML: a key stands there twice"),
    ("[a]\n[a]\n", "2: this is not TOML: the table 'a' stands there twice"),
    ("a = 1\n[a.b]\n", "2: this is not TOML"),
    ("a = [1, 2\n\n", "1: this is not TOML: Unclosed array"),
    ("a = \x00\n", "1: this is not TOML: Invalid value"),
    ('a = """\n\n', "1: this is not TOML: Unterminated string"),
    ("a = " + "[" * 100_000, "-: lists or tables are nested too deeply"),
    ("x = 1\n" + "a." * 1000 + "a = 1\n", "2: a key has more than 32 parts"),
    ("x = 1\n" + '"a" . ' * 1000 + "a = 1\n", "2: a key has more than 32 parts"),
]


@pytest.mark.parametrize(("text", "expected"), BROKEN)
def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path, text: str, expected: str) -> None:
    (line,) = told(tmp_path, text)
    assert line.startswith(expected)


def test_every_fault_is_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = SOUND
    for old, new in [
        ("title", "tilte"),
        ('"A", 0, 6', '"A", -1, 0'),
        ("max_running = 3", "max_running = 0"),
        ("12.5", "0"),
        ("finish = 5", "finsh = 5"),
        ("steps = 6", 'steps = "6"'),
    ]:
        text = text.replace(old, new)
    found = faults(tmp_path, text)
    assert [(fault.line, fault.key) for fault in found] == [
        (1, "tilte"),
        (3, "requests"),
        (3, "requests"),
        (7, "scheduler.max_running"),
        (12, "cost.base_ms"),
        (19, "expect.request.B.finsh"),
        (32, "expect.run.steps"),
    ]


def test_the_text_of_the_error_names_the_file_and_stays_short(tmp_path: Path) -> None:
    rows = ", ".join(f'["r{number}", 0, 0, 1]' for number in range(1000))
    text = f"requests = [{rows}]\n" + TABLES[: TABLES.index("[[")]
    with pytest.raises(ScenarioError) as caught:
        load_scenario(_written(tmp_path, text))
    lines = str(caught.value).splitlines()
    assert len(caught.value.faults) == 1000
    assert lines[0].startswith(f"{tmp_path / 'case.toml'}:1: request 1 r0: prompt_len must be")
    assert (len(lines), lines[-1]) == (101, "… and 900 more")


def _written(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "odd",
    ["\\u001b[31m", "\\u0000", "\\u202e", "\\r\\n", "\\u009b", "x" * 5000, "[bold]", "\\u2028"],
)
def test_text_of_the_file_is_inert_and_short_in_messages(tmp_path: Path, odd: str) -> None:
    text = SOUND.replace('"driftwood"', f'"{odd}"').replace("title", f'"{odd}"', 1)
    text = text.replace('"A", 0, 6', f'"{odd}", 0, -6').replace("12.5", f'"{odd}"')
    found = faults(tmp_path, text)
    assert len(found) >= 4
    assert all(str(fault).isprintable() and len(str(fault)) < 1000 for fault in found)


def test_a_request_far_down_a_list_is_found_by_its_line(tmp_path: Path) -> None:
    rows = ",\n".join(f'["r{number}", {number}, 1, 1]' for number in range(5000))
    text = f"requests = [\n{rows}]\n" + TABLES[: TABLES.index("[[")]
    (line,) = told(tmp_path, text.replace('["r4321", 4321, 1, 1]', '["r4321", 4321, 1, 0]'))
    assert line == "4323: request 4322 r4321: output_len must be at least 1, not 0"
