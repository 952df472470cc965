"""The figures of the run, over the debugger."""

import asyncio
from typing import ClassVar

from core import Run
from core.override import override
from tui.screens.page import PageScreen
from tui.session import Session
from tui.view.figures import Figures, figures_lines, figures_of
from tui.view.lines import Line, Span

MANY_REQUESTS = 2_000
MANY_STEPS = 10_000
"""From which a run's figures take longer than a frame: a second for 20,000 requests."""
LOOK_AGAIN_S = 0.1


class FiguresScreen(PageScreen):
    """What the run came to, each figure with what it is.

    Those of a small run as far as it has got, at once; those of a long one when it is computed,
    worked out beside the screen, which goes on answering.
    """

    title_: ClassVar[str] = "Figures"

    def __init__(self, session: Session) -> None:
        """Tell of the run of `session`, and of the one it is compared with."""
        super().__init__(session)
        sessions = [session] if session.other is None else [session.other, session]
        self._names = [each.name for each in sessions] if session.other is not None else []
        self._runs = [each.film.run for each in sessions]
        self._figures: list[Figures] = []
        if not any(map(_is_long, self._runs)):
            self._figures = [figures_of(run) for run in self._runs]

    @override
    def on_mount(self) -> None:
        """Begin to work out what is not there yet; the page's own is called besides."""
        if not self._figures:
            _ = self.run_worker(self._work_out(), exclusive=True)

    async def _work_out(self) -> None:
        while any(run.status == "running" for run in self._runs):  # noqa: ASYNC110 - a run calls nobody
            await asyncio.sleep(LOOK_AGAIN_S)
        self._figures = [await asyncio.to_thread(figures_of, run) for run in self._runs]
        self.show()

    @override
    def text(self, width: int) -> list[Line]:
        """The page in lines of at most `width` cells."""
        if self._figures:
            return figures_lines(self._figures, self._names, width)
        return [(Span("They are worked out, once the run is computed to its end …", "label"),)]


def _is_long(run: Run) -> bool:
    return len(run.requests) >= MANY_REQUESTS or len(run.series) >= MANY_STEPS
