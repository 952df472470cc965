"""What `driftwood run` tells of tenants and priorities."""

import json
from pathlib import Path

import pytest

from tests.commands.calling import Driftwood

SHARED = """\
title = "shared"
[scheduler]
name = "driftwood"
max_running = 1
[[request]]
rid = "a"
prompt_len = 1
output_len = 2
count = 2
tenant = "x[/]"
[[request]]
rid = "b"
prompt_len = 3
output_len = 1
priority = -1
"""


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    path = tmp_path / "shared.toml"
    path.write_text(SHARED, encoding="utf-8")
    return path


TABLES = """\
slots      5 slot-steps held, 5 useful, 0 idle: utilisation 1.00
fairness   0.74 in tokens sent, 0.90 in turns (Jain's index over tenants)
rate       1.00 tokens sent a step
TTFT       p50 3, p90 5, p99 5 steps (there is no clock), longest gap 1 step
TPOT       p50 1, p90 1, p99 1 steps a token, of each request

tenant  requests  finished  turns  sent  held  idle  preempted  recomputed  waited  TTFT p50  \
TTFT p99
x[/]           2         2      2     4     4     0          0           0       2         1  \
       3
(none)         1         1      1     1     1     0          0           0       4         5  \
       5

priority  requests  finished  turns  sent  held  idle  preempted  recomputed  waited  TTFT p50  \
TTFT p99
-1               1         1      1     1     1     0          0           0       4         5  \
       5
0                2         2      2     4     4     0          0           0       2         1  \
       3
"""


def test_there_is_a_line_for_each(driftwood: Driftwood, shared: Path) -> None:
    assert TABLES in driftwood("run", shared).out


def test_with_a_clock_there_are_times(driftwood: Driftwood, shared: Path) -> None:
    out = driftwood("run", shared, "--set", "cost.base_ms=10").out
    (heads,) = [line for line in out.splitlines() if line.startswith("tenant ")]
    assert heads.endswith("tokens/s  TTFT p50  TTFT p99  ITL p50  ITL p99  stall ms")
    (row,) = [line for line in out.splitlines() if line.startswith("x[/] ")]
    assert row.split()[-6:] == ["80", "10", "30", "10", "10", "0"]


def test_the_document_has_them(driftwood: Driftwood, shared: Path) -> None:
    document = json.loads(driftwood("run", shared, "--json").out)
    assert list(document["tenants"]) == ["x[/]", ""]
    assert document["tenants"]["x[/]"]["turns"] == 2
    assert list(document["priorities"]) == ["-1", "0"]
    assert document["priorities"]["-1"]["waited_slots"] == 2
    assert document["priorities"]["-1"]["waited_turn"] == 2


def test_where_all_are_alike_nothing_is_told(driftwood: Driftwood) -> None:
    document = json.loads(driftwood("run", "brief/2-preemption", "--json").out)
    assert (document["tenants"], document["priorities"]) == ({}, {})


def test_of_very_many_the_largest_are_shown(driftwood: Driftwood, tmp_path: Path) -> None:
    tables = "".join(
        f'[[request]]\nrid = "{n}"\ntenant = "t{n}"\nprompt_len = 1\noutput_len = {n + 1}\n'
        for n in range(33)
    )
    path = tmp_path / "many.toml"
    path.write_text(f'[scheduler]\nname = "driftwood"\nmax_running = 40\n{tables}', "utf-8")
    out = driftwood("run", path).out
    assert "\n… and 3 more\n" in out
    shown = [line.split()[0] for line in out.splitlines() if line.startswith("t")]
    assert [name for name in shown if name[1:].isdigit()][:2] == ["t32", "t31"]
