"""The figures of a whole run, by the names in `definitions`."""

from array import array
from collections.abc import Mapping, Sequence

from core.gaps import Gaps
from core.metrics.fairness import jain
from core.metrics.members import Frame, Member, Totals, emitted, figures_of, turns
from core.metrics.memory import memory_figures
from core.metrics.requests import first_token_times, request_figures
from core.request import Request
from core.results import Result
from core.run import Run
from core.stopwatch import Stopwatch, rounded

__all__ = ["Totals", "totals"]


def totals(run: Run, results: Mapping[str, Result] | None = None) -> Totals:
    """The figures of `run` as far as it got.

    `results` are the run's, for a caller that has them already.
    """
    results = run.results() if results is None else results
    members = members_of(run, results)
    frame, watch = frame_of(run), run.stopwatch()
    every = figures_of(members, frame, None if watch is None else Gaps(watch))
    times: Totals = {} if frame.duration_ms is None else {"duration_ms": frame.duration_ms}
    return {
        "steps": len(run.series),
        "last_step": run.last_step,
        **_work(run, every),
        **_levels("running", run.series.running),
        **_levels("blocks", run.series.blocks),
        **_levels("waiting", run.series.waiting),
        **memory_figures(run, results),
        **times,
        **every,
        **_fairness(members),
    }


def members_of(run: Run, results: Mapping[str, Result]) -> list[Member]:
    """Every request of `run`, in its order."""
    figures, times = request_figures(run, results), first_token_times(run, results)
    return [Member(r, results[r.rid], figures[r.rid], times.get(r.rid)) for r in run.requests]


def frame_of(run: Run) -> Frame:
    """The steps and the time of `run`; no time without a clock, or before the first step."""
    watch = run.stopwatch()
    if watch is None or not len(run.series):
        return Frame(len(run.series), None)
    first = min(map(watch.arrival_of, _arrived(run)))
    return Frame(len(run.series), rounded(_end_ms(run, watch) - first))


def _end_ms(run: Run, watch: Stopwatch) -> float:
    """When the last step ends; one that failed before its work was done takes no time."""
    is_done = run.status != "failed" or run.series.tokens[-1]
    return watch.end_of(run.last_step) if is_done else watch.start_of(run.last_step)


def _arrived(run: Run) -> list[Request]:
    """Those with a time of arrival: all with `arrival_ms`, else those up to the last step."""
    return [r for r in run.requests if r.arrival_ms is not None or r.arrival <= run.last_step]


def _work(run: Run, every: Mapping[str, int | float]) -> Totals:
    tokens = sum(run.series.tokens)
    recomputed = every["recomputed_tokens"]
    return {"tokens": tokens, "recomputed_share": recomputed / tokens if tokens else 0.0}


def _levels(name: str, counts: "array[int]") -> Totals:
    mean = sum(counts) / len(counts) if counts else 0.0
    return {f"mean_{name}": mean, f"max_{name}": max(counts, default=0)}


def _fairness(members: Sequence[Member]) -> Totals:
    """Only where there are several tenants to be fair to."""
    if len({member.request.tenant for member in members}) == 1:
        return {}
    tenants = by_tenant(members).values()
    shares = {
        "fairness_of_tokens": jain(map(emitted, tenants)),
        "fairness_of_turns": jain(map(turns, tenants)),
    }
    return {name: share for name, share in shares.items() if share is not None}


def by_tenant(members: Sequence[Member]) -> dict[str, list[Member]]:
    """The `members` of each tenant, in the order in which they first appear."""
    found: dict[str, list[Member]] = {}
    for member in members:
        found.setdefault(member.request.tenant, []).append(member)
    return found
