"""A calibration for programs: the document of `driftwood calibrate --json`, format 1."""

from collections.abc import Mapping
from dataclasses import asdict

from core.study.calibrate import Figure, Judged
from core.workload.measured import Measured


def calibrate_document(
    found: Judged, half: Judged | None, *, interrupted: bool
) -> Mapping[str, object]:
    """The document; its keys are kept, new ones may come. Errors are in `unit`."""
    measured = found.fit.measured
    return {
        "format": 1,
        "measured": _measured(measured),
        "scheduler": measured.engine.scheduler_name,
        "knobs": dict(measured.engine.knobs),
        "interrupted": interrupted,
        "fit": _fit(found),
        "half": None if half is None else _fit(half),
        "curves": _curves(found),
    }


def _measured(measured: Measured) -> Mapping[str, object]:
    return {
        "name": measured.name,
        "engine": measured.engine.name,
        "requests": len(measured.served),
        "samples": len(measured.samples),
        "span_ms": measured.span_ms,
        "prompts": bool(measured.prompts),
    }


def _fit(found: Judged) -> Mapping[str, object]:
    return {
        "cost": asdict(found.trial.cost),
        "fitted_on": len(found.fit.counted),
        "judged_on": len(found.on),
        "simulated_runs": found.fit.trials,
        "settled": found.fit.settled,
        "figures": {each.name: _figure(each) for each in found.figures},
    }


def _figure(figure: Figure) -> Mapping[str, object]:
    told = figure._asdict()
    del told["name"]
    return {**told, "met": None if figure.goal is None else figure.is_met}


def _curves(found: Judged) -> Mapping[str, object] | None:
    """The time series of both, at the same times; None where there is none."""
    samples = found.fit.measured.samples
    if found.levels is None:
        return None
    at_s, *ours = found.levels
    names = ("running", "waiting", "kv_percent")
    return {
        "at_s": at_s,
        "measured": {name: [getattr(one, name) for one in samples] for name in names},
        "simulated": dict(zip(names, ours, strict=True)),
    }
