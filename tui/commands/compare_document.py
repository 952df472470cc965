"""Runs side by side, for programs: the document of `driftwood compare --json`, format 1."""

from collections.abc import Mapping

from core import Run
from core.study import Comparison, Divergence, Pair, Side
from core.study.compare import Change
from tui.commands.comparing import Subject
from tui.commands.group_table import priorities_told, tenants_told
from tui.commands.scheduler_words import knobs_set
from tui.commands.series_document import series_document
from tui.commands.show_document import event_document
from tui.view.memory import unit_of


def compare_document(
    subjects: Mapping[str, Subject], comparison: Comparison
) -> Mapping[str, object]:
    """The document; its keys are kept, new ones may come. Times are in `unit`."""
    return {
        "format": 1,
        "title": next(iter(subjects.values())).scenario.whole_title,
        "unit": comparison.unit,
        "runs": [_run(name, one, comparison) for name, one in subjects.items()],
        "pairs": [_pair(comparison, pair) for pair in comparison.pairs()],
    }


def _run(name: str, subject: Subject, comparison: Comparison) -> Mapping[str, object]:
    run = comparison.runs[name]
    return {
        "name": name,
        "scheduler": subject.scenario.scheduler_name,
        "knobs": knobs_set(subject.scenario.scheduler),
        "left_out": subject.scenario.source.left_out,
        "status": run.status,
        "reason": run.reason,
        "totals": comparison.totals[name],
        "tenants": tenants_told(run, comparison.results[name]),
        "priorities": priorities_told(run, comparison.results[name]),
        "series": series_document(run),
    }


def _pair(comparison: Comparison, pair: Pair) -> Mapping[str, object]:
    runs = (comparison.runs[comparison.first], comparison.runs[pair.name])
    names = (comparison.first, pair.name)
    parted = None if pair.divergence is None else _divergence(pair.divergence, names, runs)
    return {
        "first": comparison.first,
        "other": pair.name,
        "divergence": parted,
        "earlier": [change.rid for change in pair.earlier],
        "later": [change.rid for change in pair.later],
        "requests": {change.rid: _change(change) for change in pair.changes},
    }


def _divergence(
    found: Divergence, names: tuple[str, str], runs: tuple[Run, Run]
) -> Mapping[str, object]:
    sides = zip(names, runs, found.sides, strict=True)
    return {"step": found.step, "sides": [_side(*side, found.step) for side in sides]}


def _side(name: str, run: Run, side: Side, step: int) -> Mapping[str, object]:
    return {
        "name": name,
        "executed": side.executed,
        "event": side.number,
        "what": None if side.event is None else event_document(side.event, unit_of(run)),
        "ended": step > run.last_step,
    }


def _change(change: Change) -> Mapping[str, object]:
    """How it came out of both, and what the other's figures are more than the first's."""
    return {
        "first": None if change.before is None else change.before._asdict(),
        "other": None if change.after is None else change.after._asdict(),
        "finish": change.finish,
        "ttft": change.ttft,
        "preemptions": change.preemptions,
    }
