"""What a run came to, for programs: the document of `driftwood run --json`, format 1."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from core import Run
from core.memory import MemoryModel
from core.metrics import is_timed, totals
from core.results import Result
from core.workload import Capacity, Scenario, TraceReport
from tui.commands.group_table import priorities_told, tenants_told
from tui.commands.origin_document import origin_document
from tui.commands.request_table import Outcome
from tui.commands.scheduler_words import knobs_set
from tui.commands.series_document import series_document


def run_document(
    scenario: Scenario, run: Run, results: Mapping[str, Result], every: Sequence[Outcome]
) -> Mapping[str, object]:
    """The document; its keys are kept, new ones may come."""
    placed = zip(every, scenario.origins, strict=True)
    return {
        "format": 1,
        "title": scenario.title,
        "variant": scenario.name,
        "status": run.status,
        "reason": run.reason,
        "scheduler": scenario.scheduler_name,
        "knobs": dict(_knobs(scenario)),
        "left_out": scenario.source.left_out,
        "capacity": _capacity(scenario.capacity),
        "clock_note": scenario.clock_note,
        "trace": None if scenario.report is None else _trace(scenario.report),
        "steps": len(run.series),
        "last_step": run.last_step,
        "requests": {
            one.request.rid: {
                **_request(scenario, run, one),
                "origin": origin_document(origin),
            }
            for one, origin in placed
        },
        "totals": totals(run, results),
        "tenants": tenants_told(run, results),
        "priorities": priorities_told(run, results),
        "series": series_document(run),
    }


def _knobs(scenario: Scenario) -> Iterator[tuple[str, object]]:
    """Those that are set; the model of the memory as its table."""
    for name, knob in knobs_set(scenario.scheduler).items():
        yield name, knob.given() if isinstance(knob, MemoryModel) else knob


def _capacity(capacity: Capacity | None) -> Mapping[str, object] | None:
    """The parts of the sum that the size of the memory comes from, and the sum in words."""
    if capacity is None:
        return None
    return {**asdict(capacity), "count": capacity.count, "sum": str(capacity)}


def _trace(report: TraceReport) -> Mapping[str, object]:
    document = {**asdict(report), "warning": report.warning}
    if (cache := report.infinite_cache) is not None:
        shares = {"block_share": cache.block_share, "token_share": cache.token_share}
        document["infinite_cache"] = {**asdict(cache), **shares}
    return document


def _request(scenario: Scenario, run: Run, outcome: Outcome) -> Mapping[str, object]:
    request, result, figures, time = outcome
    timed = request.arrival_ms is not None
    document: dict[str, object] = {
        **result,
        **figures._asdict(),
        "arrival_ms" if timed else "arrival": request.arrival_ms if timed else request.arrival,
        "ttft_ms" if is_timed(run) else "ttft_steps": time,
    }
    if result["state"] == "rejected":
        document["reason"] = str(scenario.scheduler.never_fits(request))
    return document
