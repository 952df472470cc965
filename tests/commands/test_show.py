"""`driftwood show`: one moment."""

import json
from pathlib import Path

from core.workload import load_scenario
from tests.commands.calling import Driftwood
from tui.commands.block_ranges import free_ranges

MOMENT = """\
Preemption: B makes room for A
  driftwood · max_running 3 · block_size 4 · num_blocks 4
  step 3 · event 2 of 5

Waiting: 2, the head decides
  #  rid  state      sent  knows     waited   why not now
  1  B    preempted  3/5   7 tokens  0 steps  not considered yet in this step
  2  C    waiting    0/2   3 tokens  2 steps  turn: behind B

Running: 1, in order of admission
  rid  state     computed  sent  blocks  preempted
  A    decoding       8/9   3/4       3          0

Blocks: 3 used, 0 cached, 1 free of 4 × 4 tokens
  A     1–2 4
  free  3

Events: 2 of 5
  1  preempted  B  B, admitted last, makes room for A: frees 2 blocks, 6 computed tokens to redo
       candidates, the one admitted last goes first:
       B  6 computed tokens to redo  frees 2 blocks  chosen: admitted last
       A  8 computed tokens to redo  frees 2 blocks  admitted earlier
  2  grew       A  A took block 4, 1 free after it
  … 3 more follow in this step
"""


def test_a_moment(driftwood: Driftwood) -> None:
    words = ("show", "brief/2-preemption", "--step", 3, "--event", 2)
    assert driftwood(*words) == (0, MOMENT, "")


def test_the_document(driftwood: Driftwood) -> None:
    called = driftwood("show", "brief/2-preemption", "--step", 3, "--event", 3, "--json")
    assert (called.code, called.err, called.out[-2:]) == (0, "", "}\n")
    document = json.loads(called.out)
    assert (document["format"], document["step"], document["event"]) == (1, 3, 3)
    assert document["blocks"] == {"used": 3, "cached": 0, "free": 1, "total": 4}
    assert document["events"][0] == {
        "kind": "preempted",
        "rid": "B",
        "reason": "B, admitted last, makes room for A: frees 2 blocks, 6 computed tokens to redo",
        "asker": "A",
        "blocks": [3, 4],
        "lost_tokens": 6,
        "emitted": 3,
        "discarded": 0,
        "swapped": None,
        "choice": {"policy": "latest_admitted", "key": "", "why": "admitted last"},
        "needed_blocks": 1,
        "free_blocks": 0,
        "shared_blocks": 0,
        "urgent_for": None,
        "cached_tokens": 0,
        "candidates": [
            {"rid": "B", "lost_tokens": 6, "blocks": 2, "chosen": True}
            | {"why": "chosen: admitted last"},
            {"rid": "A", "lost_tokens": 8, "blocks": 2, "chosen": False}
            | {"why": "admitted earlier"},
        ],
        "more_candidates": 0,
    }
    assert document["events"][1] == {
        "kind": "grew",
        "rid": "A",
        "reason": "A took block 4, 1 free after it",
        "growths": [["A", 4]],
        "free_blocks": 1,
    }
    assert [(row["rid"], row["why"], row["cause"]) for row in document["waiting"]] == [
        ("B", "needs 2 blocks, 1 free", "blocks"),
        ("C", "turn: behind B", "turn"),
    ]
    assert document["waiting"][1]["waited"] == {"slots": 0, "blocks": 2, "budget": 0, "turn": 0}
    assert document["running"] == [
        {
            "rid": "A",
            "state": "decoding",
            "emitted": 3,
            "computed_tokens": 8,
            "known_tokens": 9,
            "blocks": [1, 2, 4],
            "preemptions": 0,
            "origin": {"file": "2-preemption.toml", "line": 9, "place": ""},
        }
    ]
    assert [row["origin"]["line"] for row in document["waiting"]] == [10, 11]


def test_every_kind_of_event_has_a_place_in_the_document(driftwood: Driftwood) -> None:
    seen = {}
    for step in range(4):
        words = ("show", "brief/2-preemption", "--step", step, "--set", "num_blocks=2", "--json")
        for event in json.loads(driftwood(*words).out)["events"]:
            seen[event["kind"]] = event
    assert seen["rejected"]["needed_blocks"] == 3
    assert seen["ran"]["rid"] is None


def test_a_clock_is_shown(driftwood: Driftwood, scenario: Path) -> None:
    words = ("show", scenario, "--step", 2, "--set", "cost.base_ms=20")
    assert "step 2 · event 2 of 2 · 40 ms\n" in driftwood(*words).out


def test_memory_without_a_limit(driftwood: Driftwood, scenario: Path) -> None:
    assert "\nBlocks: memory without a limit\n\n" in driftwood("show", scenario, "--step", 0).out


def test_of_long_lists_the_first_rows_are_shown(driftwood: Driftwood, tmp_path: Path) -> None:
    listed = ", ".join(f'["r{n:02}", 0, 1, 2]' for n in range(60))
    path = tmp_path / "many.toml"
    settings = '[scheduler]\nname = "driftwood"\nmax_running = 1\n'
    path.write_text(f"requests = [{listed}]\n{settings}", encoding="utf-8")
    called = driftwood("show", path, "--step", 0)
    assert "Waiting: 59, the head decides" in called.out
    assert "  … and 19 more; --json has all" in called.out


def test_a_moment_that_is_not_there(driftwood: Driftwood, scenario: Path) -> None:
    assert driftwood("show", scenario, "--step", 9) == (
        2,
        "",
        "there is no step 9: the last is 3\n",
    )
    assert driftwood("show", scenario, "--step", -1).err == "there is no step -1: the first is 0\n"
    called = driftwood("show", scenario, "--step", 0, "--event", 99)
    assert (called.code, called.err) == (2, "step 0 has no event 99: they are 0..6\n")


def test_a_pool_of_any_size(driftwood: Driftwood) -> None:
    words = ("show", "brief/2-preemption", "--step", 0, "--set", f"num_blocks={10**12}")
    assert "\n  free  4–1000000000000\n" in driftwood(*words).out


def test_free_blocks_are_what_lies_between(root: Path) -> None:
    run = load_scenario(root / "fixtures" / "brief" / "2-preemption.toml").run().finish()
    places = [(step, event) for step in range(6) for event in range(len(run.at(step).events) + 1)]
    for moment in (run.at(step, event) for step, event in places):
        free = [block for first, last in free_ranges(moment) for block in range(first, last + 1)]
        assert free == sorted(moment.free)
