"""Measured runs of our own: a run of the simulator, written down as an engine's would be.

The requests have times on a clock whose zero means nothing, the time series has one that is ahead
of it, and the wall clock beside them says something else altogether.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from core import Request, Run, make_scheduler
from core.cost import Cost

COST = Cost(18.0, 0.05, 0.09, 0.0002)
KNOBS: Mapping[str, object] = {
    "num_blocks": 200,
    "block_size": 16,
    "max_num_seqs": 32,
    "max_num_batched_tokens": 512,
}
META: Mapping[str, object] = {
    "vllm_version": "0.19.0",
    "engine_kwargs": {"data_parallel_size": 1},
    "dataset_path": "sent.jsonl",
    "kv_cache": {"num_gpu_blocks": 201, "block_size": 16, "enable_prefix_caching": True},
    "resolved_config": {
        "scheduler_config": {
            "max_num_seqs": 32,
            "max_num_batched_tokens": 512,
            "enable_chunked_prefill": True,
            "policy": "fcfs",
            "long_prefill_token_threshold": 0,
            "scheduler_reserve_full_isl": True,
        },
        "speculative_config": None,
    },
}
ZERO_S, AHEAD_S, WALL_S = 5_000.0, 0.37, 1_700_000_000.0


def workload(seed: int = 1, count: int = 60, every_ms: float = 120.0) -> list[Request]:
    """Requests by chance, `every_ms` apart on average; the first arrives at 0."""
    random, at, found = Random(seed), 0.0, list[Request]()
    for number in range(count):
        prompt, output = random.randint(8, 700), random.randint(2, 150)
        found.append(Request(f"q{number}", 0, prompt, output, arrival_ms=round(at, 6)))
        at += random.expovariate(1 / every_ms)
    return found


def run_of(requests: Sequence[Request], cost: Cost = COST, **knobs: object) -> Run:
    """A run of `requests` under vLLM 0.21 to its end."""
    scheduler = make_scheduler("vllm@0.21", **{**KNOBS, **knobs})
    return Run(requests, scheduler, cost=cost).finish()


def written(folder: Path, run: Run) -> Path:
    """`folder` with `run` as a measured one."""
    folder.mkdir(exist_ok=True)
    (folder / "meta.json").write_text(json.dumps(META, indent=2), encoding="utf-8")
    lines = "".join(f"{json.dumps(line)}\n" for line in request_lines(run))
    (folder / "requests.jsonl").write_text(lines, encoding="utf-8")
    (folder / "timeseries.csv").write_text("".join(sample_lines(run)), encoding="utf-8")
    return folder


def request_lines(run: Run) -> Iterator[dict[str, object]]:
    """A line for each request."""
    watch, results = run.stopwatch(), run.results()
    assert watch is not None
    for number, one in enumerate(run.requests):
        first, last = results[one.rid]["first_token"], results[one.rid]["finish"]
        assert first is not None
        assert last is not None
        yield {
            "request_id": one.rid,
            "input_toks": one.prompt_len,
            "output_toks": one.output_len,
            "arrival_time": WALL_S + number * 0.7,
            "queued_ts": _told(one.arrived),
            "first_token_ts": _told(watch.end_of(first)),
            "last_token_ts": _told(watch.end_of(last)),
        }


def sample_lines(run: Run) -> Iterator[str]:
    """The header, and a line for each second until nobody comes any more."""
    yield "t,prompt_throughput,gen_throughput,running,waiting,kv_cache_pct\n"
    watch, series = run.stopwatch(), run.series
    assert watch is not None
    ends_ms = watch.end_of(run.last_step)
    for second in range(1, int(ends_ms / 1000 + AHEAD_S) + 2):
        at_ms = (second - AHEAD_S) * 1000
        at = bisect_right(series.now_ms, at_ms) - 1
        there = at >= 0 and at_ms < series.now_ms[at] + watch.lengths[at]
        running, waiting = (series.running[at], series.waiting[at]) if there else (0, 0)
        used = series.blocks[at] / 2 if there else 0.0
        yield f"{float(second)},1.0,2.0,{running},{waiting},{used:.2f}\n"


def _told(at_ms: float) -> float:
    return round(ZERO_S + at_ms / 1000, 9)
