"""The tenants and the priorities of a run, a line each, where there are several."""

from collections.abc import Mapping, Sequence

from core import Run
from core.metrics import CAUSES, Totals, is_timed, of_priorities, of_tenants
from core.results import Result
from tui.commands.figures import optional
from tui.commands.table import table

MOST = 30
"""Tenants that are shown: those that were sent the most tokens."""
NOBODY = "(none)"

COLUMNS: Mapping[str, str] = {
    "requests": "requests",
    "finished": "finished",
    "cancelled": "cancelled",
    "turns": "turns",
    "sent": "emitted_tokens",
    "held": "held_slot_steps",
    "idle": "idle_slot_steps",
    "preempted": "preemptions",
    "recomputed": "recomputed_tokens",
    "discarded": "discarded_tokens",
}
"""The figure under each head."""
RARE = ("cancelled", "discarded")
"""Heads that are left out where all their figures are 0."""


def group_tables(run: Run, results: Mapping[str, Result]) -> list[str]:
    """A table for the tenants and one for the priorities of `run`; nothing where there is one."""
    tenants = _named(tenants_told(run, results))
    priorities = {f"{name:,}": group for name, group in priorities_told(run, results).items()}
    return [*_part(run, "tenant", tenants), *_part(run, "priority", priorities)]


def tenants_told(run: Run, results: Mapping[str, Result]) -> Mapping[str, Totals]:
    """The figures of the tenants, where a request has one."""
    return of_tenants(run, results) if any(r.tenant for r in run.requests) else {}


def priorities_told(run: Run, results: Mapping[str, Result]) -> Mapping[int, Totals]:
    """The figures of the priorities, where they differ."""
    several = len({r.priority for r in run.requests}) > 1
    return of_priorities(run, results) if several else {}


def _named(groups: Mapping[str, Totals]) -> dict[str, Totals]:
    return {name or NOBODY: group for name, group in groups.items()}


def _part(run: Run, what: str, groups: Mapping[str, Totals]) -> list[str]:
    if len(groups) < 2:  # noqa: PLR2004 - several
        return []
    shown = list(groups)
    if len(shown) > MOST:
        largest = sorted(shown, key=lambda name: -groups[name]["emitted_tokens"])
        shown = largest[:MOST]
    timed = is_timed(run)
    columns = [head for head in COLUMNS if head not in RARE or _counts(groups, head)]
    heads = [what, *columns, "waited", *_time_heads(timed=timed)]
    rows = [[name, *map(optional, _numbers(groups[name], columns, timed=timed))] for name in shown]
    left = [f"… and {len(groups) - MOST:,} more"] if len(groups) > MOST else []
    return ["", *table(heads, rows, range(1, len(heads))), *left]


def _counts(groups: Mapping[str, Totals], head: str) -> bool:
    return any(group.get(COLUMNS[head]) for group in groups.values())


def _time_heads(*, timed: bool) -> list[str]:
    if timed:
        return ["tokens/s", "TTFT p50", "TTFT p99", "ITL p50", "ITL p99", "stall ms"]
    return ["TTFT p50", "TTFT p99"]


def _numbers(group: Totals, columns: Sequence[str], *, timed: bool) -> Sequence[float | None]:
    names = ("ttft_ms", "itl_ms") if timed else ("ttft_steps",)
    ranked = [group.get(f"{name}_p{percent}") for name in names for percent in (50, 99)]
    rate, stall = [group.get("tokens_per_s")], [group.get("worst_stall_ms")]
    return [
        *(group[COLUMNS[head]] for head in columns),
        sum(group[f"waited_{cause}"] for cause in CAUSES),
        *(rate if timed else []),
        *ranked,
        *(stall if timed else []),
    ]
