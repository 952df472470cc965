"""A page over the debugger, that scrolls: the help, the figures."""

from abc import abstractmethod
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from core.override import override
from tui.screens.one_page import OnePage
from tui.session import Session
from tui.view.box import MARGIN, Pane, boxed
from tui.view.lines import Line, Row

WIDEST = 104


class PageScreen(ModalScreen[None], OnePage):
    """A page called `title`, with the lines that `text` makes for its width."""

    DEFAULT_CSS: ClassVar[str] = """
    PageScreen { align: center middle; }
    PageScreen Painted { width: 100%; height: 100%; max-width: 104; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "leave", "Leave", id="help.leave"),
        Binding("down,j,n", "scroll(1)", "Down", id="help.down"),
        Binding("up,k,p", "scroll(-1)", "Up", id="help.up"),
        Binding("pagedown,space", "page(1)", "A page down", id="help.page.down"),
        Binding("pageup", "page(-1)", "A page up", id="help.page.up"),
        Binding("home", "scroll(-100000)", "Begin", id="help.begin"),
        Binding("end", "scroll(100000)", "End", id="help.end"),
    ]
    title_: ClassVar[str]

    def __init__(self, session: Session) -> None:
        """Tell of the run of `session`."""
        super().__init__()
        self.session = session
        self.look, self.ascii_only = session.theme, session.ascii_only
        self._top = 0

    @abstractmethod
    def text(self, width: int) -> list[Line]:
        """The page in lines of at most `width` cells."""
        raise NotImplementedError

    @property
    def _height(self) -> int:
        return max(1, self.app.size.height - 2)

    @override
    def rows(self, width: int, height: int) -> list[Row]:
        """Those of its lines that show, in a frame."""
        width = min(WIDEST, width)
        lines = self.text(max(20, width - MARGIN))
        self._top = max(0, min(self._top, len(lines) - self._height))
        rows = [Row(line) for line in lines[self._top : self._top + self._height]]
        more = len(lines) > self._top + self._height
        note = "↓ more, escape leaves" if more else "escape leaves"
        return boxed(Pane(self.title_, rows, note), width, height, focused=True)

    def action_leave(self) -> None:
        """Back to the debugger."""
        _ = self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """So many lines."""
        self._top += lines
        self.show()

    def action_page(self, pages: int) -> None:
        """So many pages."""
        self._top += pages * max(1, self._height - 2)
        self.show()
