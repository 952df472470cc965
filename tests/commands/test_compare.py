"""`driftwood compare`: variants, or a scenario and what is changed in it."""

import json
import re
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.commands.test_variant import VARIANTS

CASE = "brief/2-preemption"


@pytest.fixture
def varied(scenario: Path) -> Path:
    """The scenario with two variants."""
    with scenario.open("a", encoding="utf-8") as file:
        file.write(VARIANTS)
    return scenario


def test_what_somebody_else_as_the_victim_changes(driftwood: Driftwood) -> None:
    called = driftwood("compare", CASE, "--with", "victim=largest_cache")
    assert (called.code, called.err) == (0, "")
    lines = called.out.splitlines()
    assert lines[0] == "Preemption: B makes room for A"
    assert "steps                     6                     7" in lines
    start = lines.index("base against victim=largest_cache")
    assert lines[start + 1] == "  they part in step 3"
    assert [line[:72] for line in lines[start + 2 : start + 4]] == [
        "    base                  event 1  preempted  B  B, admitted last, makes",
        "    victim=largest_cache  event 1  preempted  A  A needs a block, none i",
    ]
    opening = f"  driftwood step {CASE} --step 3 --event 1 --against victim=largest_cache"
    assert lines[start + 4] == opening
    assert lines[start + 5 :] == [
        "  finish later: 2 of 3, by 3 steps in all, 2 steps at most",
        "  finish earlier: 1 of 3, by 1 step in all, 1 step at most",
        "",
        "  finish in steps, and how much later or more often (+) in victim=largest_cache",
        "     base  victim=largest_cache  finish  TTFT  preempted",
        "  A     3                     5      +2     0         +1",
        "  C     5                     6      +1    +1          0",
        "  B     5                     4      -1     0         -1",
    ]


def test_the_variants_of_a_file(driftwood: Driftwood, varied: Path) -> None:
    called = driftwood("compare", varied)
    assert called.code == 0
    heads = [line for line in called.out.splitlines() if " against " in line]
    assert heads == ["base against two slots", "base against slow"]
    chosen = driftwood("compare", varied, "--variant", "slow", "--variant", "two slots")
    assert "slow against two slots" in chosen.out
    opening = "--variant slow --step 0 --event 4 --against 'two slots'"
    assert f"driftwood step {varied} {opening}" in chosen.out


def test_a_variant_by_its_name_beside_a_change(driftwood: Driftwood, varied: Path) -> None:
    called = driftwood("compare", varied, "--with", " slow ", "--with", "max_running=3")
    heads = [line for line in called.out.splitlines() if " against " in line]
    assert heads == ["base against slow", "base against max_running=3"]
    other = driftwood("compare", varied, "--variant", "slow", "--with", "base")
    assert "slow against base" in other.out
    itself = driftwood("compare", varied, "--with", "base")
    assert (itself.code, itself.out) == (2, "")
    assert "one run is compared with nothing" in itself.err


def test_the_document(driftwood: Driftwood, varied: Path) -> None:
    called = driftwood("compare", varied, "--json")
    assert called.out.count("\n") == 1
    document = json.loads(called.out)
    assert (document["format"], document["unit"]) == (1, "steps")
    assert document["title"] == "One slot, two requests"
    assert [run["name"] for run in document["runs"]] == ["base", "two slots", "slow"]
    assert [run["totals"]["steps"] for run in document["runs"]] == [4, 3, 4]
    two, slow = document["pairs"]
    assert (two["later"], two["earlier"]) == ([], ["B"])
    assert two["divergence"]["step"] == 0
    assert [side["what"]["kind"] for side in two["divergence"]["sides"]] == ["held", "admitted"]
    assert two["requests"]["B"] == {
        "first": {"state": "finished", "ttft": 4, "finish": 3, "preemptions": 0},
        "other": {"state": "finished", "ttft": 1, "finish": 0, "preemptions": 0},
        "finish": -3,
        "ttft": -3,
        "preemptions": 0,
    }
    assert (slow["divergence"], slow["later"], slow["earlier"]) == (None, [], [])


def test_the_same_in_every_step(driftwood: Driftwood, varied: Path) -> None:
    called = driftwood("compare", varied, "--variant", "base", "--variant", "slow")
    told = called.out.partition("base against slow\n")[2]
    assert told == "  the same in every step\n  all 2 requests finish at the same time\n"


def test_who_is_of_one_run_only_is_told(driftwood: Driftwood) -> None:
    said = driftwood("compare", "lessons/29-static-batching").out
    told = "  1 request in one of the runs only, which is not compared\n  all 3 requests finish"
    assert said.count(told) == 2


def test_a_change_is_of_the_variant_that_is_named(driftwood: Driftwood, varied: Path) -> None:
    words = ("--variant", "slow", "--with", "cost.base_ms=60", "--json")
    document = json.loads(driftwood("compare", varied, *words).out)
    assert [run["name"] for run in document["runs"]] == ["slow", "cost.base_ms=60"]
    assert [run["totals"]["duration_ms"] for run in document["runs"]] == [120, 240]
    assert document["pairs"][0]["requests"]["B"]["finish"] == 120


def test_a_change_takes_the_place_of_what_was_set(driftwood: Driftwood) -> None:
    words = ("--set", "num_blocks=5", "--with", "num_blocks=6,max_running=2", "--json")
    document = json.loads(driftwood("compare", CASE, *words).out)
    knobs = [run["knobs"] for run in document["runs"]]
    assert [(one["num_blocks"], one["max_running"]) for one in knobs] == [(5, 3), (6, 2)]


def test_a_policy_of_ones_own(driftwood: Driftwood, tmp_path: Path) -> None:
    own = tmp_path / "my.py"
    own.write_text("def mine(candidate):\n    return -candidate.computed_tokens\n")
    change = f"victim={own}:mine"
    document = json.loads(driftwood("compare", CASE, "--with", change, "--json").out)
    assert document["runs"][1]["name"] == change
    assert document["pairs"][0]["later"] == ["A", "C"]
    missing = driftwood("compare", CASE, "--with", f"victim={own}:min")
    assert (missing.code, missing.out) == (2, "")
    assert missing.err == f"--with victim={own}:min: there is no min in {own}\n"


def test_a_policy_that_raises_is_compared_as_far_as_it_got(
    driftwood: Driftwood, tmp_path: Path
) -> None:
    own = tmp_path / "my.py"
    own.write_text("def mine(candidate):\n    return 1 / 0\n")
    called = driftwood("compare", CASE, "--with", f"victim={own}:mine")
    assert called.code == 2
    assert "they part in step 3" in called.out
    assert "nothing more after event 0" in called.out
    assert f"victim={own}:mine: {own}:2" in called.err


def test_many_requests_are_told_by_the_worst(driftwood: Driftwood, tmp_path: Path) -> None:
    rows = ", ".join(f'["r{number}", 0, 1, {number + 1}]' for number in range(60))
    path = tmp_path / "many.toml"
    path.write_text(f'requests = [{rows}]\n[scheduler]\nname = "driftwood"\nmax_running = 1\n')
    called = driftwood("compare", path, "--with", "max_running=2")
    assert len(re.findall(r"^  r\d+ ", called.out, re.MULTILINE)) == 10
    assert "  … and 49 more between them; --json has all" in called.out
    assert "finish earlier: 59 of 60" in called.out


def test_who_pays_among_tenants_is_told(driftwood: Driftwood) -> None:
    called = driftwood("compare", "lessons/37-starvation")
    assert called.code == 0
    told = called.out.partition("\ntenant low_priority\n")[2].partition("\n\n")[0].splitlines()
    assert told[0].split() == ["base", "strict", "priority", "round", "robin"]
    assert "waited_slots             3                7            3" in told
    assert "\npriority 0\n" in called.out
    runs = json.loads(driftwood("compare", "lessons/37-starvation", "--json").out)["runs"]
    waits = [run["tenants"]["low_priority"]["waited_slots"] for run in runs]
    assert waits == [3, 7, 3]
    assert "tenant" not in driftwood("compare", CASE, "--with", "num_blocks=5").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], f"{CASE}: it has no variants; --with victim=largest_cache is another run of it"),
        (["--variant", "base"], f"{CASE}: it has no variants; --with"),
        (["--with", ""], "say what to change, such as victim=largest_cache,num_blocks=64"),
        (["--with", "vlm"], "--with vlm: there is no scheduler 'vlm'; known: driftwood"),
        (["--with", "num_bloks=5"], "--with num_bloks=5: driftwood has no knob 'num_bloks'; did"),
        (["--with", "num_blocks=0"], "--with num_blocks=0: num_blocks must be at least 1, not 0"),
        (["--with", "victim=lifo"], "--with victim=lifo: there is no victim policy 'lifo'"),
        (["--with", "costs.x=1"], "--with costs.x=1: there is nothing to set in costs; did you"),
        (["--with", "num_blocks=none"], "memory (with num_blocks=none)"),
        (["--variant", "x", "--with", "max_running=9"], "there is no variant x: this scenario has"),
    ],
)
def test_what_is_wrong_is_told_by_what_was_typed(
    driftwood: Driftwood, words: list[str], said: str
) -> None:
    called = driftwood("compare", CASE, *words)
    assert (called.code, called.out) == (2, "")
    assert said in called.err


def test_every_fault_of_a_change_is_told(driftwood: Driftwood) -> None:
    called = driftwood("compare", CASE, "--with", "num_blocks=0,max_running=x")
    assert [line.partition(":")[0] for line in called.err.splitlines()] == [
        "--with max_running=x",
        "--with num_blocks=0",
    ]
