"""The charts of the run, over the debugger."""

from time import perf_counter
from typing import ClassVar

from core.override import override
from tui.screens.page import PageScreen
from tui.session import Session
from tui.view.curves import charts_beside, has_charts, run_charts
from tui.view.lines import Line, Span

CHARTS = 3
"""Charts that share the height of the page, with a blank line between them."""
LEAST_LINES = 7
LOOK_AGAIN_S = 1.0


class ChartsScreen(PageScreen):
    """Slots, blocks and tokens over the whole run; of two runs the series in which they differ.

    Of a run that is still computed as far as it has got, drawn again every second.
    """

    title_: ClassVar[str] = "Charts"

    def __init__(self, session: Session) -> None:
        """Draw the run of `session`, and the one it is compared with."""
        super().__init__(session)
        sessions = [session] if session.other is None else [session.other, session]
        self._runs = {each.name: each.film.run for each in sessions}
        self._drawn: list[Line] = []
        self._drawn_for: tuple[int, int, int] | None = None
        self._drawn_at = 0.0

    @override
    def on_mount(self) -> None:
        """Draw again while more is computed; the page's own is called besides."""
        if any(run.status == "running" for run in self._runs.values()):
            _ = self.set_interval(LOOK_AGAIN_S, self.show)

    @override
    def text(self, width: int) -> list[Line]:
        """The charts in lines of at most `width` cells."""
        steps = sum(len(run.series) for run in self._runs.values())
        wanted, known, now = (width, self._height, steps), self._drawn_for, perf_counter()
        is_soon = now - self._drawn_at < LOOK_AGAIN_S / 2 and wanted[:2] == (known or ())[:2]
        if wanted != known and not is_soon:
            self._drawn, self._drawn_for, self._drawn_at = self._draw(width), wanted, now
        return self._drawn

    def _draw(self, width: int) -> list[Line]:
        runs = list(self._runs.values())
        if not has_charts(runs):
            return [(Span("There are too few steps for charts: the timeline has each.", "label"),)]
        height = max(LEAST_LINES, (self._height - CHARTS + 1) // CHARTS)
        charts = (
            run_charts(runs[0], width, height)
            if len(runs) == 1
            else charts_beside(self._runs, width, height)
        )
        lines = [line for chart in charts for line in [(), *chart]][1:]
        return lines or [(Span("The two runs have the same series in every step.", "label"),)]
