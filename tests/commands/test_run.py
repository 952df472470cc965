"""`driftwood run`: the summary, the table, the document."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

SUMMARY = """\
Preemption: B makes room for A
  driftwood · max_running 3 · block_size 4 · num_blocks 4
  finished: every request ended by step 5

steps      6 executed, the last is 5
requests   3: 3 finished, 0 rejected
tokens     27 processed, 11 sent
preempted  1 time; 6 computed tokens to redo, 22.2% of all processed
waited     for blocks 3, turn 1 (steps, over all requests)
running    mean 1.8, most 2 of 3
blocks     mean 3.3, most 4 of 4
waiting    mean 0.7, most 2
slots      11 slot-steps held, 11 useful, 0 idle: utilisation 1.00
rate       1.83 tokens sent a step
TTFT       p50 1, p90 4, p99 4 steps (there is no clock), longest gap 2 steps
TPOT       p50 1, p90 1.2, p99 1.2 steps a token, of each request

Requests
rid  state     arrival  prompt  output  first  finish  TTFT steps  gap  \
preempted  recomputed  unserved  waited  for
A    finished        0       6       4      0       3           1    1  \
        0           0         0       0
B    finished        0       4       5      0       5           1    2  \
        1           6         0       1  blocks 1
C    finished        1       3       2      4       5           4    1  \
        0           0         0       3  blocks 2, turn 1

Findings: none
"""


def test_the_summary(driftwood: Driftwood) -> None:
    assert driftwood("run", "brief/2-preemption") == (0, SUMMARY, "")


def test_the_document(driftwood: Driftwood) -> None:
    called = driftwood("run", "brief/2-preemption", "--json")
    assert called.out.endswith("}\n")
    assert called.out.count("\n") == 1
    document = json.loads(called.out)
    assert set(document) == {
        *("format", "title", "variant", "status", "reason", "scheduler", "knobs", "clock_note"),
        *("trace", "steps", "last_step", "requests", "totals", "findings", "findings_skipped"),
        *("tenants", "priorities", "capacity", "series", "worst", "left_out"),
    }
    assert (document["format"], document["status"], document["steps"]) == (1, "finished", 6)
    assert document["scheduler"] == "driftwood"
    assert document["knobs"] == {"max_running": 3, "block_size": 4, "num_blocks": 4}
    assert document["totals"]["recomputed_tokens"] == 6
    assert document["findings"] == []
    assert document["series"] == {
        "step": [0, 1, 2, 3, 4, 5],
        "running": [2, 2, 2, 1, 2, 2],
        "waiting": [0, 1, 1, 2, 0, 0],
        "blocks": [3, 4, 4, 3, 3, 3],
        "tokens": [10, 2, 2, 1, 10, 2],
        "emitted": [2, 2, 2, 1, 2, 2],
    }
    assert [(one["rid"], len(one["why"])) for one in document["worst"]] == [("C", 1), ("B", 2)]
    assert document["worst"][0]["why"][0] == {
        "kind": "waited",
        "step": 1,
        "until": 3,
        "event": None,
        "text": "waits 3 steps: 1 for its turn (behind B), 2 for blocks (needs 1, 0 free)",
    }
    assert document["requests"]["B"] == {
        "state": "finished",
        "first_token": 0,
        "finish": 5,
        "preemptions": 1,
        "admitted": 0,
        "turns": 2,
        "last_token": 5,
        "emitted_tokens": 5,
        "queue_wait_steps": 0,
        "held_slot_steps": 5,
        "useful_slot_steps": 5,
        "idle_slot_steps": 0,
        "recomputed_tokens": 6,
        "discarded_tokens": 0,
        "hit_tokens": 0,
        "rehit_tokens": 0,
        "cancelled_at": None,
        "longest_gap": 2,
        "waited": {"slots": 0, "blocks": 1, "budget": 0, "turn": 0},
        "unserved": 0,
        "arrival": 0,
        "ttft_steps": 1,
        "origin": {"file": "2-preemption.toml", "line": 10, "place": ""},
    }


TIMED = """\
time       1,260.5 ms, 11.1 tokens sent a second
TTFT       p50 20.5, p90 1,020, p99 1,020 ms, longest gap 1 step
queue      p50 0, p90 0, p99 0 ms until admitted
ITL        mean 103.3, p50 20, p99 1,020 ms, longest gap 1,020 ms, worst stall 1,000 ms
TPOT       p50 103.3, p90 103.3, p99 103.3 ms a token, of each request

Requests
rid  state     arrival step  prompt  output  first step  finish step  TTFT ms  gap steps  gap ms  \
stall ms  queue ms  finish ms  preempted  recomputed  unserved steps  waited steps  for (steps)
a    finished             0       1      13           0           12     20.5          1   1,020  \
   1,000         0    1,260.5          0           0               0             0
n    finished             1   2,000       1           1            1    1,020          0       0  \
       0         0    1,040.5          0           0               0             0
"""


def test_with_a_clock_the_times_are_told(driftwood: Driftwood) -> None:
    assert TIMED in driftwood("run", "lessons/39-chunked-prefill").out


def test_the_document_has_the_times(driftwood: Driftwood) -> None:
    settings = ("--set", "cost.per_sequence_ms=1", "--set", "cost.per_kv_token_ms=0.25")
    called = driftwood(
        "run", "lessons/39-chunked-prefill", "--variant", "in chunks", *settings, "--json"
    )
    document = json.loads(called.out)
    times = {key: time for key, time in document["requests"]["a"].items() if key.endswith("_ms")}
    assert times == {
        "ttft_ms": 20.75,
        "queue_wait_ms": 0.0,
        "finish_ms": 4045.25,
        "longest_gap_ms": 623.75,
        "worst_stall_ms": 150.0,
        "tpot_ms": 335.375,
        "e2e_ms": 4045.25,
    }
    assert document["requests"]["n"]["queue_wait_ms"] == 0.0
    figures = ("itl_ms_mean", "itl_ms_p50", "itl_ms_p99", "longest_gap_ms", "worst_stall_ms")
    assert all(figure in document["totals"] for figure in figures)


def test_options_change_the_scenario(driftwood: Driftwood, scenario: Path) -> None:
    words = ("--set", "max_running=2", "--set", "cost.base_ms=12.5", "--json")
    document = json.loads(driftwood("run", scenario, *words).out)
    assert document["knobs"] == {"max_running": 2}
    assert document["requests"]["B"]["ttft_ms"] == 12.5
    assert document["totals"]["duration_ms"] == 37.5


def test_a_run_may_stop_at_its_limit(driftwood: Driftwood, scenario: Path) -> None:
    called = driftwood("run", scenario, "--max-steps", 2)
    assert called.code == 0
    assert "limit: stopped after 2 executed steps" in called.out
    assert "requests   2: 0 finished, 0 rejected, 2 not ended" in called.out


def test_who_could_never_run_is_named_with_the_numbers(driftwood: Driftwood) -> None:
    words = ("run", "brief/2-preemption", "--set", "num_blocks=2")
    called = driftwood(*words)
    told = "           A (2-preemption.toml:9) needs 3 blocks, the pool has 2\n"
    assert f"2 finished, 1 rejected\n{told}" in called.out
    document = json.loads(driftwood(*words, "--json").out)
    assert document["requests"]["A"]["reason"] == "needs 3 blocks, the pool has 2"
    assert document["requests"]["A"]["ttft_steps"] is None


def lines_of_many(requests: int) -> str:
    listed = ", ".join(f'["r{n:02}", 0, 1, 1]' for n in range(requests))
    return f'requests = [{listed}]\n[scheduler]\nname = "driftwood"\nmax_running = 1\n'


@pytest.mark.parametrize(("requests", "shown"), [(30, 30), (31, 10)])
def test_of_many_requests_the_worst_are_shown(
    driftwood: Driftwood, tmp_path: Path, requests: int, shown: int
) -> None:
    path = tmp_path / "many.toml"
    path.write_text(lines_of_many(requests), encoding="utf-8")
    told = driftwood("run", path).out.partition("\nFindings")[0].partition("\n\nWhy")[0]
    title, _, *rows = told.splitlines()[-shown - 2 :]
    assert len(rows) == shown
    if shown < requests:
        assert title == "The 10 worst of 31 requests, by steps waited and longest gap"
        assert rows[0].startswith("r30 ")
    else:
        assert title == "Requests"


def test_steps_without_a_token_are_told(driftwood: Driftwood) -> None:
    called = driftwood("run", "brief/3-chunked-prefill", "--set", "max_running=3")
    assert "unserved   " in called.out


def test_where_nobody_waited_nobody_is_the_worst(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    path.write_text(lines_of_many(31).replace("max_running = 1", "max_running = 31"), "utf-8")
    told = driftwood("run", path).out.partition("\n\nFindings")[0]
    assert told.splitlines()[-1] == (
        "Requests: 31; nobody waited, and no gap between two tokens is longer than a step"
    )
    assert "worst" not in told


def test_only_those_that_waited_are_the_worst(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    path.write_text(lines_of_many(31).replace("max_running = 1", "max_running = 29"), "utf-8")
    told = driftwood("run", path).out.partition("\n\nWhy")[0]
    title, _, *rows = told.splitlines()[-4:]
    assert title == "The 2 worst of 31 requests, by steps waited and longest gap"
    assert [row[:3] for row in rows] == ["r29", "r30"]


def test_a_timed_run_has_units_in_its_heads(driftwood: Driftwood) -> None:
    called = driftwood("run", "brief/2-preemption", "--set", "cost.base_ms=20")
    (heads,) = [line for line in called.out.splitlines() if line.startswith("rid ")]
    assert "  ".join(heads.split("  ")).startswith("rid  state     arrival step  prompt  output")
    for head in ("first step", "finish step", "TTFT ms", "gap steps", "unserved steps"):
        assert f"  {head}  " in heads
    assert heads.endswith("waited steps  for (steps)")


def test_broken_rows_of_a_trace_are_shown(driftwood: Driftwood, tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    rows = ["TIMESTAMP,ContextTokens,GeneratedTokens"]
    rows += [f"2024-05-10 00:00:00,{prompt},1" for prompt in (1, -91, 10**20)]
    path.write_text("\n".join(rows), "utf-8")
    lines = driftwood("run", path).out.splitlines()
    assert "    a token count is below 0: line 3, 2024-05-10 00:00:00,-91,1" in lines
    assert "  Warning: 2 of 3 rows could not be used: most of the trace is missing" in lines
    trace = json.loads(driftwood("run", path, "--json").out)["trace"]
    assert trace["examples"]["a token count is too large"] == [4, rows[3]]
    assert trace["warning"].startswith("2 of 3 rows")


def test_the_help_lists_what_names_there_are(driftwood: Driftwood) -> None:
    told = " ".join(driftwood("run", "--help").out.split())
    assert "Another scheduler: driftwood, vllm" in told
    assert "instead of looking: azure, vidur" in told
