"""`--victim`: a policy by name, or a user's own, the only code that a command ever runs."""

import json
import sys
from pathlib import Path

import pytest

from core import Candidate
from tests.commands.calling import Driftwood
from tui.commands.own_code import MODULE

CASE = "policies/latest-admitted"
OWN = """\
def youngest(candidate):
    return -candidate.admission


def raises(candidate):
    if candidate.computed_tokens == 31:
        return 1 / 0
    return 0


def no_order(candidate):
    return {candidate.rid: 1}


def no_number(candidate):
    return float("nan")


def asks(candidate):
    return candidate.cost


def two(one, other):
    return 0


def leaves(candidate):
    raise SystemExit(0)


class Largest:
    def __call__(self, candidate):
        return -candidate.computed_tokens


class Broken:
    def __init__(self):
        raise KeyError(3)


largest = Largest()
three = 3


def prints(candidate):
    print("looking at", candidate.rid)
    return 0
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of policies, good and bad."""
    path = tmp_path / "my.py"
    path.write_text(OWN, encoding="utf-8")
    return path


def finishes(driftwood: Driftwood, *words: object) -> dict[str, int]:
    """The step of everyone's last token."""
    called = driftwood("run", CASE, "--json", *words)
    assert (called.code, called.err) == (0, "")
    return {rid: one["finish"] for rid, one in json.loads(called.out)["requests"].items()}


def test_a_policy_by_name(driftwood: Driftwood) -> None:
    largest = {"A": 13, "B": 22, "C": 15}
    assert finishes(driftwood, "--victim", "largest_cache") == largest
    assert finishes(driftwood, "--set", "victim=largest_cache") == largest
    guarded = finishes(driftwood, "--victim", "largest_cache", "--set", "victim_guard=4")
    assert guarded == {"A": 13, "B": 21, "C": 22}


@pytest.mark.parametrize("name", ["Largest", "largest"])
def test_a_policy_of_ones_own(driftwood: Driftwood, own: Path, name: str) -> None:
    assert finishes(driftwood, "--victim", f"{own}:youngest") == finishes(driftwood)
    found = finishes(driftwood, "--victim", f"{own}:{name}")
    assert found == finishes(driftwood, "--victim", "largest_cache")


def test_its_reason_and_its_ranking(driftwood: Driftwood, own: Path) -> None:
    shown = driftwood("show", CASE, "--victim", f"{own}:largest", "--step", 3).out
    assert f"B, first by {own}:largest (key -25), makes room for C: frees 7 blocks" in shown
    assert f"candidates, the smallest key by {own}:largest goes first:" in shown
    assert "a larger key (-8)" in shown


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raises", "7: ZeroDivisionError: division by zero"),
        ("leaves", "28: SystemExit: 0"),
        ("no_number", "15: victim {}: the key nan has no order"),
        ("no_order", "11: victim {}: '<' not supported between instances of 'dict' and 'dict'"),
        ("asks", "20: AttributeError: 'Candidate' object has no attribute 'cost'; it has {has}"),
        ("two", "23: victim {}: two() missing 1 required positional argument: 'other'"),
    ],
)
def test_an_error_has_file_line_and_moment(
    driftwood: Driftwood, own: Path, name: str, said: str
) -> None:
    victim = f"{own}:{name}"
    called = driftwood("run", CASE, "--victim", victim)
    assert called.code == 2
    step = 9 if name == "raises" else 3
    said = said.format(victim, has=", ".join(Candidate._fields))
    assert called.err == f"{own}:{said} (step {step}, after event 0)\n"
    assert f"  failed: {called.err}" in called.out


def test_a_run_that_failed_stays_open(driftwood: Driftwood, own: Path) -> None:
    victim = f"{own}:raises"
    assert driftwood("show", CASE, "--victim", victim, "--step", 8).code == 0
    assert "event 0 of 0" in driftwood("show", CASE, "--victim", victim, "--step", 9).out
    assert "failed at 9" in driftwood("frame", CASE, "--victim", victim, "--step", 9).out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("my.py:three", "it is no function or object that can be called"),
        ("my.py:nope", "there is no nope in my.py"),
        ("my.py:Broken", "my.py:38: KeyError: 3"),
        ("none.py:x", "none.py: No such file or directory"),
        ("bad.py:x", "bad.py:2: invalid syntax"),
        ("boom.py:x", "boom.py:1: RuntimeError: no"),
        ("lergest_cache", "there is no victim policy 'lergest_cache'; did you mean largest_cache?"),
    ],
)
@pytest.mark.usefixtures("own")
def test_what_cannot_be_loaded(
    driftwood: Driftwood,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text("x = 1\nx = = 1\n", encoding="utf-8")
    Path("boom.py").write_text('raise RuntimeError("no")\n', encoding="utf-8")
    assert driftwood("run", CASE, "--victim", text) == (2, "", f"--victim {text}: {said}\n")


def test_a_file_or_a_setting_loads_no_code(driftwood: Driftwood, own: Path, root: Path) -> None:
    """The code would fail if it were run."""
    own.write_text("raise RuntimeError\n", encoding="utf-8")
    sys.modules.pop(f"{MODULE}my", None)
    text = (root / "fixtures" / f"{CASE}.toml").read_text(encoding="utf-8")
    case = own.with_name("case.toml")
    named = f'[scheduler]\nvictim = "{own.as_posix()}:x"'
    case.write_text(text.replace("[scheduler]", named), encoding="utf-8")
    for words in (["run", case], ["run", CASE, "--set", f"victim={own}:x"]):
        called = driftwood(*words)
        assert (called.code, called.out) == (2, "")
        assert "a file holds none, so that it is safe to open; --victim on the" in called.err
    assert f"{MODULE}my" not in sys.modules


def test_the_help_says_that_it_is_code(driftwood: Driftwood) -> None:
    said = " ".join(driftwood("run", "--help").out.split())
    assert "your own as my.py:name, which is code that this command runs" in said


@pytest.mark.parametrize("words", [("--victim", "largest_cache"), ("--set", "victim_guard=3")])
def test_a_victim_where_nobody_is_preempted(driftwood: Driftwood, words: tuple[str, str]) -> None:
    called = driftwood("run", "brief/1-continuous-batching", *words)
    assert called.code == 2
    assert "needs block_size and num_blocks: else nobody is preempted" in called.err


def test_code_cannot_be_cut_into_a_scenario(driftwood: Driftwood, own: Path) -> None:
    victim = f"{own}:youngest"
    called = driftwood("cut", CASE, "--victim", victim, "--window", "0..9", "-o", "-")
    assert called == (2, "", f"--victim {victim}: a scenario holds no code, so nothing is cut\n")
    named = driftwood("cut", CASE, "--victim", "largest_cache", "--window", "0..9", "-o", "-")
    assert 'victim = "largest_cache"' in named.out


def test_the_rule_on_the_screen_names_the_policy(driftwood: Driftwood) -> None:
    words = ("frame", CASE, "--step", 3, "--event", 1, "--size", "160x60")
    other = " ".join(driftwood(*words, "--victim", "largest_cache").out.replace("│", " ").split())
    assert "Here another victim policy is in force" in other
    assert "Here another victim" not in driftwood(*words).out


def test_what_a_policy_prints_gets_into_no_results(driftwood: Driftwood, own: Path) -> None:
    called = driftwood("run", CASE, "--json", "--victim", f"{own}:prints")
    assert json.loads(called.out)["status"] == "finished"
    assert called.err.startswith("looking at ")
