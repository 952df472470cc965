"""`driftwood sweep`: a grid of runs, told as a table, as CSV, as a document; and the cheapest."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

CASE = "brief/2-preemption"
GRID = ("--set", "num_blocks=3,4,5", "--set", "max_running=1,3", "--jobs", "1")

TABLE = """\
Preemption: B makes room for A
  6 points: num_blocks 3, 4, 5 × max_running 1, 3
  6 finished

   num_blocks  max_running  tokens/step  TTFT p50 steps  TTFT p99 steps  longest gap  preempted
   3           1                      1               5               9            1          0
   3           3                   1.38               1               4            4          1
   4           1                      1               5               9            1          0
   4           3                   1.83               1               4            2          1
   5           1                      1               5               9            1          0
◆  5           3                    2.2               1               1            1          0
◆ on the Pareto front: none with the same workload has more tokens/step and no higher \
TTFT p99 steps, or as many and a lower one

What each knob moved, on average over the others
  knob         moves           from  at    to  at  times
  num_blocks   preempted          0  5    0.5  3       –
  num_blocks   longest gap        1  5    2.5  3    2.50
  num_blocks   tokens/step     1.19  3    1.6  5    1.35
  num_blocks   TTFT p99 steps     5  5    6.5  3    1.30
  max_running  preempted          0  1   0.67  3       –
  max_running  TTFT p50 steps     1  3      5  1    5.00
  max_running  TTFT p99 steps     3  3      9  1    3.00
  max_running  longest gap        1  1   2.33  3    2.33
  max_running  tokens/step        1  1    1.8  3    1.80
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, where results files come and go."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_points_of_a_grid(driftwood: Driftwood, elsewhere: Path) -> None:
    called = driftwood("sweep", CASE, *GRID)
    assert (called.code, called.err) == (0, "")
    assert called.out == TABLE
    assert list(elsewhere.iterdir()) == []


def test_each_point_is_what_a_run_of_it_comes_to(driftwood: Driftwood) -> None:
    words = ("--set", "num_blocks=4,6", "--victim", "latest_admitted,largest_cache")
    points = json.loads(driftwood("sweep", CASE, *words, "--json").out)["points"]
    assert [list(one["knobs"].values()) for one in points] == [
        ["latest_admitted", "4"],
        ["latest_admitted", "6"],
        ["largest_cache", "4"],
        ["largest_cache", "6"],
    ]
    for one in points:
        knobs = one["knobs"]
        setting = ("--set", f"num_blocks={knobs['num_blocks']}", "--victim", knobs["victim"])
        run = json.loads(driftwood("run", CASE, *setting, "--json").out)
        assert (one["status"], one["reason"]) == (run["status"], run["reason"])
        assert one["totals"] == run["totals"]


def test_the_document(driftwood: Driftwood) -> None:
    called = driftwood("sweep", CASE, *GRID, "--slo", "ttft_p99<5steps", "--json")
    document = json.loads(called.out)
    assert document["format"] == 1
    assert document["grid"] == {"num_blocks": ["3", "4", "5"], "max_running": ["1", "3"]}
    assert (document["throughput"], document["latency"]) == ("tokens_per_step", "ttft_steps_p99")
    assert [one["pareto"] for one in document["points"]] == [False] * 5 + [True]
    assert document["points"][0]["slo"] == {"met": False, "misses": ["ttft_p99<5steps"]}
    assert document["points"][1]["slo"] == {"met": True, "misses": []}
    assert document["cheapest"] == {
        "knobs": {"num_blocks": "3", "max_running": "3"},
        "points": [1],
    }
    moved = {(one["knob"], one["figure"]): one["means"] for one in document["effects"]}
    assert moved["max_running", "preemptions"] == {"1": 0, "3": pytest.approx(2 / 3)}


def test_csv_has_every_figure(driftwood: Driftwood) -> None:
    called = driftwood("sweep", CASE, *GRID, "--slo", "preemptions<1", "--csv")
    rows = list(csv.DictReader(StringIO(called.out)))
    assert [(row["knob.num_blocks"], row["knob.max_running"], row["slo"]) for row in rows] == [
        ("3", "1", "1"),
        ("3", "3", "0"),
        ("4", "1", "1"),
        ("4", "3", "0"),
        ("5", "1", "1"),
        ("5", "3", "1"),
    ]
    assert rows[5]["pareto"] == "1"
    assert rows[3]["waited_blocks"] == "3"


def test_the_cheapest_that_meets_the_conditions(driftwood: Driftwood) -> None:
    called = driftwood("sweep", CASE, *GRID, "--slo", "ttft_p99<5steps", "--slo", "preemptions<1")
    assert called.code == 0
    assert called.out.splitlines()[-3:] == [
        "SLO ttft_p99<5steps and preemptions<1: 1 of 6 points meet it",
        "cheapest (least memory, then slots, budget): num_blocks=5 max_running=3",
        f"  driftwood run {CASE} --set num_blocks=5 --set max_running=3",
    ]
    assert "misses ttft_p99<5steps\n" in called.out
    assert "      1  misses preemptions<1\n" in called.out


def test_what_makes_it_cheap_can_be_said(driftwood: Driftwood) -> None:
    words = ("--slo", "longest_gap<5steps", "--cheapest")
    by_slots = driftwood("sweep", CASE, *GRID, *words, "max_running")
    assert "cheapest (the least max_running): num_blocks=3 max_running=1" in by_slots.out
    listed = ("--victim", "largest_cache,latest_admitted", "--cheapest", "victim,num_blocks")
    by_list = driftwood("sweep", CASE, *GRID, *listed, "--slo", "longest_gap<5steps", "--json")
    knobs = json.loads(by_list.out)["cheapest"]["knobs"]
    assert list(knobs.values()) == ["largest_cache", "3", "1"]


def test_no_limit_is_dearer_than_any(driftwood: Driftwood) -> None:
    words = ("--set", "token_budget=none,100,20", "--slo", "longest_gap<5steps", "--json")
    for more in ((), ("--cheapest", "token_budget")):
        cheapest = json.loads(driftwood("sweep", CASE, *words, *more).out)["cheapest"]
        assert cheapest["knobs"] == {"token_budget": "20"}


def test_if_none_meets_them_the_nearest_is_told(driftwood: Driftwood) -> None:
    called = driftwood("sweep", CASE, *GRID, "--slo", "tokens_per_step>4")
    assert called.code == 1
    assert called.out.splitlines()[-4:] == [
        "SLO tokens_per_step>4: 0 of 6 points meet it",
        "no configuration meets it",
        "nearest: num_blocks=5 max_running=3, with tokens/step 2.2",
        f"  driftwood run {CASE} --set num_blocks=5 --set max_running=3",
    ]


LOAD = """\
title = "Some load"

[workload]
generator = "poisson"
rate = 5
requests = 40
prompt_len = 30
output_len = 10

[scheduler]
name = "driftwood"
max_running = 4

[cost]
base_ms = 20
"""


@pytest.fixture
def load(elsewhere: Path) -> Path:
    """A generated workload with a clock."""
    path = elsewhere / "load.toml"
    path.write_text(LOAD, encoding="utf-8")
    return path


def test_a_configuration_must_hold_on_every_workload(driftwood: Driftwood, load: Path) -> None:
    words = ("--set", "workload.rate=4,12", "--set", "max_running=1,2,4,8")
    called = driftwood("sweep", load, *words, "--slo", "ttft_p99<300ms", "--json")
    document = json.loads(called.out)
    met = [one["slo"]["met"] for one in document["points"]]
    assert met == [True, True, True, True, False, False, True, True]
    assert document["cheapest"] == {"knobs": {"max_running": "4"}, "points": [2, 6]}
    hard = driftwood("sweep", load, *words[:3], "max_running=2", "--slo", "ttft_p99<300ms")
    assert hard.code == 1
    assert hard.out.splitlines()[-2:] == [
        "no configuration meets it on every workload",
        "  cheapest of one workload: workload.rate=4",
    ]


def test_each_workload_has_a_front_of_its_own(driftwood: Driftwood, load: Path) -> None:
    words = ("--set", "workload.rate=4,12", "--set", "max_running=1,8")
    points = json.loads(driftwood("sweep", load, *words, "--json").out)["points"]
    assert [one["pareto"] for one in points] == [False, True, False, True]


@pytest.mark.parametrize("figure", ["itl_p99", "ttft_ms_p50", "e2e_p90", "longest_gap"])
def test_the_latency_of_the_front_can_be_chosen(
    driftwood: Driftwood, load: Path, figure: str
) -> None:
    called = driftwood("sweep", load, "--set", "max_running=2,4", "--pareto", figure, "--json")
    name = json.loads(called.out)["latency"]
    assert name.replace("_ms", "") == figure.replace("_ms", "")


def test_variants_and_schedulers_are_knobs_too(driftwood: Driftwood) -> None:
    words = ("--variant", "static,continuous", "--json")
    points = json.loads(driftwood("sweep", "lessons/30-idle-slots", *words).out)["points"]
    assert [one["knobs"]["variant"] for one in points] == ["static", "continuous"]
    lists = ("--scheduler", "vllm@0.33,vllm@0.15", "--set", "num_blocks=20,40", "--json")
    found = json.loads(driftwood("sweep", "engines/priority", *lists).out)
    assert [one["status"] for one in found["points"]] == ["finished"] * 4


def test_a_value_with_a_comma_stands_in_quotes(driftwood: Driftwood) -> None:
    gates = "'known_text,watermark',watermark"
    words = ("--admission", gates, "--set", "watermark_blocks=1", "--json")
    points = json.loads(driftwood("sweep", CASE, *words).out)["points"]
    assert [one["knobs"]["admission"] for one in points] == ["'known_text,watermark'", "watermark"]
    assert points[0]["status"] == "finished"


def test_knobs_that_do_not_go_together_are_points_with_a_reason(driftwood: Driftwood) -> None:
    words = ("--set", "max_running=2,8", "--set", "token_budget=4,16")
    called = driftwood("sweep", CASE, *words)
    assert (called.code, called.err) == (0, "")
    assert "  3 finished, 1 refused\n" in called.out
    assert (
        "\nrefused: max_running=8 token_budget=4\n  --set token_budget=4: token_budget"
        in called.out
    )


def test_a_run_that_cannot_end_is_a_point_with_a_reason(driftwood: Driftwood) -> None:
    called = driftwood("sweep", CASE, *GRID, "--max-steps", "6")
    assert called.code == 0
    assert "  2 finished, 4 limit\n" in called.out
    assert "limit: num_blocks=3 max_running=1, and 3 more" in called.out
    assert "  stopped after 6 executed steps" in called.out


MINE = """\
def fair(candidate):
    return candidate.emitted


def bad(candidate):
    return 1 / 0
"""


def test_a_policy_of_ones_own_and_one_that_raises(driftwood: Driftwood, elsewhere: Path) -> None:
    own = elsewhere / "my.py"
    own.write_text(MINE)
    called = driftwood("sweep", CASE, "--victim", f"{own}:fair,{own}:bad", "--json")
    assert called.code == 0
    fair, bad = json.loads(called.out)["points"]
    assert fair["status"] == "finished"
    assert bad["status"] == "failed"
    assert f"{own}:6: ZeroDivisionError" in bad["reason"]
    alone = driftwood("sweep", CASE, "--victim", f"{own}:bad", "--set", "num_blocks=3,4")
    assert alone.code == 2
    assert f"{own}:6: ZeroDivisionError" in alone.err


def numbers(last: int) -> str:
    """A list of values."""
    return ",".join(map(str, range(1, last + 1)))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "say what is tried, such as --set num_blocks=1000,2000,4000 or --victim a,b"),
        (["--set", "num_blocks=1,,2"], "--set num_blocks=1,,2: a value is missing before or"),
        (["--set", "num_blocks=4,4"], "--set num_blocks=4,4: 4 stands there twice"),
        (["--victim", "a,"], "--victim a,: a value is missing before or behind a comma"),
        (["--set", "num_blocks"], "--set num_blocks: write --set KNOB=VALUE, such as"),
        (["--set", "num_blocks=4,0"], "--set num_blocks=0: num_blocks must be at least 1, not 0"),
        (["--set", "num_bloks=4,5"], "--set num_bloks=4: driftwood has no knob 'num_bloks'; did"),
        (["--victim", "lifo,largest_cache"], "--victim lifo: there is no victim policy 'lifo'"),
        (["--variant", "x,base"], "there is no variant x: this scenario has none"),
        (["--scheduler", "vlm,driftwood"], "--scheduler vlm: there is no scheduler 'vlm'"),
        (
            ["--set", "num_blocks=3,4", "--set", "num_blocks=5"],
            "--set num_blocks=3,4 and --set num_blocks=5 contradict each other: keep one",
        ),
        (
            ["--victim", "largest_cache", "--set", "victim=latest_admitted"],
            "--victim and --set victim contradict each other: keep one",
        ),
        (
            ["--set", f"num_blocks={numbers(2000)}", "--set", f"max_running={numbers(51)}"],
            "that is a grid of 102,000 points: at most 100,000",
        ),
        ([*GRID, "--slo", "ttft_p99"], "--slo ttft_p99: write FIGURE<LIMIT in quotes, such as"),
        ([*GRID, "--slo", "ttft_p99<2s"], "--slo ttft_p99<2s: these runs count steps: say steps"),
        ([*GRID, "--pareto", "itl_p99"], "--pareto itl_p99: such a run has no itl_p99: take"),
        ([*GRID, "--pareto", "x"], "--pareto x: there is no figure x; known: steps, last_step"),
        ([*GRID, "--cheapest", "x"], "--cheapest x: it is not swept; swept are num_blocks, max_r"),
        ([*GRID[:4], "--jobs", "0"], "--jobs 0: it is 1 to 1,024 processes"),
        ([*GRID, "--dask", "x"], "--jobs are processes of this machine, --dask is"),
        ([*GRID, "--resume", "--force"], "--resume goes on and --force begins anew: keep one"),
        ([*GRID, "--csv", "--json"], "--csv and --json both go to stdout: keep one"),
        ([*GRID, "-o", "nowhere/out"], "nowhere/out cannot be written: No such file or directory"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_run(
    driftwood: Driftwood, elsewhere: Path, words: list[str], said: str
) -> None:
    called = driftwood("sweep", CASE, *words)
    assert (called.code, called.out) == (2, "")
    assert said in called.err
    assert list(elsewhere.iterdir()) == []


def test_a_run_with_a_clock_has_no_steps_to_wait(driftwood: Driftwood, load: Path) -> None:
    called = driftwood("sweep", load, "--set", "max_running=1,2", "--slo", "ttft_p99<2steps")
    assert called.code == 2
    assert called.err.startswith("--slo ttft_p99<2steps: these runs have a clock: say ms or s")


def test_of_many_points_the_best_are_told(driftwood: Driftwood) -> None:
    blocks = ",".join(map(str, range(3, 40)))
    called = driftwood("sweep", CASE, "--set", f"num_blocks={blocks}", "--set", "max_running=1,3")
    assert "… and 39 more; --csv and --json have all" in called.out
    assert called.out.count("◆  ") == 35


@pytest.mark.parametrize("name", ["-o", "--output"])
def test_the_results_are_kept_where_they_shall_be(
    driftwood: Driftwood, elsewhere: Path, name: str
) -> None:
    out = elsewhere / "out.jsonl"
    words = ("sweep", CASE, *GRID, name, out)
    first = driftwood(*words)
    header, *rows = map(json.loads, out.read_text().splitlines())
    assert (header["driftwood"], header["format"]) == ("sweep", 1)
    assert sorted(row["point"] for row in rows) == [*range(6)]
    again = driftwood(*words)
    assert again.code == 2
    assert "out.jsonl has 6 of 6 points of this sweep: --resume goes on with it" in again.err
    assert driftwood(*words, "--resume") == first
    assert driftwood(*words, "--force") == first


def test_cut_anywhere_it_is_gone_on_with_to_the_same_end(
    driftwood: Driftwood, elsewhere: Path
) -> None:
    out = elsewhere / "out.jsonl"
    words = ("sweep", CASE, *GRID, "-o", out, "--json")
    whole = driftwood(*words)
    content = out.read_bytes()
    for cut in (10, len(content) // 2, len(content) - 1):
        out.write_bytes(content[:cut])
        assert driftwood(*words, "--resume") == whole
        assert sorted(out.read_bytes().splitlines()) == sorted(content.splitlines())


def test_a_file_of_another_sweep_is_refused_with_what_differs(
    driftwood: Driftwood, elsewhere: Path, load: Path
) -> None:
    words = ("-o", elsewhere / "out.jsonl", "--set")
    driftwood("sweep", load, *words, "max_running=1,2")
    other = driftwood("sweep", load, *words, "max_running=1,4", "--max-steps", 9, "--resume")
    assert other.code == 2
    assert other.err.splitlines()[1:] == [
        "  options: none there, max_steps 9 here",
        "  grid: max_running=1,2 there, max_running=1,4 here",
    ]
    load.write_text(f"{LOAD}# another\n", encoding="utf-8")
    changed = driftwood("sweep", load, *words, "max_running=1,2", "--resume")
    assert changed.code == 2
    assert "  files: load.toml " in changed.err


def test_what_is_read_is_never_written_over(driftwood: Driftwood, load: Path) -> None:
    called = driftwood("sweep", load, "--set", "max_running=1,2", "-o", load, "--force")
    assert called.code == 2
    assert "load.toml is there, and no results file of a sweep" in called.err
    assert load.read_text() == LOAD
