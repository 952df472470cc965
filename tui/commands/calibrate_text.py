"""A calibration for people: the constants, and how near the run with them is."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from core.explain import counted
from core.study.calibrate import Figure, Judged
from core.workload.measured import Measured
from tui.commands.figures import milliseconds
from tui.commands.table import table
from tui.view.clean import clean
from tui.view.knobs import long_form

NAMES: Mapping[str, str] = {
    "span_ms": "span",
    "running": "running",
    "waiting": "waiting",
    "ttft_ms_p50": "TTFT p50",
    "ttft_ms_p90": "TTFT p90",
    "ttft_ms_each": "TTFT of each",
    "tpot_ms_p50": "TPOT p50",
    "tpot_ms_p99": "TPOT p99",
    "tpot_ms_each": "TPOT of each",
}
LEGEND = (
    "running, waiting: the mean of the samples; the error is how many they are off, on average",
    "of each: the mean; the error is how far every request is off on its own, on average",
)
SECONDS_FROM = 10_000
"""Milliseconds from which a time is told in seconds."""


def calibrate_text(found: Judged, half: Judged | None) -> Iterator[str]:
    """What was measured, the constants, and how near they come to it."""
    yield from _measured(found.fit.measured)
    yield ""
    yield from _costs(found, half)
    yield ""
    yield from _figures("all requests", found, goals=True)
    yield from (f"  {line}" for line in LEGEND)
    if half is not None:
        first, rest = len(half.fit.counted), len(half.on)
        yield ""
        yield from _figures(f"first {first:,}, judged on the other {rest:,}", half, goals=False)


def _measured(measured: Measured) -> Iterator[str]:
    count, span = counted(len(measured.served), "request"), milliseconds(measured.span_ms)
    yield clean(f"{measured.name}: {count} in {span}, measured on {measured.engine.name}")
    yield f"  {long_form(measured.engine.scheduler)}"
    if not measured.samples:
        yield "  there is no time series: how many ran and waited is not compared"
    if measured.prompts:
        yield "  the prompts are known: what the prefix cache finds in them is simulated"
    elif measured.engine.knobs.get("enable_prefix_caching"):
        yield "  the prompts are not known, so the prefix cache finds nothing in them"
        sent = measured.engine.dataset or "the requests that were sent, with input_tok_ids"
        yield clean(f"  to simulate that as well: --prompts FILE, here {sent}")


def _costs(found: Judged, half: Judged | None) -> Iterator[str]:
    """The constants of each fit, and how it went."""
    fits = [found] if half is None else [found, half]
    heads = ["cost of a step", "all requests", f"first {len(fits[-1].fit.counted):,}"]
    constants = [asdict(each.trial.cost) for each in fits]
    rows = [(name, *(f"{one[name]:g}" for one in constants)) for name in constants[0]]
    rows.append(("simulated runs", *(f"{each.fit.trials:,}" for each in fits)))
    if not all(each.fit.settled for each in fits):
        rows.append(("settled", *("yes" if each.fit.settled else "no" for each in fits)))
    yield from table(heads[: len(fits) + 1], rows, range(1, len(fits) + 1))


def _figures(title: str, found: Judged, *, goals: bool) -> Iterator[str]:
    heads = (title, "measured", "simulated", "error", "goal", "")
    columns = len(heads) if goals else heads.index("goal")
    rows = [_row(each)[:columns] for each in found.figures]
    yield from table(heads[:columns], rows, range(1, min(columns, 5)))


def _row(figure: Figure) -> tuple[str, ...]:
    goal = (
        "" if figure.goal is None else f"{figure.goal:g}{'' if figure.unit == 'requests' else ' %'}"
    )
    met = "" if figure.goal is None else "met" if figure.is_met else "missed"
    both = _value(figure, figure.measured), _value(figure, figure.simulated)
    return NAMES[figure.name], *both, _error(figure), goal, met


def _value(figure: Figure, value: float) -> str:
    if figure.unit == "requests":
        return f"{value:,.2f}"
    return f"{value / 1000:,.2f} s" if figure.measured >= SECONDS_FROM else f"{value:,.2f} ms"


def _error(figure: Figure) -> str:
    if figure.unit == "requests":
        return f"{figure.error:.2f}"
    sign = "" if figure.name.endswith("_each") else "+"
    return f"{figure.error:{sign}.2f} %"


def figure_words(figure: Figure) -> str:
    """A figure in a sentence: `TTFT p50: 60.06 s, simulated 59.82 s (-0.40 %)`."""
    both = _value(figure, figure.measured), _value(figure, figure.simulated)
    return f"{NAMES[figure.name]}: {both[0]}, simulated {both[1]} ({_error(figure)})"
