"""What a run came to, in numbers, each defined here and nowhere else.

Counted over executed steps (a jumped gap has none), at the end of a step's work, before anybody
leaves:

- `steps` executed, `last_step` the number of the last; `requests` of the workload, of which
  `finished` and `rejected` have ended, the rest have not (yet).
- `tokens` processed: prompts, rebuilds and decodes. `emitted_tokens` sent.
- `preemptions`, and `recomputed_tokens`: computed tokens they threw away; `recomputed_share` is
  their part of `tokens`, 0 without any.
- `mean_…` and `max_…` of `running` requests, owned `blocks` and `waiting` requests.
- `waited_slots`, `waited_blocks`, `waited_budget`, `waited_turn`: steps in the queue, summed over
  requests, by cause. `unserved`: steps in which an admitted request got no tokens, summed.
- `longest_gap`: the most steps between two tokens of one request.
- with a clock, `duration_ms` from the first arrival to the end of the last step, and
  `tokens_per_s`, the emitted tokens over it.
- `ttft_ms_p50`, `_p90`, `_p99`: time to first token over all that have one; without a clock
  `ttft_steps_p50`, … in steps, the arrival's and the token's own both counted.
- with a clock, `queue_wait_ms_p50`, `_p90`, `_p99` over all that were admitted; `itl_ms_mean`,
  `itl_ms_p50`, `_p99` and `longest_gap_ms` over all gaps of all requests, and `worst_stall_ms`.
  `core.stopwatch` says what each of these times is, of a request as of the run.

A percentile is by nearest rank: the smallest value that at least that share of the values does not
exceed. Figures that nothing supports (the time to first token where nobody has one) are left out.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import TypeAlias

from core.gaps import Gaps
from core.lifecycle import Cause
from core.request import Request
from core.results import Result
from core.run import Run
from core.stopwatch import Stopwatch, rounded

Totals: TypeAlias = dict[str, int | float]

CAUSES: tuple[Cause, ...] = ("slots", "blocks", "budget", "turn")
PERCENTILES = (50, 90, 99)


def totals(run: Run, results: Mapping[str, Result] | None = None) -> Totals:
    """The figures of `run` as far as it got, by the names above.

    `results` are the run's, for a caller that has them already.
    """
    results = run.results() if results is None else results
    return {
        "steps": len(run.series),
        "last_step": run.last_step,
        "requests": len(run.requests),
        **_ends(results.values()),
        **_work(run, results.values()),
        **_levels("running", run.series.running),
        **_levels("blocks", run.series.blocks),
        **_levels("waiting", run.series.waiting),
        **_waits(results.values()),
        **_times(run, results),
    }


def first_token_times(run: Run, results: Mapping[str, Result]) -> dict[str, float]:
    """The time to first token of each request that has one: in milliseconds, else in steps."""
    if is_timed(run):
        timed = {rid: result.get("ttft_ms") for rid, result in results.items()}
        return {rid: time for rid, time in timed.items() if time is not None}
    firsts = {rid: result["first_token"] for rid, result in results.items()}
    return {
        request.rid: first - request.arrival + 1
        for request in run.requests
        if (first := firsts[request.rid]) is not None
    }


def percentile(ordered: Sequence[float], percent: int) -> float:
    """The `percent`-th percentile (1..100) of `ordered`, ascending and not empty."""
    return ordered[ceil(percent * len(ordered) / 100) - 1]


def is_timed(run: Run) -> bool:
    """Whether the run has a clock in milliseconds."""
    return run.cost is not None


def _ends(results: Iterable[Result]) -> Totals:
    states = [result["state"] for result in results]
    return {"finished": states.count("finished"), "rejected": states.count("rejected")}


def _work(run: Run, results: Iterable[Result]) -> Totals:
    series = run.series
    tokens = sum(series.tokens)
    recomputed = sum(result["recomputed_tokens"] for result in results)
    return {
        "tokens": tokens,
        "emitted_tokens": sum(series.emitted),
        "preemptions": series.preemptions[-1] if len(series) else 0,
        "recomputed_tokens": recomputed,
        "recomputed_share": recomputed / tokens if tokens else 0.0,
    }


def _levels(name: str, counts: "array[int]") -> Totals:
    mean = sum(counts) / len(counts) if counts else 0.0
    return {f"mean_{name}": mean, f"max_{name}": max(counts, default=0)}


def _waits(results: Iterable[Result]) -> Totals:
    every = list(results)
    waited = {f"waited_{cause}": sum(each["waited"][cause] for each in every) for cause in CAUSES}
    return {
        **waited,
        "unserved": sum(each["unserved"] for each in every),
        "longest_gap": max((each["longest_gap"] for each in every), default=0),
    }


def _times(run: Run, results: Mapping[str, Result]) -> Totals:
    watch = run.stopwatch()
    firsts = first_token_times(run, results).values()
    if watch is None:
        return _ranks("ttft_steps", firsts)
    waits = [result.get("queue_wait_ms") for result in results.values()]
    return {
        **_duration(run, watch),
        **_ranks("ttft_ms", firsts),
        **_ranks("queue_wait_ms", [wait for wait in waits if wait is not None]),
        **_gaps(Gaps(watch)),
    }


def _duration(run: Run, watch: Stopwatch) -> Totals:
    if not len(run.series):
        return {}
    first = min(watch.arrival_of(request) for request in _arrived(run))
    duration = rounded(watch.end_of(run.last_step) - first)
    emitted = sum(run.series.emitted)
    # A step has a length, but beside a late enough arrival a float cannot tell it.
    return {
        "duration_ms": duration,
        "tokens_per_s": emitted / duration * 1000 if duration else 0.0,
    }


def _ranks(name: str, times: Iterable[float]) -> Totals:
    ordered = sorted(times)
    if not ordered:
        return {}
    return {f"{name}_p{percent}": percentile(ordered, percent) for percent in PERCENTILES}


def _gaps(gaps: Gaps) -> Totals:
    if not gaps.count:
        return {}
    return {
        "itl_ms_mean": gaps.mean,
        "itl_ms_p50": gaps.percentile(50),
        "itl_ms_p99": gaps.percentile(99),
        "longest_gap_ms": gaps.longest,
        "worst_stall_ms": gaps.worst_stall,
    }


def _arrived(run: Run) -> list[Request]:
    """Those with a time of arrival: all with `arrival_ms`, else those up to the last step."""
    return [r for r in run.requests if r.arrival_ms is not None or r.arrival <= run.last_step]
