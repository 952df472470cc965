"""The help, over the debugger."""

from typing import ClassVar

from core.override import override
from tui.screens.page import PageScreen
from tui.view.help import help_lines
from tui.view.lines import Line


class HelpScreen(PageScreen):
    """Keys, words and rules."""

    title_: ClassVar[str] = "Help"

    @override
    def text(self, width: int) -> list[Line]:
        """The page in lines of at most `width` cells."""
        return help_lines(self.session.film, width, self.session.keys)
