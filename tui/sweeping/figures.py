"""Which figures of a point are told, and how they are called."""

from collections.abc import Iterable

from core.study.sweep import Sweep
from tui.commands.figures import optional

TIMED = ("tokens_per_s", "ttft_ms_p50", "ttft_ms_p99", "itl_ms_p99", "preemptions")
UNTIMED = ("tokens_per_step", "ttft_steps_p50", "ttft_steps_p99", "longest_gap", "preemptions")
LABELS = {
    "tokens_per_s": "tokens/s",
    "tokens_per_step": "tokens/step",
    "preemptions": "preempted",
    "longest_gap": "longest gap",
    "longest_gap_ms": "longest gap ms",
    "worst_stall_ms": "worst stall ms",
}
SHORT = {"ttft": "TTFT", "itl": "ITL", "tpot": "TPOT", "e2e": "E2E", "queue_wait": "queue"}
UNITS = ("ms", "steps")
FINE, SMALL = 2, 10
"""Decimals of a figure below ten; others have one at most."""


def told_figures(sweep: Sweep) -> list[str]:
    """The columns of a sweep: the usual ones, and what it is judged by."""
    goal = sweep.goal
    usual = TIMED if goal.throughput in TIMED else UNTIMED
    judged = [goal.latency, *(one.figure for one in goal.conditions)]
    rejects = any(found["rejected"] for found in sweep.figures.values())
    return _once([*usual, *judged, *(["rejected"] if rejects else [])])


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def label(figure: str) -> str:
    """`TTFT p99 ms` for `ttft_ms_p99`."""
    if figure in LABELS:
        return LABELS[figure]
    name, _, rank = figure.rpartition("_")
    for unit in UNITS:
        family = name.removesuffix(f"_{unit}")
        if family in SHORT and family != name:
            return f"{SHORT[family]} {rank} {unit}"
    return figure.replace("_", " ")


def told(figure: float | None) -> str:
    """As people read it; a dash where there is none."""
    if isinstance(figure, float) and abs(figure) < SMALL:
        return f"{figure:,.{FINE}f}".rstrip("0").rstrip(".")
    return optional(figure)
