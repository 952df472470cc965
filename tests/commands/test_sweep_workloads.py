"""`driftwood sweep` over several workloads: points are held against those of the same one."""

import json
from pathlib import Path

from tests.commands.calling import Driftwood


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


TRACE = """\
TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:15:46.6805900,20,4
2023-11-16 18:15:47.1805900,30,4
2023-11-16 18:15:48.1805900,10,4
"""


def test_a_trace_is_tried_at_several_speeds(driftwood: Driftwood, elsewhere: Path) -> None:
    trace = elsewhere / "trace.csv"
    trace.write_text(TRACE)
    called = driftwood("sweep", trace, "--speed", "1x,100x", "--set", "max_running=1,2", "--json")
    document = json.loads(called.out)
    assert document["grid"] == {"max_running": ["1", "2"], "workload.speed": ["1x", "100x"]}
    assert [one["totals"]["duration_ms"] for one in document["points"]] == [1580, 240, 1580, 160]
    assert [one["pareto"] for one in document["points"]] == [True, False, True, True]


def test_the_front_of_lesson_34_is_all_of_it(driftwood: Driftwood) -> None:
    words = ("--set", "max_running=1,2,4,8,16,32,64", "--pareto", "itl_p99", "--json")
    points = json.loads(driftwood("sweep", "lessons/34-frontier", *words).out)["points"]
    figures = [(one["totals"]["tokens_per_s"], one["totals"]["itl_ms_p99"]) for one in points]
    expected = [(62.5, 16), (117.6, 17), (210.5, 19), (347.8, 23), (516.1, 31), (680.9, 47)]
    assert [(round(rate, 1), itl) for rate, itl in figures] == [*expected, (810.1, 79)]
    assert all(one["pareto"] for one in points)


def test_each_workload_has_a_front_of_its_own(driftwood: Driftwood, load: Path) -> None:
    words = ("--set", "workload.rate=4,12", "--set", "max_running=1,8")
    points = json.loads(driftwood("sweep", load, *words, "--json").out)["points"]
    assert [one["pareto"] for one in points] == [False, True, False, True]
