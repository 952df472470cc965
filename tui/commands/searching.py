"""Looking for findings on the command line: in slices, with progress, until Ctrl+C."""

from time import perf_counter

from core import Run
from core.findings import Search
from tui.commands.driving import SLICE_SECONDS, interruptible
from tui.commands.output import progress

FIRST_SLICE = 256
LEAST_SECONDS = 1e-6


def searched(run: Run) -> Search:
    """The search for findings in `run`, done, or as far as it got before Ctrl+C."""
    search, steps = Search(run), FIRST_SLICE
    with interruptible() as interruption:
        while not search.done and not interruption.happened:
            began = perf_counter()
            search.advance(steps)
            seconds = max(perf_counter() - began, LEAST_SECONDS)
            steps = max(1, round(steps * min(2, SLICE_SECONDS / seconds)))
            progress(f"findings {search.looked / search.steps:.0%} · Ctrl+C stops")
    progress("")
    return search
