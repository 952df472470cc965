"""The requests of a run, a line each: all of a few, the worst of many."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core import Run
from core.metrics import (
    CAUSES,
    RequestFigures,
    first_token_times,
    is_timed,
    request_figures,
    tpot_steps,
)
from core.naming import visible
from core.request import Request
from core.results import Result
from tui.commands.figures import optional
from tui.commands.table import table

FEW = 30
WORST = 10

WORDS = ("rid", "state")
TIMES = ("gap ms", "stall ms", "queue ms", "finish ms")
UNITS = {"first": "step", "finish": "step", "gap": "steps", "unserved": "steps"}
UNITS |= {"waited": "steps", "for": "(steps)"}
"""Of the numbers of a timed run, in which milliseconds and steps stand together."""


class Outcome(NamedTuple):
    """A request, how it came out, its figures, and its time to first token in the run's unit."""

    request: Request
    result: Result
    figures: RequestFigures
    first_token_time: float | None

    @property
    def waited(self) -> int:
        """Steps in the queue."""
        return sum(self.result["waited"][cause] for cause in CAUSES)

    @property
    def badness(self) -> int:
        """Steps it waited, and the longest gap between two of its tokens."""
        return self.waited + self.result["longest_gap"]


def outcomes(run: Run, results: Mapping[str, Result]) -> list[Outcome]:
    """Every request of `run` in its order."""
    figures, times = request_figures(run, results), first_token_times(run, results)
    return [
        Outcome(each, results[each.rid], figures[each.rid], times.get(each.rid))
        for each in run.requests
    ]


def request_table(run: Run, every: list[Outcome]) -> list[str]:
    """A title, and the requests in columns."""
    if not every:
        return []
    if len(every) <= FEW:
        return ["Requests", *_table(run, every)]
    worst = worst_of(every)
    if not worst:
        gaps = "and no gap between two tokens is longer than a step"
        return [f"Requests: {len(every):,}; nobody waited, {gaps}"]
    title = f"The {len(worst)} worst of {len(every):,} requests, by steps waited and longest gap"
    return [title, *_worst_table(run, worst)]


def worst_of(every: Sequence[Outcome]) -> list[Outcome]:
    """The ten that waited longest or stood still longest, in steps, the worst first."""
    bad = [outcome for outcome in every if outcome.waited or outcome.result["longest_gap"] > 1]
    return sorted(bad, key=lambda outcome: -outcome.badness)[:WORST]


def _table(run: Run, chosen: list[Outcome]) -> list[str]:
    timed = is_timed(run)
    heads = [*WORDS, *_heads(run, timed=timed)]
    rows = [
        [*_words(one), *map(optional, _numbers(one, timed=timed)), waited_for(one)]
        for one in chosen
    ]
    return table(heads, rows, range(len(WORDS), len(heads) - 1))


def _worst_table(run: Run, chosen: list[Outcome]) -> list[str]:
    """Less of each than of a few: why they are the worst is told behind it."""
    unit = "ms" if is_timed(run) else "steps"
    arrival = "step" if run.requests[0].arrival_ms is None else "ms"
    heads = [*WORDS, f"arrival {arrival}", "prompt", "output", f"TTFT {unit}", f"TPOT {unit}"]
    heads += [f"gap {unit}", "preempted", "recomputed", "waited steps", "for"]
    rows = [
        [*_words(one), *map(optional, _worst_numbers(one, timed=is_timed(run))), waited_for(one)]
        for one in chosen
    ]
    return table(heads, rows, range(len(WORDS), len(heads) - 1))


def _worst_numbers(outcome: Outcome, *, timed: bool) -> list[float | None]:
    request, result, _, time = outcome
    return [
        request.arrival if request.arrival_ms is None else request.arrival_ms,
        request.prompt_len,
        request.output_len,
        time,
        result.get("tpot_ms") if timed else tpot_steps(result),
        result.get("longest_gap_ms") if timed else result["longest_gap"],
        result["preemptions"],
        result["recomputed_tokens"],
        outcome.waited,
    ]


def _heads(run: Run, *, timed: bool) -> list[str]:
    """The heads of the numbers, with their units."""
    heads = ["arrival", "prompt", "output", "first", "finish"]
    heads += ["TTFT ms" if timed else "TTFT steps", "gap"]
    heads += [*TIMES, "preempted"] if timed else ["preempted"]
    heads += ["recomputed", "unserved", "waited", "for"]
    if not timed:
        return heads
    units = UNITS | {"arrival": "step" if run.requests[0].arrival_ms is None else "ms"}
    return [f"{head} {units.get(head, '')}".rstrip() for head in heads]


def _words(outcome: Outcome) -> list[str]:
    return [visible(outcome.request.rid), outcome.result["state"] or "to come"]


def _numbers(outcome: Outcome, *, timed: bool) -> list[float | None]:
    request, result, _, time = outcome
    return [
        request.arrival if request.arrival_ms is None else request.arrival_ms,
        request.prompt_len,
        request.output_len,
        result["first_token"],
        result["finish"],
        time,
        result["longest_gap"],
        *(_times(result) if timed else ()),
        result["preemptions"],
        result["recomputed_tokens"],
        result["unserved"],
        outcome.waited,
    ]


def _times(result: Result) -> list[float | None]:
    """In the order of `TIMES`."""
    return [
        result.get("longest_gap_ms"),
        result.get("worst_stall_ms"),
        result.get("queue_wait_ms"),
        result.get("finish_ms"),
    ]


def waited_for(outcome: Outcome) -> str:
    """`blocks 2, turn 1`: the causes it waited for, in steps."""
    waited = outcome.result["waited"]
    return ", ".join(f"{cause} {waited[cause]:,}" for cause in CAUSES if waited[cause])
