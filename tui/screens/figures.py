"""The figures of the run, over the debugger."""

from typing import ClassVar

from core.override import override
from tui.screens.page import PageScreen
from tui.session import Session
from tui.view.figures import figures_lines, figures_of
from tui.view.lines import Line


class FiguresScreen(PageScreen):
    """What the run came to as far as it has got, each figure with what it is."""

    title_: ClassVar[str] = "Figures"

    def __init__(self, session: Session) -> None:
        """Work out the figures of its run, and of the one it is compared with."""
        super().__init__(session)
        sessions = [session] if session.other is None else [session.other, session]
        self._names = [each.name for each in sessions] if session.other is not None else []
        self._runs = [figures_of(each.film.run) for each in sessions]

    @override
    def text(self, width: int) -> list[Line]:
        """The page in lines of at most `width` cells."""
        return figures_lines(self._runs, self._names, width)
