"""`driftwood sweep`: a grid of runs, told as a table, as CSV, as a document; and the cheapest."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood
from tests.commands.sweeping import CASE, GRID

pytestmark = pytest.mark.usefixtures("elsewhere")

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
◆ on the Pareto front of tokens/step and TTFT p99 steps, among those of one workload

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


def test_of_many_points_the_best_are_told(driftwood: Driftwood) -> None:
    blocks = ",".join(map(str, range(3, 40)))
    called = driftwood("sweep", CASE, "--set", f"num_blocks={blocks}", "--set", "max_running=1,3")
    assert "… and 39 more; --csv and --json have all" in called.out
    assert called.out.count("◆  ") == 35
