"""`driftwood cut`: a part of a workload as a scenario that does the same again."""

import json
import os
from pathlib import Path

import pytest

from core.cost import Cost
from core.workload import load_scenario
from core.workload.scenario_text import scenario_text
from tests.commands.calling import Driftwood

DATA = os.environ.get("DRIFTWOOD_DATA", "")
TRACE = Path(DATA, "traces", "azure-2023", "AzureLLMInferenceTrace_conv.csv")

CASE = """\
title = "Preemption: B makes room for A (a part)"
notes = \"\"\"
Cut from 2-preemption.toml: 1 of 3 requests, the requests that arrive in 1..5 (steps).
What came before is missing: slots and blocks that others held are free here, so the run may \
differ from that part of the whole one.

The notes of the whole:
"""

TABLES = """
requests = [
    ["C", 0, 3, 2],
]

[scheduler]
name = "driftwood"
max_running = 3
block_size = 4
num_blocks = 4

[expect.run]
status = "finished"
steps = 2
requests = 1
finished = 1
rejected = 0
cancelled = 0
tokens = 4
emitted_tokens = 2
preemptions = 0
recomputed_tokens = 0
longest_gap = 1

[expect.request]
C = { state = "finished", first_token = 0, finish = 1 }
"""

HOSTILE = r"""
requests = [["a\u001b[31m\"]\n", 0, 6, 4], ["B\u202e'[x]", 0, 4, 5], ["\\ \u007f", 1, 3, 2],
            ["", 1, 2, 2], ["\U0001F600 \uD7FF \uFEFF", 2, 2, 2], ["a.b = 1", 2, 2, 2]]
title = "\u001b]0;x\u0007"
notes = " ''' \"\"\" \\ \u0000\n\r\n\t# "
[scheduler]
name = "driftwood"
max_running = 3
block_size = 4
num_blocks = 4
"""

TIMED = """\
[scheduler]
name = "driftwood"
max_running = 1
[cost]
base_ms = 12.5
per_kv_token_ms = 0.1
[run]
max_steps = 50
"""


def test_a_window(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    called = driftwood("cut", "brief/2-preemption", "--window", "1..5", "-o", case)
    assert called == (0, f"{case}: 1 of 3 requests, 14 expectations, all met\n", "")
    text = case.read_text(encoding="utf-8")
    assert text.startswith(CASE)
    assert text.endswith(TABLES)
    assert driftwood("check", case) == (0, "1 scenario, 14 expectations, all met\n", "")


def test_what_is_alive_with_a_request(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    words = ("cut", "cases/head-too-big-while-others-would-fit", "--around", "s2", "-o", case)
    assert driftwood(*words).code == 0
    scenario = load_scenario(case)
    assert [request.rid for request in scenario.requests] == ["A", "B", "s1", "s2"]
    assert driftwood("check", case).code == 0


def test_arrivals_count_from_the_first_that_is_kept(driftwood: Driftwood, tmp_path: Path) -> None:
    source, case = tmp_path / "source.toml", tmp_path / "case.toml"
    listed = ", ".join(f'["r{n}", {10 * n}, 2, 5]' for n in range(9))
    source.write_text(f'requests = [{listed}]\n[scheduler]\nname = "driftwood"\nmax_running = 2\n')
    assert driftwood("cut", source, "--around", "r4", "-o", case).code == 0
    (one,) = load_scenario(case).requests
    assert (one.rid, one.arrival) == ("r4", 0)
    assert "from its arrival in step 40 to its end in step 44" in load_scenario(case).notes


def test_what_is_another_in_the_part_is_told(driftwood: Driftwood, tmp_path: Path) -> None:
    source, case = tmp_path / "source.toml", tmp_path / "case.toml"
    source.write_text(
        'requests = [["x", 0, 2, 9], ["a", 1, 2, 9], ["b", 12, 2, 9]]\n'
        '[scheduler]\nname = "driftwood"\nmax_running = 1\n'
    )
    called = driftwood("cut", source, "--around", "b", "-o", case)
    assert called.out.splitlines()[1:] == ["  steps waited 6 in the whole run, 0 in the part"]


def test_a_clock_and_a_limit_are_kept(driftwood: Driftwood, tmp_path: Path) -> None:
    source, case = tmp_path / "source.toml", tmp_path / "case.toml"
    tables = "".join(
        f'[[request]]\nrid = "r{n}"\narrival_ms = {1000.1 * n}\nprompt_len = 2\noutput_len = 3\n'
        for n in range(9)
    )
    source.write_text(TIMED + tables)
    assert driftwood("cut", source, "--window", "2..3.5", "-o", case).code == 0
    scenario = load_scenario(case)
    assert [request.arrival_ms for request in scenario.requests] == [0.2, 1000.3]
    assert (scenario.cost, scenario.max_steps) == (Cost(12.5, per_kv_token_ms=0.1), 50)
    assert driftwood("cut", source, "--around", "r3", "-o", case, "--force").code == 0
    assert [request.arrival_ms for request in load_scenario(case).requests] == [0.0]


def test_hostile_texts_come_through_and_are_inert(driftwood: Driftwood, tmp_path: Path) -> None:
    source, case = tmp_path / "source.toml", tmp_path / "case.toml"
    source.write_text(HOSTILE, encoding="utf-8")
    called = driftwood("cut", source, "--window", "0..9", "-o", case)
    assert called.code == 0
    whole, part = load_scenario(source), load_scenario(case)
    assert part.requests == whole.requests
    assert part.title == f"{whole.title} (a part)"
    assert part.notes.endswith(whole.notes.strip())
    assert case.read_text(encoding="utf-8").replace("\n", "").isprintable()
    assert called.out.replace("\n", "").isprintable()
    assert driftwood("check", case).code == 0


def test_what_was_set_is_kept(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    words = ("--set", "num_blocks=9", "--set", "cost.base_ms=20", "-o", case)
    assert driftwood("cut", "brief/2-preemption", "--window", "0..9", *words).code == 0
    document = json.loads(driftwood("run", case, "--json").out)
    assert document["knobs"]["num_blocks"] == 9
    assert document["totals"]["preemptions"] == 0
    assert "duration_ms" in document["totals"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "say what to keep: either --window A..B or --around RID"),
        (["--window", "0..1", "--around", "A"], "say what to keep: either --window A..B or"),
        (["--window", "1"], "--window 1: window must be A..B in seconds, such as 60..120"),
        (["--window", "7..9"], "--window 7..9: no request arrives in it"),
        (["--around", "a"], "there is no request a; did you mean A?"),
        (["--around", "C", "--max-steps", 1], "C had not arrived when the run ended"),
    ],
)
def test_what_cannot_be_cut(
    driftwood: Driftwood, tmp_path: Path, words: list[object], line: str
) -> None:
    called = driftwood("cut", "brief/2-preemption", *words, "-o", tmp_path / "case.toml")
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(line)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_stays(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text("mine", encoding="utf-8")
    words = ("cut", "brief/2-preemption", "--window", "0..9", "-o", case)
    called = driftwood(*words)
    assert (called.code, called.err) == (2, f"{case} is there already; --force writes over it\n")
    assert case.read_text(encoding="utf-8") == "mine"
    assert driftwood(*words, "--force").code == 0
    assert driftwood("check", case).code == 0


def test_a_place_that_cannot_be_written(driftwood: Driftwood, tmp_path: Path) -> None:
    words = ("cut", "brief/2-preemption", "--window", "0..9", "-o")
    assert driftwood(*words, tmp_path / "none" / "case.toml").code == 2
    called = driftwood(*words, tmp_path / "case.txt")
    assert (called.code, called.err) == (
        2,
        f"{tmp_path / 'case.txt'}: a scenario's name ends in .toml\n",
    )
    assert driftwood(*words[:-1]).err.startswith("driftwood cut: missing option '-o'")


def test_nothing_is_written_that_does_not_do_the_same_again(
    driftwood: Driftwood, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tui.commands.cut.scenario_text",
        lambda *words: scenario_text(*words).replace("steps = 6", "steps = 7"),
    )
    case = tmp_path / "case.toml"
    called = driftwood("cut", "brief/2-preemption", "--window", "0..9", "-o", case)
    assert called.code == 2
    assert "does not do the same again, nothing is written" in called.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not DATA, reason="DRIFTWOOD_DATA, the folder of traces, is unset")
def test_a_window_of_a_trace_is_that_of_its_run(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    assert driftwood("cut", TRACE, "--window", "60..70", "-o", case).code == 0
    part = json.loads(driftwood("run", case, "--json").out)
    whole = json.loads(driftwood("run", TRACE, "--window", "60..70", "--json").out)
    assert part["totals"] == whole["totals"]
    for document in (part, whole):  # which were read from different files
        for one in document["requests"].values():
            assert one.pop("origin")["line"] > 0
    assert part["requests"] == whole["requests"]


@pytest.mark.skipif(not DATA, reason="DRIFTWOOD_DATA, the folder of traces, is unset")
def test_around_a_request_of_a_trace(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    called = driftwood("cut", TRACE, "--around", "r00853", "-o", case)
    assert called.out.startswith(f"{case}: 41 of 19,366 requests, ")
    assert driftwood("check", case).code == 0


def test_it_is_printed(driftwood: Driftwood, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    words = ("cut", "brief/2-preemption", "--around", "C", "-o")
    assert driftwood(*words, case).code == 0
    called = driftwood(*words, "-")
    assert (called.code, called.out) == (0, case.read_text(encoding="utf-8"))
    assert called.err == "printed: 3 of 3 requests, 22 expectations, all met\n"


def test_it_never_writes_over_what_is_cut(driftwood: Driftwood, scenario: Path) -> None:
    before = scenario.read_bytes()
    called = driftwood("cut", scenario, "--around", "B", "--force", "-o", scenario)
    assert called == (2, "", f"{scenario} is what is read: write to another file\n")
    assert scenario.read_bytes() == before
