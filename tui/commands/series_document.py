"""The curves that charts draw, for programs."""

from collections.abc import Mapping

from core import Run
from core.metrics import is_timed
from tui.view.peaks import Peaks, Spread

MOST_PARTS = 240
LEVELS = ("running", "waiting", "blocks", "tokens", "emitted")


def series_document(run: Run) -> Mapping[str, object]:
    """The highest of each level in up to 240 parts of the run, with the first step of each."""
    series = run.series
    over = Spread(len(series), min(len(series), MOST_PARTS))
    firsts = [over.first_of(part) for part in range(over.used)]
    times = {"now_ms": [series.now_ms[at] for at in firsts]} if is_timed(run) else {}
    levels = {name: Peaks(getattr(series, name)).columns(over) for name in LEVELS}
    return {"step": [series.step[at] for at in firsts], **times, **levels}
